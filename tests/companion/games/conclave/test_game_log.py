"""Whole games as text: printed, read back, and judged anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.conclave.commands import DrawCard
from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.errors import Unreadable
from companion.games.conclave.events import (
    ConclaveRefilled,
    EmissarySent,
    Event,
    FollowersGained,
    MagicCrisisOccurred,
    TurnPassed,
)
from companion.games.conclave.game import fold, start
from companion.games.conclave.game_log import print_game
from companion.games.conclave.game_log_reader import parse_game
from companion.games.conclave.notation import mage
from companion.games.conclave.rejudge import DoesNotHold, rejudge
from companion.games.conclave.rulings import Edition
from companion.games.conclave.simulate import simulate_game
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR, TWINS
from tests.companion.games.conclave.test_game import SEND
from tests.companion.games.conclave.test_game_setup import TABLE

PLAYTHROUGHS = Path(__file__).parents[3] / "playthroughs"
PLAYED = simulate_game(FOUR_OF_EACH_PAIR, 2, seed=3)
OCCUPIED = Cell(0, 0)  # the ring of the setup covers it
LINES = print_game(PLAYED.events).splitlines()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_a_printed_game_is_read_back_the_same(players: int, seed: int) -> None:
    for deck, edition in ((FOUR_OF_EACH_PAIR, Edition.CONCLAVE), (TWINS, Edition.KLEINE_KLAEFFER)):
        events = simulate_game(deck, players, seed, edition).events
        text = print_game(events)
        assert parse_game(text) == events
        assert print_game(parse_game(text)) == text


def test_a_hidden_game_is_read_back_the_same() -> None:
    for removed in (18, None):
        game, setup = start(replace(TABLE, cards_removed=removed))
        events: list[Event] = [setup]
        for command in (replace(SEND, mage=mage("puC4")), DrawCard("Ana", DrawDeck.LEFT)):
            game, happened = game.apply(command)
            events += happened
        assert parse_game(print_game(events)) == tuple(events)
        assert rejudge(events) == game


@pytest.mark.parametrize("path", sorted(PLAYTHROUGHS.glob("*.txt")), ids=lambda path: path.stem)
def test_recorded_games_still_hold(path: Path) -> None:
    """Golden games: the same text, the same events, judged the same today."""
    text = path.read_text(encoding="utf-8")
    events = parse_game(text)
    assert print_game(events) == text
    assert rejudge(events) == fold(events)


def test_the_recorded_games_cover_what_is_rare() -> None:
    kinds = {
        type(event)
        for path in PLAYTHROUGHS.glob("*.txt")
        for event in parse_game(path.read_text(encoding="utf-8"))
    }
    assert {MagicCrisisOccurred, TurnPassed, ConclaveRefilled} <= kinds


def test_blank_ends_and_indentation_do_not_matter() -> None:
    assert parse_game("\n\n" + "\n".join("  " + line for line in LINES) + "\n\n") == PLAYED.events


def with_line(number: int, text: str) -> str:
    lines = list(LINES)
    lines[number - 1] = text
    return "\n".join(lines)


FIRST_EVENT = next(place for place, line in enumerate(LINES, start=1) if line.startswith("first ")) + 1
CONCLAVE_LINE = LINES.index("conclave") + 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "line 1: the log ends too early"),
        ("hello", "line 1: a game log begins with 'conclave-game 1'"),
        ("conclave-game 2", "line 1: a game log begins with"),
        ("conclave-game 1", "line 2: the log ends too early"),
        (with_line(2, "edition boardgame"), "line 2: 'boardgame' is none of conclave, kleine-klaeffer"),
        (with_line(3, "corner middle"), "line 3: 'middle' is none of top-left, top-right, bottom-right"),
        (with_line(4, "corner top-left"), "line 4: expected 'deck', got 'corner'"),
        (with_line(4, "deck puG5*x"), "line 4: 'x' is no number of cards"),
        (with_line(4, "deck puG5*1000"), "line 4: '1000' is no number of cards"),
        (with_line(4, "deck puB?"), "line 4: a card face down where its face must be known"),
        (with_line(5, "removed nope"), "line 5: 'nope' is no card code"),
        (with_line(9, "player Player 1"), "line 11: two players are called 'Player 1'"),
        (
            with_line(CONCLAVE_LINE + 1, ".... ...."),
            f"line {CONCLAVE_LINE + 4}: conclave row 0: 4 cells expected",
        ),
        (with_line(FIRST_EVENT - 1, "first P3"), f"line {FIRST_EVENT - 1}: 'P3' is none of P1, P2"),
        (with_line(FIRST_EVENT, "P1 dances"), f"line {FIRST_EVENT}: 'P1 dances' tells no event"),
        (with_line(FIRST_EVENT, "P9 ends"), f"line {FIRST_EVENT}: 'P9' is none of P1, P2"),
        (
            with_line(FIRST_EVENT, "P1 gives xx to P2"),
            f"line {FIRST_EVENT}: 'P1 gives xx to P2' tells no event",
        ),
        (with_line(FIRST_EVENT, "P1 sends puG5 to 4,4"), f"line {FIRST_EVENT}: '4,4' is no cell"),
        (with_line(FIRST_EVENT, "P1 sends puB? to 1,1"), f"line {FIRST_EVENT}: 'puB?' is no card code"),
        (with_line(FIRST_EVENT, "P1 gains puG5 at 1,1"), f"line {FIRST_EVENT}: expected 'card from cell, …'"),
        (
            with_line(FIRST_EVENT, "P1 draws puG5 from top"),
            f"line {FIRST_EVENT}: 'top' is none of left, right",
        ),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text: str, problem: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        parse_game(text)
    assert str(unreadable.value).startswith(problem)


@pytest.mark.parametrize("seed", range(5))
def test_a_game_judged_anew_is_the_same_game(seed: int) -> None:
    played = simulate_game(FOUR_OF_EACH_PAIR, 4, seed)
    assert rejudge(played.events) == played.game


def test_a_log_that_stops_in_the_middle_still_holds() -> None:
    for end in range(1, len(PLAYED.events)):
        rejudge(PLAYED.events[:end])


def place_of(kind: type[Event]) -> int:
    return next(place for place, event in enumerate(PLAYED.events) if isinstance(event, kind))


def test_followers_that_the_rules_do_not_give_are_named() -> None:
    place = place_of(FollowersGained)
    event = PLAYED.events[place]
    assert isinstance(event, FollowersGained)
    changed = replace(event, followers=((OCCUPIED, mage("puG5")),))
    with pytest.raises(DoesNotHold, match="the rules give FollowersGained") as problem:
        rejudge([*PLAYED.events[:place], changed, *PLAYED.events[place + 1 :]])
    assert problem.value.place == place


def test_an_emissary_against_the_rules_is_named_with_the_rule() -> None:
    place = place_of(EmissarySent)
    event = PLAYED.events[place]
    assert isinstance(event, EmissarySent)
    changed = replace(event, cell=OCCUPIED)
    with pytest.raises(DoesNotHold, match="empty-space") as problem:
        rejudge([*PLAYED.events[:place], changed, *PLAYED.events[place + 1 :]])
    assert problem.value.reason.startswith("cell 0,0 already holds a card")


def test_an_event_that_nobody_decided_is_named() -> None:
    place = place_of(FollowersGained)
    with pytest.raises(DoesNotHold, match=f"event {place - 1}, FollowersGained: it follows from no decision"):
        rejudge([*PLAYED.events[: place - 1], *PLAYED.events[place:]])


def test_a_game_judged_anew_begins_with_its_setup() -> None:
    for wrong in ((), PLAYED.events[1:]):
        with pytest.raises(ValueError, match="begins with its setup"):
            rejudge(wrong)
        with pytest.raises(ValueError, match="begins with its setup"):
            print_game(wrong)
