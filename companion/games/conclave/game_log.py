"""A whole game as text, one event a line, so that a bug report is a paste.

    conclave-game 1
    edition conclave
    corner top-left
    deck beC2 beC3*2 …
    removed ??B?*18
    player Ana
    hand ??B?*4
    zone
    player Ben
    …
    conclave
      beC2  puW4  grC2  orC1
      …
    left ??B?*12
    right
    uncounted 0
    first P1
    P1 sends reG5 to 1,1
    P1 gains grG4 from 1,0, reW4 from 1,3
    …

`P1` is the first player named. Equal cards in a row are written once, as `code*count`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from companion.games.conclave.components import COLOUR_CODES, Card, Mage
from companion.games.conclave.conclave import Cell
from companion.games.conclave.events import (
    CardDrawn,
    ConclaveRefilled,
    DrawDecksRanOut,
    EmissarySent,
    Event,
    FollowersGained,
    GameEnded,
    GameSetUp,
    HandShown,
    InfluenceGiven,
    MagicCrisisOccurred,
    TurnEnded,
    TurnEvent,
    TurnPassed,
)
from companion.games.conclave.notation import print_conclave

FIRST_LINE = "conclave-game 1"


def print_game(events: Sequence[Event]) -> str:
    """The events of one game, its setup first, as text."""
    setup = events[0] if events else None
    if not isinstance(setup, GameSetUp):
        raise ValueError("a game begins with its setup")
    seats = _seats(player.name for player in setup.players)
    lines = [*_setup_lines(setup, seats)]
    lines += [_event_line(event, seats) for event in events[1:] if not isinstance(event, GameSetUp)]
    return "\n".join(lines) + "\n"


def print_event(event: TurnEvent, names: Iterable[str]) -> str:
    """One event as one line; the names are those of all players, in the order of their seats."""
    return _event_line(event, _seats(names))


def _seats(names: Iterable[str]) -> dict[str, str]:
    return {name: f"P{seat}" for seat, name in enumerate(names, start=1)}


def _setup_lines(setup: GameSetUp, seats: dict[str, str]) -> Iterable[str]:
    yield FIRST_LINE
    yield f"edition {setup.edition}"
    yield f"corner {setup.starting_corner}"
    yield f"deck {_print_cards(setup.deck)}"
    yield f"removed {'unknown' if setup.removed is None else _print_cards(setup.removed)}".rstrip()
    for player in setup.players:
        yield f"player {player.name}"
        yield f"hand {_print_cards(player.hand)}".rstrip()
        yield f"zone {_print_cards(player.zone.followers)}".rstrip()
    yield "conclave"
    yield from ("  " + row for row in print_conclave(setup.conclave).splitlines())
    yield f"left {_print_cards(setup.draw_decks.left)}".rstrip()
    yield f"right {_print_cards(setup.draw_decks.right)}".rstrip()
    uncounted = setup.draw_decks.uncounted
    yield f"uncounted {'unknown' if uncounted is None else uncounted}"
    yield f"first {seats[setup.first_player]}"


def _event_line(event: TurnEvent, seats: dict[str, str]) -> str:  # noqa: C901, PLR0911 - one an event
    if isinstance(event, GameEnded):
        return "game over"
    seat = seats[event.player]
    match event:
        case InfluenceGiven():
            return f"{seat} gives {COLOUR_CODES[event.magic]} to {seats[event.receiver]}"
        case EmissarySent():
            return f"{seat} sends {event.mage} to {event.cell}"
        case TurnPassed():
            return f"{seat} passes"
        case MagicCrisisOccurred():
            return f"{seat} crisis at {event.cell}"
        case FollowersGained():
            return f"{seat} gains {_print_places('from', event.followers) or 'nobody'}"
        case CardDrawn():
            return f"{seat} draws {event.card} from {event.deck}"
        case ConclaveRefilled():
            return f"{seat} refills {_print_places('at', event.mages) or 'nothing'}"
        case DrawDecksRanOut():
            return f"{seat} empties the decks"
        case TurnEnded():
            return f"{seat} ends"
        case HandShown():
            return f"{seat} shows {_print_cards(event.mages) or 'nothing'}"


def _print_cards(cards: Iterable[Card]) -> str:
    runs = ((str(card), len(list(run))) for card, run in groupby(cards))
    return " ".join(code if count == 1 else f"{code}*{count}" for code, count in runs)


def _print_places(word: str, places: Iterable[tuple[Cell, Mage]]) -> str:
    return ", ".join(f"{mage} {word} {cell}" for cell, mage in places)
