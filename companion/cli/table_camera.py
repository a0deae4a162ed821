"""The camera of a served table: what it sees goes into the journal, what people decide goes to it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from dataclasses import replace

from companion.cli.camera_messages import (
    Doing,
    Follow,
    GoOnFrom,
    Happened,
    PlayAgain,
    PushFrame,
    SayCard,
    Word,
)
from companion.cli.camera_process import CameraProcess
from companion.cli.camera_source import Eyes
from companion.cli.watched_story import accepted, began, chosen, is_in_turns, kept, opening_of
from companion.games.conclave.components import Deck, Mage
from companion.games.conclave.conclave import Cell
from companion.games.conclave.errors import ConclaveError
from companion.journal.errors import DiskFull, JournalError
from companion.journal.story import Story
from companion.server.camera import CameraView, Sighted
from companion.server.live_table import LiveTable
from companion.server.refusals import Refused
from companion.table.referee import Discrepancy, EmissarySeen
from companion.table.underway import underway
from companion.watching.happenings import GameBegun, WatchEvent
from companion.watching.opening import Opening
from companion.watching.recorder import pieces_of

RESTART_SECONDS = 3.0
UNREACHABLE = "unreachable"
RETRY_SECONDS = 3.0
PHONE_GONE_SECONDS = 120.0  # a phone that has brought no picture for so long is no camera any more
SOMEBODY = ("1", "2")  # players while nobody has begun a game: cards are looked for, nothing is recorded


class WatchedTable:
    """Keeps the table and its camera in step. All of it happens in the server's own thread."""

    def __init__(self, table: LiveTable, deck: Deck, eyes: Eyes) -> None:
        self._table, self._deck, self._eyes = table, deck, eyes
        self._process: CameraProcess | None = None
        self._hearing: asyncio.Task[None] | None = None
        self._generation = 0
        self._followed: str | None = None  # the game that the watcher knows
        self._doing = Doing(CameraView())
        self._unsure: frozenset[tuple[int, int]] = frozenset()  # cells on which the last verdict rests
        self._discrepancy: Discrepancy | None = None
        self._has_run = False  # whether the camera ever showed anything
        self._leaving: asyncio.TimerHandle | None = None  # when a phone's camera is given up
        self._refusal = ""  # why the last thing seen could not be kept: an advice to whoever can mend it

    @property
    def takes_frames(self) -> bool:
        """Whether a phone may bring the pictures."""
        return self._eyes.source is None

    def open(self) -> None:
        """Begin to watch."""
        if self._process is not None:
            return
        self._process = CameraProcess(self._eyes, asyncio.get_running_loop())
        self._hearing = asyncio.create_task(self._hear(self._process))
        self._followed = None
        self._tell_of(CameraView(phone=self.takes_frames))
        self.go_on_from(self._table.story)

    def close(self) -> None:
        """Stop watching at once."""
        if self._hearing is not None:
            self._hearing.cancel()
        if self._process is not None:
            self._process.close()
        if self._leaving is not None:
            self._leaving.cancel()
        self._process = self._hearing = self._leaving = None

    def use(self, deck_name: str, deck: Deck) -> None:
        """Watch with another deck from now on, or with the same one as it is now."""
        self._deck, self._eyes = deck, replace(self._eyes, deck_name=deck_name)
        if self._process is not None:
            self.close()
            self.open()

    def push(self, frame_jpeg: bytes) -> None:
        """Take a picture that a phone brought; the first one opens the camera."""
        self.open()
        if self._process is not None:
            self._process.wish(PushFrame(frame_jpeg))
        if self._leaving is not None:
            self._leaving.cancel()
        self._leaving = asyncio.get_running_loop().call_later(PHONE_GONE_SECONDS, self._phone_is_gone)

    def tell(self, cell: Cell, card: Mage | None) -> None:
        """Take a person's word for what lies in a cell."""
        if self._process is not None:
            self._process.wish(SayCard(cell, card))

    async def choose(self, number: int, author: str) -> None:
        """Take a person's word for which course of play explains the table."""
        found = self._discrepancy
        if found is None or number >= len(found.choices):
            raise Refused(409, "stale", "that is no choice any more")
        await self._table.change(
            lambda story: chosen(self._table.journal, story, found.choices[number], author)
        )

    async def accept(self, author: str) -> None:
        """Take what the table shows for the truth and play on from it."""
        layout = self._doing.layout
        await self._table.change(lambda story: accepted(self._table.journal, story, layout, author))

    def _phone_is_gone(self) -> None:
        """Take an old picture for no table: the game goes on by hand until a phone shows it again."""
        self.close()
        self._table.sights.clear()
        self._table.show_camera(None)

    def play_again(self) -> None:
        """Show the film once more, as a game that is still to begin."""
        self._followed = None
        if self._process is not None:
            self._process.wish(PlayAgain())

    def follow(self, opening: Opening, *, waiting: bool = False) -> None:
        """Watch for a game that begins when the table shows it."""
        self._generation += 1
        if self._process is not None:
            self._process.wish(Follow(self._generation, opening, waiting=waiting))

    def go_on_from(self, story: Story | None) -> None:
        """Tell the watcher which game is the truth now."""
        if self._process is None:
            return
        if story is None or not is_in_turns(story):
            if self._followed != "":
                self._followed = ""
                self.follow(Opening(SOMEBODY, self._deck), waiting=True)
                self._generation += 1  # whatever it tells is not recorded
            return
        known = story.game_id == self._followed
        self._followed = story.game_id
        if story.is_being_laid:
            if not known:
                self.follow(opening_of(story))
            return
        self._generation += 1
        if known:
            self._process.wish(GoOnFrom(self._generation, underway(story)))
        else:
            self._process.wish(Follow(self._generation, opening_of(story), underway(story)))

    async def _hear(self, process: CameraProcess) -> None:
        while (word := await process.words.get()) is not None:
            await self._take(word)
        self._tell_of(replace(self._doing.view, source="reopening"))
        await asyncio.sleep(RESTART_SECONDS)
        self._process = None
        self._open_again()

    def _open_again(self) -> None:
        self.open()

    async def _take(self, word: Word) -> None:
        match word:
            case Sighted():
                self._table.sights.show(word)
            case Doing():
                view = self._never_there(word.view)
                self._doing = replace(word, view=_calm(view, self._doing.view))
                self._show()
            case Happened():
                if word.generation == self._generation:
                    for event in word.events:
                        await self._keep(event)

    def _never_there(self, view: CameraView) -> CameraView:
        """A camera that was never there is not gone: whoever started the program is told which one."""
        self._has_run = self._has_run or view.source == "running"
        if self._has_run or view.source != "reopening":
            return view
        if self._doing.view.source != UNREACHABLE:
            print(
                f"Camera {self._eyes.source} cannot be opened; it is tried again. `conclave doctor "
                f"--camera {self._eyes.source}` says what may be wrong. The game can be entered by hand.",
                file=sys.stderr, flush=True,
            )  # fmt: skip
        return replace(view, source=UNREACHABLE)

    def _show(self) -> None:
        asked = {one.cell for one in self._doing.view.asked}
        unsure = tuple(sorted(self._unsure & {*asked, *self._doing.guessed}))
        view = self._doing.view
        advice = (self._refusal, *view.advice) if self._refusal else view.advice
        self._tell_of(replace(view, verdict_unsure=unsure, advice=advice))

    def _tell_of(self, view: CameraView) -> None:
        self._table.show_camera(view)

    async def _keep(self, event: WatchEvent) -> None:
        """Write down what was seen before anybody is told."""
        if isinstance(event.happening, Discrepancy):
            self._discrepancy = event.happening
        if isinstance(event.happening, EmissarySeen):
            self._unsure = frozenset((cell.row, cell.column) for cell in event.unsure)
        journal, author = self._table.journal, self._eyes.author
        if isinstance(event.happening, GameBegun):
            begun = event.happening
            frames = pieces_of(event)
            await self._put(lambda: began(journal, self._table.story, begun, author, frames))
            self._followed = self._table.story.game_id if self._table.story else None
            return
        story = self._table.story
        if story is not None and story.game_id == self._followed:
            await self._put(lambda: kept(journal, self._table.current(), event, author))

    async def _put(self, work: Callable[[], Story]) -> None:
        before = self._table.story
        try:
            await self._table.begin(work, by_camera=True)
        except (JournalError, OSError) as problem:
            self._is_refused(problem)
        except (ConclaveError, Refused) as problem:
            print(f"The camera saw what cannot be recorded: {problem}", file=sys.stderr, flush=True)
            self.go_on_from(before)
        else:
            self._refusal = ""
            self._show()

    def _is_refused(self, problem: Exception) -> None:
        """The disk refuses: everybody is told, and what the table shows is tried again after a while."""
        refusal = "disk_full" if isinstance(problem, DiskFull) else "not_kept"
        if refusal != self._refusal:
            print(f"The camera saw what cannot be kept: {problem}", file=sys.stderr, flush=True)
        self._refusal = refusal
        self._generation += 1  # what follows from it would have nothing to follow from
        self._show()
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self._try_again)

    def _try_again(self) -> None:
        self.go_on_from(self._table.story)


def _calm(view: CameraView, before: CameraView) -> CameraView:
    """The same questions stay as they were asked: odds that waver a little are no news to anybody."""
    asked = {(one.cell, tuple(name for name, _ in one.candidates)): one for one in before.asked}
    again = tuple(asked.get((one.cell, tuple(name for name, _ in one.candidates)), one) for one in view.asked)
    return replace(view, asked=again)
