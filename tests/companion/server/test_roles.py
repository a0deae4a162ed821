"""No sequence of a player's or viewer's calls reaches a judge's power or a hidden card."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.conclave.commands import SetUpGame
from companion.games.conclave.components import Mage
from companion.games.conclave.game import start
from companion.games.conclave.position import Position
from companion.server.roles import POWERS, Power, Role
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR
from tests.companion.server.served import Served, served

JUDGES_CALLS: list[tuple[str, dict[str, Any]]] = [
    ("/api/game", {"players": ["Ana", "Ben"]}),
    ("/api/game/lay", {"cell": [0, 0], "card": "beC1"}),
    ("/api/game/correct", {"place": 13, "card": "puC1"}),
    ("/api/game/settle", {"upheld": True}),
    ("/api/links/renew", {"role": "judge"}),
]
HOSTS_READS = ["/api/links", "/api/games/{game}/export", "/api/evidence/" + "0" * 64]


def test_powers_grow_from_viewer_to_host() -> None:
    assert POWERS[Role.VIEWER] < POWERS[Role.PLAYER]
    assert POWERS[Role.VIEWER] < POWERS[Role.JUDGE] < POWERS[Role.HOST] == set(Power)


@pytest.mark.parametrize("role", [Role.VIEWER, Role.PLAYER])
@pytest.mark.parametrize(("path", "body"), JUDGES_CALLS)
def test_a_stolen_players_link_does_not_judge(
    server: Served, role: Role, path: str, body: dict[str, Any]
) -> None:
    server.begin()
    server.host.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2])
    answer = server.phone(role).post(path, **body)
    assert (answer.status_code, answer.json()["error"]) == (403, "not-allowed")


@pytest.mark.parametrize("role", [Role.VIEWER, Role.PLAYER])
@pytest.mark.parametrize("path", HOSTS_READS)
def test_a_stolen_players_link_reads_nothing_of_the_hosts(server: Served, role: Role, path: str) -> None:
    server.begin()
    path = path.format(game=server.host.view()["game"])
    assert server.phone(role).get(path).status_code == 403


def test_a_judge_corrects_but_begins_no_game_and_hands_out_no_codes(server: Served) -> None:
    judge = server.phone(Role.JUDGE)
    assert judge.post("/api/game", players=["Ana", "Ben"]).status_code == 403
    assert judge.get("/api/links").status_code == 403


def test_a_player_decides_only_from_the_own_seat(server: Served) -> None:
    server.begin()
    ben = server.phone(Role.PLAYER).sit("Ben")
    wrong = ben.post("/api/game/send", player="Ana", card="reG5", cell=[1, 2])
    assert (wrong.status_code, wrong.json()["fact"]) == (403, "this phone does not play for Ana")
    nobody = server.phone(Role.PLAYER)
    assert nobody.post("/api/game/send", player="Ana", card="reG5", cell=[1, 2]).status_code == 403
    viewer = server.phone(Role.VIEWER)
    assert viewer.post("/api/seat", player="Ana").status_code == 403
    assert viewer.post("/api/game/dispute").status_code == 403


CALLS = st.one_of(
    st.tuples(st.just("/api/game/send"), st.fixed_dictionaries({
        "player": st.sampled_from(["Ana", "Ben"]), "card": st.sampled_from(["reG5", "blC1", "orW2", "beC2"]),
        "cell": st.tuples(st.integers(0, 3), st.integers(0, 3)),
    })),
    st.tuples(st.just("/api/game/draw"), st.fixed_dictionaries({
        "player": st.sampled_from(["Ana", "Ben"]), "deck": st.sampled_from(["left", "right"]),
    })),
    st.tuples(st.just("/api/game/undo"), st.fixed_dictionaries({"place": st.integers(0, 30)})),
    st.tuples(st.just("/api/game/dispute"), st.just({"reason": "why?"})),
    st.tuples(st.just("/api/seat"), st.fixed_dictionaries({"player": st.sampled_from(["Ana", "Ben", None])})),
    st.tuples(st.just("/api/game/give"), st.fixed_dictionaries({
        "player": st.sampled_from(["Ana", "Ben"]), "magic": st.sampled_from(["nature", "mind"]),
        "receiver": st.sampled_from(["Ana", "Ben"]),
    })),
    st.sampled_from(JUDGES_CALLS),
)  # fmt: skip


def put_open_game_on_the_table(server: Served) -> Position:
    """A game in which the program knows every hand and both decks."""
    shuffled = tuple(FOUR_OF_EACH_PAIR)[::-1]
    game, setup = start(SetUpGame(("Ana", "Ben"), FOUR_OF_EACH_PAIR, shuffled))
    server.table.story = server.table.journal.start(setup, "host")
    return game.position


def hidden_cards(position: Position) -> set[str]:
    """What only the program knows: cards in hands and decks, and those removed."""
    places = [player.hand for player in position.players]
    places += [position.draw_decks.left, position.draw_decks.right, position.removed or ()]
    return {str(card) for place in places for card in place if isinstance(card, Mage)}


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(calls=st.lists(CALLS, max_size=12), role=st.sampled_from([Role.PLAYER, Role.VIEWER]))
def test_no_sequence_of_calls_reaches_a_judges_power_or_a_hidden_card(
    calls: list[tuple[str, dict[str, Any]]], role: Role
) -> None:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server:
        put_open_game_on_the_table(server)
        codes = [server.access.code(one) for one in (Role.HOST, Role.JUDGE)]
        phone = server.phone(role)
        for path, body in calls:
            answer = phone.post(path, **body)
            if (path, body) in JUDGES_CALLS:
                assert answer.status_code == 403
            assert_nothing_hidden(server, phone.view(), answer.text, codes)
            for one in phone.get("/api/games").json():
                replay = phone.get(f"/api/games/{one['game']}?moves=0").json()["view"]
                assert_nothing_hidden(server, replay, "", codes, possible_only=True)


def assert_nothing_hidden(
    server: Served, view: Any, text: str, codes: list[str], *, possible_only: bool = False
) -> None:
    story = server.table.story
    assert story is not None
    hidden = hidden_cards(story.game.position)
    possible = view.pop("possible")
    told = json.dumps(view)
    if not possible_only:
        assert not [card for card in hidden if card in told + text]
        assert hidden <= set(possible)  # what may still come tells nothing of where it is
    assert not [code for code in codes if code in told + text]


def test_a_drawn_card_is_hidden_from_judges_as_well(server: Served) -> None:
    position = put_open_game_on_the_table(server)
    hand = position.player.hand[0]
    cell = position.conclave.empty_cells[0]
    server.host.do("/api/game/send", player="Ana", card=str(hand), cell=[cell.row, cell.column])
    server.host.do("/api/game/draw", player="Ana", deck="left")
    drawn = str(position.draw_decks.left[0])
    view = server.phone(Role.JUDGE).view()
    view.pop("possible")
    assert drawn not in json.dumps(view)
    assert any((told["decision"] or "").startswith("P1 draws ??B?") for told in view["told"])
