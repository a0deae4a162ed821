"""The journal: every game there ever was here. What it acknowledges is on the disk."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.games.conclave.commands import Command
from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import Cell
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.events import GameSetUp, TurnEvent
from companion.games.conclave.game_setup import lay_card
from companion.games.conclave.rulings import PlainRule
from companion.journal.corrections import Correction, Laid, Replaced, Withdrawn, print_correction
from companion.journal.counting import CountStep, ZonePhoto, count_after, print_step
from companion.journal.decisions import print_events, print_laid, print_setup
from companion.journal.entries import Entry, Kind, Note, first_link, seal
from companion.journal.errors import Damaged, JournalError
from companion.journal.evidence import EvidenceFolder
from companion.journal.store import EntryStore
from companion.journal.story import CORNER_UNTOLD, Story, tell
from companion.journal.table_mark import TableMark

FILE_NAME = "journal.sqlite3"
MARK_NAME = "game-on-the-table.txt"
GAME_ID = re.compile(r"[0-9]{8}-[0-9]{6}-[0-9a-f]{8}")
Clock = Callable[[], datetime]


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class OnTheTable:
    """Where the game on the table stopped, if there is one, and those that cannot be gone on with."""

    story: Story | None
    refused: tuple[JournalError, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """A story and what its last entry added to it."""

    story: Story
    events: tuple[TurnEvent, ...] = ()


class Journal:
    """Records decisions and corrections; gives back the stories they tell."""

    def __init__(self, folder: Path, clock: Clock = now, file_name: str = FILE_NAME) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise Damaged(str(folder), problem.strerror or str(problem)) from problem
        self.store = EntryStore(folder / file_name)
        self.evidence = EvidenceFolder(folder / "evidence")
        self.table_mark = TableMark(folder / MARK_NAME)
        self._clock = clock
        self._links: dict[str, str] = {}

    def close(self) -> None:
        """Let the files go."""
        self.store.close()

    def games(self) -> tuple[str, ...]:
        """Every game, the latest begun last."""
        return self.store.games()

    def story(self, game: str) -> Story:
        """A game from the disk, its chain checked."""
        entries = self.store.entries(game)
        self._links[game] = entries[-1].digest
        return tell(entries)

    def on_the_table(self) -> OnTheTable:
        """What a restart goes on with; a damaged game is named, and left as it is."""
        refused: list[JournalError] = []
        for game in reversed(self.table_mark.choose(self.games())):
            try:
                return OnTheTable(self.story(game), tuple(refused))
            except JournalError as problem:
                refused.append(problem)
        return OnTheTable(None, tuple(refused))

    def start(
        self, setup: GameSetUp, author: str, frames: Sequence[bytes] = (), *, corner_told: bool = True
    ) -> Story:
        """Begin a game, with the frames that show the table as it was laid.

        Without `corner_told` the starting corner is assumed, until the first refill shows it.
        """
        started = self._clock()
        game = f"{started:%Y%m%d-%H%M%S}-{secrets.token_hex(4)}"
        self._links[game] = first_link(game)
        evidence = tuple(self.evidence.keep(frame) for frame in frames)
        said = "" if corner_told else CORNER_UNTOLD
        note = Note(Kind.SETUP, print_setup(setup), author, said, evidence)
        return tell([self._append(game, 0, note)])

    def lay(self, story: Story, cell: Cell, card: Mage | None, author: str) -> Story:
        """Set a card of the first Conclave, before the first turn or as a correction afterwards."""
        if story.moves:
            return self.correct(story, Laid(cell, card), author, "")
        lay_card(story.setup, cell, card)
        return self._add(story, Note(Kind.LAID, print_laid(cell, card), author))

    def record(self, story: Story, command: Command, author: str, frames: Sequence[bytes] = ()) -> Told:
        """Put a decision to the rules and keep what follows from it, with its frames."""
        if story.is_being_laid:
            raise AgainstTheRules(PlainRule.SETUP_LAYOUT, "cards of the first Conclave are still missing")
        if story.count is not None:
            raise AgainstTheRules(PlainRule.GAME_OVER, "the zones are being counted")
        _, events = story.game.apply(command)
        evidence = tuple(self.evidence.keep(frame) for frame in frames)
        note = Note(Kind.DECISION, print_events(events, story.names), author, evidence=evidence)
        return Told(self._add(story, note), events)

    def undo(self, story: Story, place: int, author: str, reason: str) -> Story:
        """Withdraw a decision; those after it are judged anew."""
        story.index_of(place)
        return self.correct(story, Withdrawn(place), author, reason)

    def replace(self, story: Story, place: int, command: Command, author: str, reason: str) -> Story:
        """Put another decision in the place of a past one; those after it are judged anew."""
        _, events = story.before(place).apply(command)
        return self.correct(story, Replaced(place, events), author, reason)

    def correct(self, story: Story, correction: Correction, author: str, reason: str) -> Story:
        """Keep a correction."""
        story.corrected(correction, story.entries)  # refuses before anything is written
        return self._add(
            story, Note(Kind.CORRECTION, print_correction(correction, story.names), author, reason)
        )

    def open_dispute(self, story: Story, author: str, reason: str) -> Story:
        """Ask the judge; until it is settled the public tally stands still."""
        return self._add(story, Note(Kind.DISPUTE, "opened", author, reason))

    def settle_dispute(self, story: Story, author: str, reason: str, *, upheld: bool) -> Story:
        """The judge's word."""
        return self._add(story, Note(Kind.DISPUTE, "upheld" if upheld else "overturned", author, reason))

    def count(self, story: Story, step: CountStep, author: str, pieces: Sequence[bytes] = ()) -> Story:
        """Keep one step of the count of the zones, with the photo that it brings."""
        count_after(
            story.count, step, story.names, ZonePhoto(story.entries, ())
        )  # refuses before it is written
        evidence = tuple(self.evidence.keep(piece) for piece in pieces)
        return self._add(story, Note(Kind.COUNT, print_step(step), author, evidence=evidence))

    def delete(self, game: str) -> None:
        """Forget a whole game and the frames that only it cited."""
        self.store.entries(game)
        self.store.delete(game)
        self._links.pop(game, None)
        self.evidence.forget_all_but(self.store.evidence_cited())

    def _add(self, story: Story, note: Note) -> Story:
        entry = self._append(story.game_id, story.entries, note)
        return story.after_entry(entry)

    def _append(self, game: str, place: int, note: Note) -> Entry:
        at = self._clock().isoformat(timespec="milliseconds")
        entry = seal(game, place, at, note, self._links[game])
        self.store.append([entry])
        self._links[game] = entry.digest
        return entry
