"""The referee: follows the table from layout to layout, and says what happened or what does not fit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.games.conclave.commands import Command, SendEmissary
from companion.games.conclave.components import Card, Mage
from companion.games.conclave.conclave import Cell, Corner
from companion.games.conclave.events import ConclaveRefilled, FollowersGained, TurnEvent
from companion.games.conclave.game import Game
from companion.games.conclave.verdict import Verdict, judge
from companion.table.course import Course, Step
from companion.table.explanation import Ambiguous, Explained, Explanation, Unfinished, explain_layout
from companion.table.layout import ConfirmedLayout, Doubt, Seen


@dataclass(frozen=True, slots=True)
class EmissarySeen:
    """An Emissary stands in the Conclave, with the verdict on it.

    `unbroken` is False when the table was out of sight before: the rules explain what lies there, but a turn
    that left no trace may have been missed, so somebody should say that it was so.
    """

    player: str
    mage: Mage
    cell: Cell
    verdict: Verdict
    unbroken: bool


@dataclass(frozen=True, slots=True)
class EmissaryWithdrawn:
    """The Emissary was taken back, moved or read anew before the turn went on."""

    player: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class FollowersSeenLeaving:
    """All who were to be taken have left the Conclave."""

    player: str
    cells: tuple[Cell, ...]
    mages: tuple[Mage, ...]


@dataclass(frozen=True, slots=True)
class RefillSeen:
    """The Conclave was refilled as the rules ask."""

    player: str
    mages: tuple[tuple[Cell, Mage], ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A cell that does not fit: what the rules expect there, and what the table shows."""

    cell: Cell
    expected: tuple[Card | None, ...]
    seen: Seen


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """The table cannot be explained; play pauses until it fits again or somebody corrects."""

    differences: tuple[Difference, ...]
    choices: tuple[tuple[Command, ...], ...] = ()  # where several courses fit: which was it?


@dataclass(frozen=True, slots=True)
class ThreadResumed:
    """The table fits again after a discrepancy."""


Notice = EmissarySeen | EmissaryWithdrawn | FollowersSeenLeaving | RefillSeen | Discrepancy | ThreadResumed


@dataclass(frozen=True, slots=True)
class Referee:
    """Everything the referee knows. Immutable: each layout gives a new referee and its notices."""

    course: Course
    turn_start: Course  # before the last Emissary, for one that is withdrawn
    leaving: FollowersSeenLeaving | None = None  # to be said once all of them are gone
    lost: Discrepancy | None = None
    steps: tuple[Step, ...] = ()  # that the last layout showed, each with its command
    unfinished: bool = False  # the last layout shows hands in the middle of a refill

    @property
    def game(self) -> Game:
        """The game as far as the table has shown it."""
        return self.course.game

    def decide(self, command: Command) -> tuple[Referee, tuple[TurnEvent, ...]]:
        """Carry out a command that the camera cannot see, such as a pile given away."""
        course = self.course.after(command)
        events = course.steps[-1].events
        settled = replace(course, steps=())
        start = settled if self.turn_start == self.course else self.turn_start
        return replace(self, course=settled, turn_start=start, steps=()), events

    def with_starting_corner(self, corner: Corner) -> Referee:
        """The same referee, had the refill started from another corner all along."""
        course, start = _with_corner(self.course, corner), _with_corner(self.turn_start, corner)
        return replace(self, course=course, turn_start=start)

    def watch(self, layout: ConfirmedLayout, *, unbroken: bool = True) -> tuple[Referee, tuple[Notice, ...]]:
        """Explain a layout from here or, failing that, by an Emissary withdrawn, moved or read anew.

        `unbroken` says whether the whole table stayed in sight since the last layout.
        """
        explanation = explain_layout(self.course, layout)
        if isinstance(explanation, Explained | Unfinished):
            after, notices = self._go_on(explanation.course, unbroken=unbroken)
            return replace(after, unfinished=isinstance(explanation, Unfinished)), notices
        again = explain_layout(self.turn_start, layout)
        if isinstance(again, Explained) and len(again.course.steps) <= 1 and self._saw_withdrawal(layout):
            back = replace(self, course=self.turn_start, leaving=None)
            after, notices = back._go_on(again.course, unbroken=unbroken)
            return after, (*_withdrawals(self), *notices)
        return self._lose(explanation, layout)

    def _saw_withdrawal(self, layout: ConfirmedLayout) -> bool:
        """Whether something else is seen where the Emissary lay; one under a hand lies there still."""
        return any(not isinstance(layout[one.cell], Doubt) for one in _withdrawals(self))

    def _go_on(self, course: Course, *, unbroken: bool) -> tuple[Referee, tuple[Notice, ...]]:
        notices: list[Notice] = [ThreadResumed()] if self.lost else []
        leaving, start = self.leaving, self.turn_start
        for step in course.steps:
            if leaving is not None:  # a next step is believed only once they are gone
                notices.append(leaving)
                leaving = None
            notices += _notices_of(step, unbroken=unbroken)
            if isinstance(step.command, SendEmissary):
                start = Course(step.before)
                leaving = _leaving(step)
        if leaving is not None and not course.lingering:
            notices.append(leaving)
            leaving = None
        return Referee(replace(course, steps=()), start, leaving, steps=course.steps), tuple(notices)

    def _lose(self, explanation: Explanation, layout: ConfirmedLayout) -> tuple[Referee, tuple[Notice, ...]]:
        discrepancy = _discrepancy(explanation, layout)
        notices = () if self.lost == discrepancy else (discrepancy,)
        return replace(self, lost=discrepancy, steps=(), unfinished=False), notices


