"""The count of the zones over the network: photos, questions, answers, the tally; and what goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.server.app import Sight
from companion.server.roles import Role
from tests.companion.server.served import Caller, Served, served
from tests.companion.server.zone_reader import TypedZones

ANA, BEN = "puG5 puG4 reC1 grW2", "puW2 blW2 blC4"


@pytest.fixture
def counting(tmp_path: Path) -> Iterator[Served]:
    """A table at which zones are counted and nothing was followed."""
    with served(tmp_path, Sight(photos=TypedZones())) as server:
        server.host.do("/api/count", players=("Ana", "Ben"))
        yield server


def send(caller: Caller, player: str, cards: str) -> Any:
    headers = caller.headers(**{"content-type": "image/jpeg"})
    return caller.client.post(f"/api/count/photos?player={player}", content=cards.encode(), headers=headers)


def show(caller: Caller, player: str, cards: str) -> None:
    answer = send(caller, player, cards)
    assert answer.status_code == 200, answer.text


def zone(caller: Caller, player: str) -> Any:
    return next(one for one in caller.get("/api/count").json()["zones"] if one["player"] == player)


def asked(caller: Caller, player: str) -> list[tuple[str, str]]:
    return [(one["concern"], one["key"]) for one in zone(caller, player)["questions"]]


def say(caller: Caller, player: str, key: str, choice: str) -> None:
    caller.do("/api/count/say", player=player, key=key, choice=choice)


def test_names_and_photos_give_the_tally(counting: Served) -> None:
    host = counting.host
    assert host.view()["stage"] == "counting"
    show(host, "Ana", ANA)
    show(host, "Ben", BEN)
    assert asked(host, "Ana") == [("count", "count")]
    assert host.post("/api/count/tally").json()["error"] == "not-counted"
    say(host, "Ana", "count", "4")
    say(host, "Ben", "count", "3")
    assert host.get("/api/count").json()["ready"]
    host.do("/api/count/tally")
    view = host.view()
    assert (view["stage"], view["tally"]["winners"]) == ("over", ["Ana"])
    assert view["players"][1]["resentment"] == 2
    game = view["game"]
    shared = counting.phone(Role.VIEWER).get(f"/api/games/{game}/tally/json").json()
    assert shared["players"][0]["piles"] == {"purple": 9, "red": 1, "green": 2}


def test_a_count_goes_on_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path, Sight(photos=TypedZones())) as server:
        server.host.do("/api/count", players=("Ana", "Ben"))
        show(server.host, "Ana", "puG5 reC1?")
        say(server.host, "Ana", "card-0.1", "reC2")
    with served(tmp_path, Sight(photos=TypedZones())) as server:
        assert server.host.view()["stage"] == "counting"
        assert zone(server.host, "Ana")["counted"] == ["puG5", "reC2"]
        assert asked(server.host, "Ana") == [("count", "count")]


def test_cards_on_two_photos_are_counted_once(counting: Served) -> None:
    show(counting.host, "Ana", "puG5 puG4 reC1")
    show(counting.host, "Ana", "reC1 grW2")
    found = zone(counting.host, "Ana")
    assert found["counted"] == ["grW2", "puG4", "puG5", "reC1"]
    assert len(found["photos"]) == 2


def test_players_show_their_own_zone_and_nobody_elses(counting: Served) -> None:
    ana = counting.phone(Role.PLAYER).sit("Ana")
    show(ana, "Ana", ANA)
    assert send(ana, "Ben", BEN).json()["error"] == "not-allowed"
    assert ana.post("/api/count/say", player="Ben", key="count", choice="3").status_code == 403
    assert counting.phone(Role.VIEWER).post("/api/count/tally").status_code == 403
    assert ana.post("/api/count/leave").status_code == 403
    picture = zone(ana, "Ana")["photos"][0]["picture"]
    assert counting.phone(Role.VIEWER).get(f"/api/count/pictures/{picture}").status_code == 200
    assert ana.get(f"/api/count/pictures/{'0' * 64}").status_code == 404


def test_the_same_photo_twice_is_named_and_nothing_is_lost(counting: Served) -> None:
    show(counting.host, "Ana", ANA)
    again = send(counting.host, "Ana", ANA)
    assert (again.status_code, again.json()["error"]) == (409, "same-photo")
    other = send(counting.host, "Ben", ANA)
    assert (other.status_code, other.json()["error"]) == (409, "photo-of-another")
    assert "Ana" in other.json()["fact"]
    assert len(zone(counting.host, "Ana")["counted"]) == 4


def test_a_photo_without_cards_is_named(counting: Served) -> None:
    answer = send(counting.host, "Ana", " ")
    assert (answer.status_code, answer.json()["error"]) == (422, "no-cards")
    assert not zone(counting.host, "Ana")["begun"]


def test_two_zones_in_one_picture_are_one_question(counting: Served) -> None:
    show(counting.host, "Ben", BEN)
    say(counting.host, "Ben", "count", "3")
    show(counting.host, "Ana", f"{ANA} {BEN}")
    assert asked(counting.host, "Ana") == [("other-zone", "visitors")]
    assert asked(counting.host, "Ben") == [("other-zone", "visitors")]
    say(counting.host, "Ana", "visitors", "not-in-zone")
    assert zone(counting.host, "Ana")["counted"] == sorted(ANA.split())
    assert asked(counting.host, "Ben") == []


def test_a_photo_of_the_wrong_zone_is_named_and_put_away(counting: Served) -> None:
    show(counting.host, "Ana", ANA)
    show(counting.host, "Ben", f"{ANA} blW2")
    assert asked(counting.host, "Ben") == [("wrong-zone", "visitors")]
    counting.host.do("/api/count/anew", player="Ben")
    assert not zone(counting.host, "Ben")["begun"]
    assert asked(counting.host, "Ana") == [("count", "count")]
    show(counting.host, "Ben", BEN)
    assert zone(counting.host, "Ben")["counted"] == sorted(BEN.split())


def test_a_card_that_is_missing_is_named_and_any_card_put_right(counting: Served) -> None:
    show(counting.host, "Ana", "puG5 reC1")
    counting.host.do("/api/count/add", player="Ana", card="grW2")
    say(counting.host, "Ana", "card-0.1", "reC2")
    assert zone(counting.host, "Ana")["counted"] == ["grW2", "puG5", "reC2"]
    wrong = counting.host.post("/api/count/say", player="Ana", key="missing-reC1-0", choice="in-zone")
    assert (wrong.status_code, wrong.json()["error"]) == (409, "stale")
    assert counting.host.post("/api/count/say", player="Ana", key="<b>", choice="x").status_code == 422
    assert counting.host.post("/api/count/say", player="Zoe", key="count", choice="1").status_code == 404


def test_a_tally_asked_for_by_a_stale_page_is_refused(counting: Served) -> None:
    host = counting.host
    for player, cards in (("Ana", ANA), ("Ben", BEN)):
        show(host, player, cards)
        say(host, player, "count", str(len(cards.split())))
    seen = host.view()["entries"]
    say(host, "Ben", "card-0.0", "not-in-zone")
    answer = host.post("/api/count/tally", seen=seen)
    assert (answer.status_code, answer.json()["error"]) == (409, "stale")


def test_a_count_in_mid_game_is_for_those_who_enter_and_can_be_left(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        server.begin()
        ana = server.phone(Role.PLAYER).sit("Ana")
        assert ana.post("/api/count").json()["error"] == "not-allowed"
        server.host.do("/api/count")
        assert server.host.view()["next"]["action"] == "count"
        refused = server.host.post("/api/game/send", player="Ana", card="reG5", cell=[1, 2])
        assert refused.json()["error"] == "against-the-rules"
        assert server.host.post("/api/count/confirm", player="Ana").json()["error"] == "not-followed"
        server.host.do("/api/count/leave")
        server.host.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2])
        assert server.host.get("/api/count").json()["error"] == "no-count"
        assert send(server.host, "Ana", ANA).json()["error"] == "no-count"


def test_earlier_steps_of_a_counted_game_are_shown_as_they_were(tmp_path: Path) -> None:
    """The history shows each step: what was counted in the end was not known before."""
    with served(tmp_path, Sight(photos=TypedZones())) as server:
        server.begin()
        host = server.host
        for word, body in (
            ("send", {"player": "Ana", "card": "reG5", "cell": [1, 2]}),
            ("draw", {"player": "Ana", "deck": "left"}),
        ):
            host.do(f"/api/game/{word}", **body)
        host.do("/api/count")
        steps = f"/api/games/{host.view()['game']}?moves="
        played = [("rounds", "draw"), ("rounds", "send")]
        assert shown(host, steps, 1, 2) == [played[0], ("counting", "count")]
        for player, cards in (("Ana", ANA), ("Ben", BEN)):
            show(host, player, cards)
            for concern, key in asked(host, player):
                say(host, player, key, str(len(cards.split())) if concern == "count" else "in-zone")
        host.do("/api/count/tally")
        assert shown(host, steps, 0, 1, 2) == [played[1], played[0], ("over", "over")]


def shown(caller: Caller, steps: str, *moves: int) -> list[tuple[str, str]]:
    views = [caller.get(f"{steps}{count}").json()["view"] for count in moves]
    return [(view["stage"], view["next"]["action"]) for view in views]
