"""The text of decisions: the events that follow from each, one a line, in the notation of game logs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.conclave.commands import Command, DrawCard, RefillConclave
from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import Cell
from companion.games.conclave.errors import ConclaveError
from companion.games.conclave.events import GameSetUp, TurnEvent
from companion.games.conclave.game import Game
from companion.games.conclave.game_log import print_event, print_game
from companion.games.conclave.game_log_reader import parse_event, parse_game
from companion.games.conclave.notation import EMPTY, mage, parse_cell
from companion.games.conclave.rejudge import decision_behind
from companion.journal.errors import Damaged


def print_setup(setup: GameSetUp) -> str:
    """The table as it was first laid."""
    return print_game([setup])


def parse_setup(text: str) -> GameSetUp:
    """The table that a text tells."""
    try:
        events = parse_game(text)
    except ConclaveError as problem:
        raise Damaged("a setup", str(problem)) from problem
    if len(events) != 1 or not isinstance(events[0], GameSetUp):
        raise Damaged("a setup", "it tells more than a setup")
    return events[0]


def print_events(events: Sequence[TurnEvent], names: Sequence[str]) -> str:
    """The events of one decision."""
    return "\n".join(print_event(event, names) for event in events)


def parse_events(text: str, names: Sequence[str]) -> tuple[TurnEvent, ...]:
    """The events of one decision; the first is the decision itself."""
    try:
        events = tuple(parse_event(line, names) for line in text.splitlines())
    except ConclaveError as problem:
        raise Damaged("a decision", str(problem)) from problem
    if not events or decision_behind(events[0], events[1:2]) is None:
        raise Damaged("a decision", f"{text[:60]!r} begins with no decision")
    return events


def print_laid(cell: Cell, card: Mage | None) -> str:
    """A card of the first Conclave and its cell."""
    return f"{card or EMPTY} at {cell}"


def parse_laid(text: str) -> tuple[Cell, Mage | None]:
    """A cell of the first Conclave and its card."""
    try:
        code, cell = text.split(" at ")
        return parse_cell(cell, "laid"), None if code == EMPTY else mage(code)
    except (ValueError, ConclaveError) as problem:
        raise Damaged("a laid card", f"{text[:60]!r}") from problem


def decision_again(events: Sequence[TurnEvent], game: Game) -> Command:
    """The command behind recorded events, to be put to a game that may have become another."""
    command = decision_behind(events[0], events[1:2])
    if command is None:
        raise Damaged("a decision", f"{events[0]} is none")
    counted = game.position.draw_decks.cards_left is not None
    if counted and isinstance(command, DrawCard | RefillConclave):
        return replace(command, decks_ran_out=False)  # counting tells, and a correction may change the count
    return command
