"""Whole games as text: printed, read back, and judged anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.conclave.commands import (
    Command,
    DrawCard,
    LayOutTable,
    RefillConclave,
    SendEmissary,
    ShowHand,
)
from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.errors import Unreadable
from companion.games.conclave.events import (
    ConclaveRefilled,
    EmissarySent,
    Event,
    FollowersGained,
    GameSetUp,
    HandShown,
    MagicCrisisOccurred,
    TurnPassed,
)
from companion.games.conclave.game import fold, start
from companion.games.conclave.game_log import print_event, print_game
from companion.games.conclave.game_log_reader import parse_event, parse_game
from companion.games.conclave.notation import mage, parse_conclave
from companion.games.conclave.rejudge import DoesNotHold, rejudge
from companion.games.conclave.rulings import Edition
from companion.games.conclave.simulate import simulate_game
from companion.games.conclave.structure_of_a_round import Stage
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR, TWINS, mages
from tests.companion.games.conclave.tables import ALL_NINETY
from tests.companion.games.conclave.test_game import EXAMPLE, SEND
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


@pytest.mark.parametrize(
    "turn",
    [
        (DrawCard("Ana", DrawDeck.RIGHT, decks_ran_out=True),),
        (DrawCard("Ana", DrawDeck.RIGHT), RefillConclave("Ana", mages("grW4"), decks_ran_out=True)),
    ],
    ids=["with-the-card-drawn", "with-the-card-laid"],
)
def test_a_hidden_game_whose_decks_run_out_is_judged_anew_to_its_end(turn: tuple[Command, ...]) -> None:
    """All that the table decided is in the log: the cards laid, the empty decks, the hands shown."""
    table = LayOutTable(("Ana", "Ben"), ALL_NINETY, parse_conclave(EXAMPLE), cards_removed=None)
    game, setup = start(table)
    events: list[Event] = [setup]
    last_turns = (
        SendEmissary("Ben", mage("beG1"), Cell(1, 0)),
        SendEmissary("Ana", mage("grC2"), Cell(2, 1)),
        ShowHand("Ana", mages("grW1 grG1 puG1")),
        ShowHand("Ben", mages("grC1 grG2 puG2")),
    )
    for command in (SEND, *turn, *last_turns):
        game, happened = game.apply(command)
        events += happened
    assert game.position.stage is Stage.OVER
    assert rejudge(parse_game(print_game(events))) == game


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


def test_where_there_are_no_cards_the_line_ends_with_its_name() -> None:
    """No blank is left at the end of a line, which an editor might strip and a comparison would miss."""
    nothing = replace(TABLE, cards_removed=0, hands=((), ()), zones=((), ()))
    lines = print_game([start(nothing)[1]]).splitlines()
    assert [line for line in lines if line in ("removed", "hand", "zone", "left", "right")] == [
        "removed", "hand", "zone", "hand", "zone", "left", "right",
    ]  # fmt: skip
    assert parse_game("\n".join(lines)) == (start(nothing)[1],)


def test_nobody_and_nothing_are_written_out() -> None:
    _, setup = start(TABLE)
    events = (setup, FollowersGained("Ana", ()), ConclaveRefilled("Ana", ()), HandShown("Ben", ()))
    text = print_game(events)
    assert text.splitlines()[-3:] == ["P1 gains nobody", "P1 refills nothing", "P2 shows nothing"]
    assert parse_game(text) == events


def test_one_event_is_one_line() -> None:
    """Among the names of all players, so that each is told by the seat."""
    event = EmissarySent("Ben", mage("reG5"), Cell(1, 1))
    assert print_event(event, ["Ana", "Ben"]) == "P2 sends reG5 to 1,1"
    assert parse_event("P2 sends reG5 to 1,1", ("Ana", "Ben")) == event
    with pytest.raises(Unreadable, match=r"^line 1: 'P3' is none of P1, P2$"):
        parse_event("P3 ends", ("Ana", "Ben"))


def test_a_deck_may_count_up_to_999_cards() -> None:
    text = print_game([start(TABLE)[1]])
    (setup,) = parse_game(text.replace("uncounted 34", "uncounted 999"))
    assert isinstance(setup, GameSetUp)
    assert setup.draw_decks.uncounted == 999


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
        ("\n".join(LINES[:5]), "line 5: 2 to 4 players can play, got 0"),
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


LONG = "x" * 1000


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (with_line(2, LONG), f"line 2: expected 'edition', got '{'x' * 20}'"),
        (
            with_line(3, f"corner {LONG}"),
            f"line 3: '{'x' * 20}' is none of top-left, top-right, bottom-right, bottom-left",
        ),
        (with_line(4, f"deck puG5*{LONG}"), f"line 4: '{'x' * 20}' is no number of cards"),
        (with_line(FIRST_EVENT, f"{LONG} ends"), f"line {FIRST_EVENT}: '{'x' * 20}' is none of P1, P2"),
        (with_line(FIRST_EVENT, LONG), f"line {FIRST_EVENT}: '{'x' * 60}' tells no event"),
    ],
)
def test_a_long_text_is_cut_in_the_error(text: str, problem: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        parse_game(text)
    assert str(unreadable.value) == problem


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
    assert (problem.value.place, problem.value.event) == (place, changed)


def test_an_emissary_against_the_rules_is_named_with_the_rule() -> None:
    place = place_of(EmissarySent)
    event = PLAYED.events[place]
    assert isinstance(event, EmissarySent)
    changed = replace(event, cell=OCCUPIED)
    with pytest.raises(DoesNotHold, match="empty-space") as problem:
        rejudge([*PLAYED.events[:place], changed, *PLAYED.events[place + 1 :]])
    assert (problem.value.place, problem.value.event) == (place, changed)
    assert problem.value.reason.startswith("cell 0,0 already holds a card")


def test_an_event_that_nobody_decided_is_named() -> None:
    place = place_of(FollowersGained)
    with pytest.raises(DoesNotHold, match=f"event {place - 1}, FollowersGained: it follows from no decision"):
        rejudge([*PLAYED.events[: place - 1], *PLAYED.events[place:]])


def test_a_game_judged_anew_begins_with_its_setup() -> None:
    for wrong in ((), PLAYED.events[1:]):
        with pytest.raises(ValueError, match=r"^a game begins with its setup$"):
            rejudge(wrong)
        with pytest.raises(ValueError, match=r"^a game begins with its setup$"):
            print_game(wrong)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("zone puC1*50", r"of puC1, and the deck holds 1 \[deck-list\]$"),
        ("zone", r"cards on the table, and the deck holds 72 \[deck-list\]$"),
    ],
)
def test_a_table_that_does_not_hold_the_deck_is_refused_before_the_first_event(
    line: str, reason: str
) -> None:
    lines = list(LINES)
    place = next(number for number, one in enumerate(lines) if one.startswith("zone"))
    lines[place] = line
    if line == "zone":
        lines[place - 1] = " ".join(lines[place - 1].split()[:2])
    events = parse_game("\n".join(lines))
    with pytest.raises(DoesNotHold, match=reason) as problem:
        rejudge(events)
    assert (problem.value.place, problem.value.event) == (0, events[0])
