"""Keeps a watched game in the journal: each decision with the frame that showed it, stored before it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.conclave.commands import Command, RefillConclave, SendEmissary
from companion.games.conclave.events import ConclaveRefilled, EmissarySent, TurnEvent
from companion.journal.corrections import Correction, Laid, StartsAt
from companion.journal.journal import Journal
from companion.journal.story import Story
from companion.table.referee import EmissaryWithdrawn
from companion.watching.happenings import CardReadAnew, GameBegun, StartingCornerSeen, WatchEvent

AUTHOR = "camera"
READ_ANEW = "the card was read anew"


class GameRecorder:
    """Writes what a watcher tells into a journal; a story is at hand once the game has begun."""

    def __init__(self, journal: Journal, story: Story | None = None, author: str = AUTHOR) -> None:
        self._journal, self._author = journal, author
        self.story = story

    def keep(self, event: WatchEvent, evidence: Sequence[bytes] | None = None) -> None:
        """Record an event; JournalError says what the disk refuses, and nothing is lost that was kept.

        `evidence` is a whole testimony in place of the bare frame, from whoever has made one.
        """
        frames: Sequence[bytes] = evidence or ()
        if evidence is None and event.evidence is not None:
            frames = (event.evidence.frame_jpeg,)
        happening = event.happening
        if isinstance(happening, GameBegun):
            self.story = self._journal.start(happening.setup, self._author)
            return
        if self.story is None:
            return
        match happening:
            case EmissaryWithdrawn():
                self._withdraw(self.story)
            case StartingCornerSeen():
                self._correct(self.story, StartsAt(happening.corner), "the first refill shows it")
            case CardReadAnew():
                self._read_anew(self.story, happening)
        for command in event.commands:
            self._record(command, frames)

    def _record(self, command: Command, frames: Sequence[bytes]) -> None:
        if self.story is not None:
            self.story = self._journal.record(self.story, command, self._author, frames).story

    def _correct(self, story: Story, correction: Correction, reason: str) -> None:
        self.story = self._journal.correct(story, correction, self._author, reason)

    def _withdraw(self, story: Story) -> None:
        """Undo the last Emissary and what followed it."""
        while story.moves:
            last = story.moves[-1]
            story = self._journal.undo(story, last.place, self._author, "the table shows it withdrawn")
            if isinstance(last.events[0], EmissarySent):
                break
        self.story = story

    def _read_anew(self, story: Story, anew: CardReadAnew) -> None:
        """Correct the decision that laid the card, or the first Conclave if none did."""
        for move in reversed(story.moves):
            command = _laying_again(move.events[0], anew)
            if command is not None:
                self.story = self._journal.replace(story, move.place, command, self._author, READ_ANEW)
                return
        self._correct(story, Laid(anew.cell, anew.mage), READ_ANEW)


def _laying_again(event: TurnEvent, anew: CardReadAnew) -> Command | None:
    """The command that lays the right card, if this event laid the wrong one into that cell."""
    if isinstance(event, EmissarySent) and event.cell == anew.cell:
        return SendEmissary(event.player, anew.mage, event.cell)
    if isinstance(event, ConclaveRefilled) and anew.cell in dict(event.mages):
        mages = tuple(anew.mage if cell == anew.cell else mage for cell, mage in event.mages)
        return RefillConclave(event.player, mages)
    return None
