"""Every decision that a camera saw can be looked at again, by judges, and put right from its own frame."""

from __future__ import annotations

import pytest

from companion.server.roles import Role
from tests.companion.server.served import Served
from tests.companion.witness.watched_game import watched_game


@pytest.fixture
def seen(server: Served) -> Served:
    server.table.story = watched_game(server.table.journal)
    return server


def place_of_the_first_emissary(server: Served) -> int:
    return server.table.current().moves[0].place


def test_a_judge_sees_frame_crops_and_candidates_of_a_decision(seen: Served) -> None:
    judge, game = seen.phone(Role.JUDGE), seen.table.current().game_id
    place = place_of_the_first_emissary(seen)
    assert next(told for told in judge.view()["told"] if told["place"] == place)["frame"]
    sighting = judge.get(f"/api/games/{game}/sightings/{place}").json()
    assert len(sighting["cells"]) == 16
    assert all(cell["candidates"] for cell in sighting["cells"] if cell["state"] == "card")
    for picture in ("frame", "small", "crops"):
        assert judge.get(f"/api/evidence/{sighting[picture]}").headers["content-type"] == "image/jpeg"


def test_players_and_viewers_see_no_frames(seen: Served) -> None:
    game, place = seen.table.current().game_id, place_of_the_first_emissary(seen)
    for role in (Role.PLAYER, Role.VIEWER, Role.CAMERA):
        assert seen.phone(role).get(f"/api/games/{game}/sightings/{place}").status_code == 403
    assert not any(told["frame"] for told in seen.phone(Role.PLAYER).view()["told"])


def test_a_decision_without_a_frame_says_so(seen: Served) -> None:
    game = seen.table.current().game_id
    bare = next(move.place for move in seen.table.current().moves if not move.evidence)
    answer = seen.host.get(f"/api/games/{game}/sightings/{bare}")
    assert (answer.status_code, answer.json()["error"]) == (404, "no-sighting")
    assert seen.host.get(f"/api/games/{game}/sightings/9999").status_code == 409


def test_a_card_is_put_right_as_it_lay_in_a_past_decision(server: Served) -> None:
    """The Emissary of the first turn was another; the verdict of the third is judged with it."""
    server.begin()
    for player, card, cell in (("Ana", "reG5", (1, 2)), ("Ben", "puG4", (1, 1))):
        server.host.do("/api/game/send", player=player, card=card, cell=cell)
        server.host.do("/api/game/draw", player=player, deck="left")
    first, _, third, _ = (move.place for move in server.table.current().moves)
    assert server.host.view()["verdict"]["taken"]
    server.phone(Role.JUDGE).do("/api/game/cell", cell=[1, 2], card="orC5", place=third)
    told = {told["place"]: told for told in server.host.view()["told"]}
    assert "orC5" in told[first]["decision"]
    server.phone(Role.JUDGE).do("/api/game/cell", cell=[0, 0], card="beC4", place=third)
    assert server.host.view()["conclave"][0] == "beC4"


def test_a_past_card_cannot_simply_be_gone(server: Served) -> None:
    server.begin()
    server.host.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2])
    place = server.table.current().moves[0].place
    answer = server.host.post("/api/game/cell", cell=[1, 2], card=None, place=place)
    assert (answer.status_code, answer.json()["error"]) == (422, "wrong-correction")
