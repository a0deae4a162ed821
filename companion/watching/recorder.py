"""Keeps a watched game in the journal: each decision with the frame that showed it, stored before it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial

from companion.games.conclave.commands import Command, RefillConclave, SendEmissary
from companion.games.conclave.events import ConclaveRefilled, EmissarySent, TurnEvent
from companion.journal.corrections import Correction, Laid, StartsAt
from companion.journal.journal import Journal
from companion.journal.story import Story
from companion.table.referee import EmissaryWithdrawn
from companion.watching.happenings import CardReadAnew, GameBegun, StartingCornerSeen, WatchEvent

AUTHOR = "camera"
READ_ANEW = "the card was read anew"
WITHDRAWN = "the table shows it withdrawn"
CORNER_SEEN = "the first refill shows it"


class GameRecorder:
    """Writes what a watcher tells into a journal; a story is at hand once the game has begun.

    What the disk refuses waits, in its order, and is tried again with the next event.
    """

    def __init__(self, journal: Journal, story: Story | None = None, author: str = AUTHOR) -> None:
        self._journal, self._author = journal, author
        self._waiting: deque[Callable[[], None]] = deque()
        self.story = story

    def keep(self, event: WatchEvent) -> None:
        """Record an event; JournalError says what the disk refuses, and nothing is lost that was kept."""
        self._waiting += self._steps(event)
        while self._waiting:
            self._waiting[0]()
            self._waiting.popleft()

    def _steps(self, event: WatchEvent) -> Iterator[Callable[[], None]]:
        """What an event means to the journal, entry by entry."""
        match event.happening:
            case GameBegun():
                yield partial(self._begin, event.happening, pieces_of(event))
            case EmissaryWithdrawn():
                yield self._withdraw
            case StartingCornerSeen():
                yield partial(self._correct, StartsAt(event.happening.corner), CORNER_SEEN)
            case CardReadAnew():
                yield partial(self._read_anew, event.happening)
        for command in event.commands:
            yield partial(self._record, command, pieces_of(event))

    @property
    def _told(self) -> Story:
        if self.story is None:
            raise ValueError("no game has begun")
        return self.story

    def _begin(self, begun: GameBegun, pieces: tuple[bytes, ...]) -> None:
        self.story = self._journal.start(begun.setup, self._author, pieces)

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
