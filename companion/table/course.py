"""The course of play: the game as far as the table has shown it, with what hands have yet to finish.

The rules move in whole steps; hands do not. A follower may still lie in the Conclave after the verdict, and a
refill is laid card by card. A course is a game together with those loose ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from companion.games.conclave.commands import Command, DrawCard, PassTurn, RefillConclave, SendEmissary
from companion.games.conclave.components import Card, Mage
from companion.games.conclave.conclave import CELLS, Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.errors import ConclaveError
from companion.games.conclave.events import FollowersGained, TurnEvent
from companion.games.conclave.game import Game
from companion.games.conclave.refill_the_conclave import cells_to_refill
from companion.games.conclave.send_emissary import legal_places
from companion.games.conclave.structure_of_a_round import TurnPhase
from companion.table.layout import ConfirmedLayout, Doubt, Seen, shows

NOBODY: Mapping[Cell, Mage] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Step:
    """One command that the table showed, and what it led to."""

    command: Command
    before: Game
    events: tuple[TurnEvent, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """A game, the followers that nobody has taken yet, and the refill cards laid so far."""

    game: Game
    lingering: Mapping[Cell, Mage] = field(default_factory=lambda: NOBODY)
    laid: Mapping[Cell, Mage] = field(default_factory=lambda: NOBODY)
    steps: tuple[Step, ...] = ()  # since the course was last settled

    def expects(self, cell: Cell) -> tuple[Card | None, ...]:
        """What the cell may show: one thing, or two while a follower lingers in it."""
        if cell in self.laid:
            return (self.laid[cell],)
        card = self.game.position.conclave[cell]
        return (card, self.lingering[cell]) if cell in self.lingering else (card,)

    def misfits(self, layout: ConfirmedLayout) -> tuple[Cell, ...]:
        """The cells that show something else than this course of play expects."""
        return tuple(
            cell
            for cell in CELLS
            if not any(shows(layout[cell], expected) for expected in self.expects(cell))
        )

    def refill_begun_early(self, layout: ConfirmedLayout) -> bool:
        """Whether all that does not fit are cards laid where the refill will come to lie.

        Hands start refilling before the last follower is gone, and not always with the first cell.
        """
        position = self.game.position
        if not position.in_turns or position.phase not in (TurnPhase.DRAW, TurnPhase.REFILL):
            return False
        left = position.draw_decks.cards_left
        to_draw = int(position.phase is TurnPhase.DRAW)
        cards_left = None if left is None else max(left - to_draw, 0)
        cells = cells_to_refill(position.conclave, position.starting_corner, cards_left)
        return all(
            cell in cells and (isinstance(layout[cell], Mage) or layout[cell] is Doubt.UNREAD)
            for cell in self.misfits(layout)
        )

    def settled_by(self, layout: ConfirmedLayout) -> Course:
        """The same course, with the followers gone whose cells are seen without them."""
        left = {cell: mage for cell, mage in self.lingering.items() if shows(layout[cell], mage)}
        return replace(self, lingering=MappingProxyType(left))

    def after(self, command: Command) -> Course:
        """The course once a command has been carried out; followers linger until they are seen to be gone."""
        game, events = self.game.apply(command)
        gained = {
            cell: mage
            for event in events
            if isinstance(event, FollowersGained)
            for cell, mage in event.followers
        }
        return Course(
            game,
            MappingProxyType({**self.lingering, **gained}),
            NOBODY,
            (*self.steps, Step(command, self.game, events)),
        )


def continuations(course: Course, layout: ConfirmedLayout) -> Iterator[Course]:
    """Every course one step further on that the layout gives reason to believe in."""
    course = course.settled_by(layout)
    position = course.game.position
    if not position.in_turns or course.lingering or course.laid:
        return  # hands are slow: nothing else is done before the followers are gone and the refill laid
    if position.phase in (TurnPhase.GIVE, TurnPhase.SEND):
        yield from _emissaries(course, layout)
    else:
        yield from _refills(course, layout)


def _emissaries(course: Course, layout: ConfirmedLayout) -> Iterator[Course]:
    name = course.game.position.player.name
    places = legal_places(course.game.position.conclave)
    if not places:
        yield from _tried(course, PassTurn(name))
    for cell in places:
        seen = layout[cell]
        if isinstance(seen, Mage):
            yield from _tried(course, SendEmissary(name, seen, cell))


def _refills(course: Course, layout: ConfirmedLayout) -> Iterator[Course]:
    """The draw nobody sees, and the refill as far as it has been laid."""
    position = course.game.position
    name = position.player.name
    drawn = course
    if position.phase is TurnPhase.DRAW:
        drawn = next(iter(_tried(course, DrawCard(name, DrawDeck.LEFT))), course)
        if drawn is course:
            return
    cells = _cells_to_refill(drawn.game)
    if drawn.game.position.phase is not TurnPhase.REFILL or not cells:
        yield drawn
        return
    laid = _laid_so_far(cells, layout)
    if len(laid) == len(cells):
        yield from _tried(drawn, RefillConclave(name, tuple(laid.values()), cells=cells))
    elif laid:
        yield replace(drawn, laid=MappingProxyType(laid))


def _laid_so_far(cells: tuple[Cell, ...], layout: ConfirmedLayout) -> dict[Cell, Mage]:
    """The leading cells of the refill that show a card."""
    laid: dict[Cell, Mage] = {}
    for cell in cells:
        seen: Seen = layout[cell]
        if not isinstance(seen, Mage):
            break
        laid[cell] = seen
    return laid


def _cells_to_refill(game: Game) -> tuple[Cell, ...]:
    position = game.position
    return cells_to_refill(position.conclave, position.starting_corner, position.draw_decks.cards_left)


def _tried(course: Course, command: Command) -> Iterator[Course]:
    """The course after the command, if the rules and what is known allow it."""
    try:
        yield course.after(command)
    except ConclaveError:
        return
