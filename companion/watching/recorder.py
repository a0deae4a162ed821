"""Keeps a watched game in the journal: each decision with the frame that showed it, stored before it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from companion.games.conclave.commands import Command, RefillConclave, SendEmissary
from companion.games.conclave.events import ConclaveRefilled, EmissarySent, TurnEvent
from companion.journal.corrections import Correction, Laid, StartsAt
from companion.journal.journal import Journal
from companion.journal.story import Story
from companion.table.referee import EmissaryWithdrawn
from companion.watching.happenings import CardReadAnew, GameBegun, StartingCornerSeen, WatchEvent

AUTHOR = "camera"
# Reasons are codes where no person gives them: each language has its own words for them.
READ_ANEW = "read-anew"
WITHDRAWN = "withdrawn-at-the-table"
CORNER_SEEN = "corner-seen"
PICTURES_WAITING = 40  # entries whose pictures wait for a full disk: some ten turns


@dataclass(slots=True)
class _Step:
    """One entry that is to be written, and the pictures that it cites."""

    write: Callable[[tuple[bytes, ...]], None]
    pieces: tuple[bytes, ...] = ()


class GameRecorder:
    """Writes what a watcher tells into a journal; a story is at hand once the game has begun.

    What the disk refuses waits, in its order, and is tried again with the next event. Decisions are small and
    all of them wait; of their pictures only the newest do, so that a disk that stays full fills no memory.
    """

    def __init__(self, journal: Journal, story: Story | None = None, author: str = AUTHOR) -> None:
        self._journal, self._author = journal, author
        self._waiting: deque[_Step] = deque()
        self.story = story

    @property
    def waiting(self) -> int:
        """How many entries the disk has not taken yet."""
        return len(self._waiting)

    def keep(self, event: WatchEvent) -> None:
        """Record an event; JournalError says what the disk refuses, and nothing is lost that was kept."""
        self._waiting += self._steps(event)
        self._let_go_of_pictures()
        self.try_again()

    def try_again(self) -> None:
        """Write what waits."""
        while self._waiting:
            step = self._waiting[0]
            step.write(step.pieces)
            self._waiting.popleft()

    def _let_go_of_pictures(self) -> None:
        with_pictures = [step for step in self._waiting if step.pieces]
        for step in with_pictures[:-PICTURES_WAITING]:
            step.pieces = ()

    def _steps(self, event: WatchEvent) -> Iterator[_Step]:
        """What an event means to the journal, entry by entry."""
        pieces = pieces_of(event)
        match event.happening:
            case GameBegun():
                yield _Step(partial(self._begin, event.happening), pieces)
            case EmissaryWithdrawn():
                yield _Step(lambda _: self._withdraw())
            case StartingCornerSeen():
                corner = StartsAt(event.happening.corner)
                yield _Step(lambda _: self._correct(corner, CORNER_SEEN))
            case CardReadAnew():
                anew = event.happening
                yield _Step(lambda _: self._read_anew(anew))
        for command in event.commands:
            yield _Step(partial(self._record, command), pieces)

    @property
    def _told(self) -> Story:
        if self.story is None:
            raise ValueError("no game has begun")
        return self.story

    def _begin(self, begun: GameBegun, pieces: tuple[bytes, ...]) -> None:
        told = "starting_corner" not in begun.assumed
        self.story = self._journal.start(begun.setup, self._author, pieces, corner_told=told)
        self._journal.table_mark.put(self.story.game_id)

    def _record(self, command: Command, pieces: tuple[bytes, ...]) -> None:
        self.story = self._journal.record(self._told, command, self._author, pieces).story

    def _correct(self, correction: Correction, reason: str) -> None:
        self.story = self._journal.correct(self._told, correction, self._author, reason)

    def _withdraw(self) -> None:
        """Undo the last Emissary and what followed it."""
        while self._told.moves:
            last = self._told.moves[-1]
            self.story = self._journal.undo(self._told, last.place, self._author, WITHDRAWN)
            if isinstance(last.events[0], EmissarySent):
                break

    def _read_anew(self, anew: CardReadAnew) -> None:
        """Correct the decision that laid the card, or the first Conclave if none did."""
        for move in reversed(self._told.moves):
            command = _laying_again(move.events[0], anew)
            if command is not None:
                self.story = self._journal.replace(self._told, move.place, command, self._author, READ_ANEW)
                return
        self._correct(Laid(anew.cell, anew.mage), READ_ANEW)


def pieces_of(event: WatchEvent) -> tuple[bytes, ...]:
    """What an entry cites for an event."""
    evidence = event.evidence
    return () if evidence is None else evidence.pieces or (evidence.frame_jpeg,)


def _laying_again(event: TurnEvent, anew: CardReadAnew) -> Command | None:
    """The command that lays the right card, if this event laid the wrong one into that cell."""
    if isinstance(event, EmissarySent) and event.cell == anew.cell:
        return SendEmissary(event.player, anew.mage, event.cell)
    if isinstance(event, ConclaveRefilled) and anew.cell in dict(event.mages):
        mages = tuple(anew.mage if cell == anew.cell else mage for cell, mage in event.mages)
        return RefillConclave(event.player, mages)
    return None