def begin(
    game: Game, followers: tuple[tuple[Cell, Mage], ...] = (), turn_start: Game | None = None
) -> Referee:
    """A referee for a game whose Conclave the table shows; `followers` of this turn may still lie there.

    `turn_start` is the game before its last Emissary, if one was sent.
    """
    course = Course(game, MappingProxyType(dict(followers)))
    leaving = _seen_leaving(game.position.player.name, followers) if followers else None
    return Referee(course, course if turn_start is None else Course(turn_start), leaving)


def _with_corner(course: Course, corner: Corner) -> Course:
    return replace(course, game=Game(replace(course.game.position, starting_corner=corner)))


def _notices_of(step: Step, *, unbroken: bool) -> list[Notice]:
    if isinstance(step.command, SendEmissary):
        sent = step.command
        verdict = judge(
            step.before.position.conclave.with_card(sent.cell, sent.mage),
            sent.cell,
            step.before.position.edition,
        )
        return [EmissarySeen(sent.player, sent.mage, sent.cell, verdict, unbroken)]
    return [
        RefillSeen(event.player, event.mages) for event in step.events if isinstance(event, ConclaveRefilled)
    ]


def _leaving(step: Step) -> FollowersSeenLeaving | None:
    gained = [event for event in step.events if isinstance(event, FollowersGained) and event.followers]
    if not gained:
        return None
    return _seen_leaving(gained[0].player, gained[0].followers)


def _seen_leaving(player: str, followers: tuple[tuple[Cell, Mage], ...]) -> FollowersSeenLeaving:
    cells, mages = zip(*followers, strict=True)
    return FollowersSeenLeaving(player, cells, mages)


def _withdrawals(referee: Referee) -> list[EmissaryWithdrawn]:
    """The Emissary that is no longer believed: the card that the last turn had laid."""
    before, after = referee.turn_start.game.position, referee.game.position
    laid = [cell for cell in before.conclave.empty_cells if after.conclave[cell] is not None]
    return [EmissaryWithdrawn(before.player.name, cell) for cell in laid[:1]]


def _discrepancy(explanation: Explanation, layout: ConfirmedLayout) -> Discrepancy:
    if isinstance(explanation, Ambiguous):
        choices = tuple(tuple(step.command for step in course.steps) for course in explanation.courses)
        return Discrepancy((), choices)
    if isinstance(explanation, Explained | Unfinished):
        raise ValueError("an explained layout is no discrepancy")
    nearest = explanation.nearest
    return Discrepancy(
        tuple(Difference(cell, nearest.expects(cell), layout[cell]) for cell in explanation.misfits)
    )
