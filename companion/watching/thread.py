"""The thread of one game: asks the referee what layouts mean, and waits where hands are slow."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.conclave.commands import Command, DrawCard, RefillConclave, SendEmissary
from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import CELLS, Cell, Corner
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.errors import ConclaveError
from companion.games.conclave.events import FollowersGained, TurnEvent
from companion.games.conclave.game import Game
from companion.games.conclave.refill_the_conclave import CELLS_LEFT_EMPTY
from companion.games.conclave.structure_of_a_round import TurnPhase
from companion.table.course import Course
from companion.table.explanation import Explained, explain_layout
from companion.table.layout import ConfirmedLayout, Doubt
from companion.table.referee import (
    Difference,
    Discrepancy,
    EmissarySeen,
    EmissaryWithdrawn,
    FollowersSeenLeaving,
    Notice,
    Referee,
    RefillSeen,
    begin,
)
from companion.table.underway import Underway
from companion.watching.happenings import (
    CardReadAnew,
    Happening,
    MagicCrisisSeen,
    StartingCornerSeen,
    TurnOver,
)
from companion.watching.pace import Pace
from companion.watching.starting_corners import StartingCorners


@dataclass(frozen=True, slots=True)
class Told:
    """A happening, the commands it means, and the cells to look at before it is relied on."""

    happening: Happening
    commands: tuple[Command, ...] = ()
    to_check: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """When a layout was seen, whether nothing moved then, and whether the table was in sight all along."""

    seconds: float
    calm: bool = True
    unbroken: bool = True


class GameThread:
    """Follows one game. A discrepancy is declared only once the table stays as it is."""

    def __init__(self, underway: Underway, pace: Pace, corner: Corner | None = None) -> None:
        self.referee = begin(underway.game, underway.followers, underway.turn_start)
        self._pace = pace
        self._corners = StartingCorners(corner, self.game.position.starting_corner)
        self._unsaid: tuple[Command, ...] = ()
        self._seen: ConfirmedLayout | None = None
        self._waiting: tuple[Referee, float] | None = None  # a referee who lost the thread, and since when

    @property
    def game(self) -> Game:
        """The game as far as the table has shown it."""
        return self.referee.game

    @property
    def lost(self) -> Discrepancy | None:
        """What cannot be explained, once that was declared."""
        return self.referee.lost

    @property
    def to_be_refilled(self) -> frozenset[Cell]:
        """The empty cells while a refill is due: which of them it fills hangs on the starting corner."""
        position, course = self.game.position, self.referee.course
        is_due = position.in_turns and position.phase in (TurnPhase.DRAW, TurnPhase.REFILL)
        empty = position.conclave.empty_cells
        if not is_due or course.lingering or len(empty) <= CELLS_LEFT_EMPTY:
            return frozenset()
        return frozenset(empty)

    def followers_gone(self, layout: ConfirmedLayout) -> frozenset[Cell]:
        """The cells of followers who were taken, if that is how the rules alone explain a layout."""
        explanation = explain_layout(self.referee.course, layout)
        if layout.doubts or not isinstance(explanation, Explained):
            return frozenset()
        events = [event for step in explanation.course.steps for event in step.events]
        return frozenset(
            cell for event in events if isinstance(event, FollowersGained) for cell, _ in event.followers
        )

    def watch(self, layout: ConfirmedLayout, moment: Moment) -> list[Told]:
        """What a layout means; the same one again only lets time pass."""
        if layout == self._seen:
            return self._wait(layout, moment)
        self._seen = layout
        if self._hides_the_difference(layout):
            return []
        referee, notices = self._explained(layout, unbroken=moment.unbroken)
        if self._may_be_another_corner(layout, notices):
            return []
        if referee.lost is not None:
            # Hands that go on with something that nobody can explain do not make it wait any longer.
            is_lost_already = self._waiting is not None and self._waiting[0].lost is not None
            since = self._waiting[1] if self._waiting and is_lost_already else moment.seconds
            self._waiting = (referee, since)
            return self._wait(layout, moment)
        self.referee = referee
        self._waiting = (referee, moment.seconds) if referee.unfinished else None
        seen = self._corners.after(notices, referee)
        corner = [] if seen is None else [Told(StartingCornerSeen(seen))]
        return [*corner, *self._with_commands(notices), *self._end_turn()]

    def decide(self, command: Command) -> tuple[TurnEvent, ...]:
        """Carry out what no camera sees; refused as the rules refuse it."""
        self.referee, events = self.referee.decide(command)
        self._seen = None
        return events

    def explains(self, layout: ConfirmedLayout) -> bool:
        """Whether the rules lead from here to a layout, in one way or several."""
        lost = self._explained(layout, unbroken=False)[0].lost
        return lost is None or bool(lost.choices)

    def go_on_from(self, underway: Underway) -> None:
        """Take another game for the truth, after a correction by hand; the table is explained from there."""
        self.referee = begin(underway.game, underway.followers)
        self._seen, self._waiting, self._unsaid = None, None, ()

    def read_anew(self, cell: Cell, before: Mage, mage: Mage) -> list[Told]:
        """A card that the game took for another is this one; a turn that may hang on it is judged again."""
        if before == mage or self.game.position.conclave[cell] != before:
            return []
        told: list[Told] = [Told(CardReadAnew(cell, before, mage))]
        self._seen, course, start = None, self.referee.course, self.referee.turn_start
        if start.game.position.conclave[cell] != before:
            # It was laid since: an Emissary is judged anew by itself, a refill changes no verdict.
            if cell in self._sent_to():
                return []
            self.referee = replace(self.referee, course=_with_card(course, cell, mage))
            return told
        if course != start and not any(_is_in_line(cell, one) for one in self._sent_to()):
            start, course = _with_card(start, cell, mage), _with_card(course, cell, mage)
            self.referee = replace(self.referee, course=course, turn_start=start)
            return told
        start = _with_card(start, cell, mage)
        if self.referee.turn_start != course:
            told += [Told(EmissaryWithdrawn(start.game.position.player.name, one)) for one in self._sent_to()]
        self.referee, self._unsaid = Referee(start, start), ()
        return told

    def _sent_to(self) -> list[Cell]:
        before, after = self.referee.turn_start.game.position, self.game.position
        return [cell for cell in before.conclave.empty_cells if after.conclave[cell] is not None][:1]

    def _hides_the_difference(self, layout: ConfirmedLayout) -> bool:
        """Whether a hand lies over what could not be explained: that alone makes nothing fit."""
        if self.lost is None:
            return False
        cells = [one.cell for one in self.lost.differences] or CELLS
        return any(isinstance(layout[cell], Doubt) for cell in cells)

    def _wait(self, layout: ConfirmedLayout, moment: Moment) -> list[Told]:
        if self._waiting is None or not moment.calm:
            return []
        referee, since = self._waiting
        patience = self._pace.unfinished_seconds if referee.unfinished else self._pace.discrepancy_seconds
        if moment.seconds - since < patience:
            return []
        self._waiting = None
        found = referee.lost or _refill_missing(referee, layout)
        if found is None or found == self.referee.lost:
            return []
        self.referee = replace(self.referee, lost=found, steps=(), unfinished=False)
        return [Told(found)]

    def _explained(self, layout: ConfirmedLayout, *, unbroken: bool) -> tuple[Referee, tuple[Notice, ...]]:
        """Ask the referee; while nobody knows the starting corner, each corner that is still possible."""
        referee, notices = self.referee.watch(layout, unbroken=unbroken)
        if referee.lost is None or self._corners.are_known:
            return referee, notices
        for corner in self._corners.possible:
            other, told = self.referee.with_starting_corner(corner).watch(layout, unbroken=unbroken)
            if other.lost is None:
                return other, told
        return referee, notices

    def _may_be_another_corner(self, layout: ConfirmedLayout, notices: tuple[Notice, ...]) -> bool:
        """Whether the refill that was told may be an Emissary, and the refill lie where nothing can be seen.

        Only while nobody knows the starting corner: else the rules say where the refill must lie.
        """
        if self._corners.are_known or not any(isinstance(notice, RefillSeen) for notice in notices):
            return False
        return any(isinstance(layout[cell], Doubt) for cell in self.to_be_refilled)

    def _with_commands(self, notices: tuple[Notice, ...]) -> list[Told]:
        """Give each notice the commands it shows; those that show nothing wait for the next that does."""
        left = [*self._unsaid, *(step.command for step in self.referee.steps)]
        told: list[Told] = []
        several = sum(isinstance(notice, EmissarySeen) for notice in notices) > 1
        for notice in _with_missed_turns_marked(notices) if several else notices:
            commands: list[Command] = []
            if isinstance(notice, EmissaryWithdrawn):
                left = left[len(self._unsaid) :]
            elif isinstance(notice, EmissarySeen | RefillSeen):
                kind = SendEmissary if isinstance(notice, EmissarySeen) else RefillConclave
                while left and not (commands and isinstance(commands[-1], kind)):
                    commands.append(left.pop(0))
            told.append(Told(notice, tuple(commands), _cells_of(notice) if several else ()))
            if isinstance(notice, EmissarySeen) and notice.verdict.magic_crisis:
                told.append(Told(MagicCrisisSeen(notice.player, notice.mage, notice.cell, notice.verdict)))
        self._unsaid = tuple(left)
        return told

    def _end_turn(self) -> list[Told]:
        """Once followers are gone and nothing is to be refilled only the draw is left, which nobody sees."""
        position = self.game.position
        course = self.referee.course
        if self.referee.unfinished or course.lingering or course.laid or not position.in_turns:
            return []
        if position.phase is not TurnPhase.DRAW:
            return []
        draw = DrawCard(position.player.name, DrawDeck.LEFT)
        try:
            referee, _ = self.referee.decide(draw)
        except ConclaveError:
            return []
        after = referee.game.position
        if after.phase is TurnPhase.REFILL and after.seat == position.seat:
            return []
        self.referee = referee
        commands, self._unsaid = (*self._unsaid, draw), ()
        return [Told(TurnOver(draw.player, after.player.name if after.in_turns else None), commands)]


def _with_missed_turns_marked(notices: tuple[Notice, ...]) -> list[Notice]:
    """Where one layout shows several Emissaries, nobody saw how they came: that is to be checked."""
    return [
        replace(notice, unbroken=False) if isinstance(notice, EmissarySeen) else notice for notice in notices
    ]


def _cells_of(notice: Notice) -> tuple[Cell, ...]:
    match notice:
        case EmissarySeen():
            return (notice.cell,)
        case FollowersSeenLeaving():
            return notice.cells
        case RefillSeen():
            return tuple(cell for cell, _ in notice.mages)
    return ()


def _is_in_line(cell: Cell, emissary: Cell) -> bool:
    """Whether the verdict on an Emissary may hang on a cell."""
    return cell.row == emissary.row or cell.column == emissary.column


def _with_card(course: Course, cell: Cell, mage: Mage) -> Course:
    position = course.game.position
    conclave = position.conclave.without([cell]).with_card(cell, mage)
    return replace(course, game=Game(replace(position, conclave=conclave)))


def _refill_missing(referee: Referee, layout: ConfirmedLayout) -> Discrepancy | None:
    cells = referee.course.misfits(layout)
    return (
        Discrepancy(tuple(Difference(cell, referee.course.expects(cell), layout[cell]) for cell in cells))
        if cells
        else None
    )
