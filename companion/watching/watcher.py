"""The watcher: frames in, what happened at the table out, each with the evidence it rests on.

    watcher = TableWatcher(references, Opening(("Ana", "Ben"), deck), FILM)   # STILLS for photos
    for frame in source:
        for event in watcher.feed(frame):    # WatchEvent: frame, seconds, happening, commands, evidence
            ...
    watcher.finish()                         # the film is over

`watcher.state` is the present moment for a preview: lattice, layout, readings, covered cells, what is asked,
the game and the discrepancy. People take part through `decide` (what no camera sees, such as a pile given
away), `say_card` (the answer to a card asked about) and `go_on_from` (after a correction of the past); the
next frame is explained from there. `notice_health` tells it how the source is doing.

It reads no file, writes none and knows no clock but the frames' own. It is not made for two threads at once.
"""

from __future__ import annotations

import cv2

from companion.games.conclave.commands import Command
from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import CELLS, Cell
from companion.games.conclave.errors import ConclaveError
from companion.games.conclave.events import TurnEvent
from companion.games.conclave.game import Game
from companion.table.layout import ConfirmedLayout, Doubt
from companion.watching.beliefs import Beliefs
from companion.watching.happenings import (
    CameraBack,
    CameraStalled,
    CardAsked,
    CellsCovered,
    Evidence,
    GameBegun,
    LayoutConfirmed,
    TableFound,
    TableLost,
    WatchEvent,
    Watching,
    WatchState,
)
from companion.watching.opening import Opening, begin_game
from companion.watching.pace import FILM, Pace
from companion.watching.sight import Look, read_look, sight_for
from companion.watching.thread import GameThread, Moment, Told
from companion.watching.unsure import cells_to_check
from vision.frame import Frame
from vision.opinions import CellReader
from vision.references import DeckReferences
from vision.source_health import SourceHealth

JPEG_QUALITY = 92
LONGEST_STEP_SECONDS = 1.0  # a clock that jumps makes no patience run out


class TableWatcher:
    """Watches one table. Feed it frames in their order."""

    def __init__(
        self,
        deck: DeckReferences,
        opening: Opening,
        pace: Pace = FILM,
        game: Game | None = None,
        network: CellReader | None = None,
    ) -> None:
        """`game` goes on with a game that is known already; else one begins when the table shows it."""
        self._deck, self._opening, self._pace, self._network = deck, opening, pace, network
        self._sight = sight_for(pace)
        self._beliefs = Beliefs(pace)
        self._thread = None if game is None else GameThread(game, pace, game.position.starting_corner)
        self._clock = _FilmClock()
        self._look = Look(None)
        self._frame: Frame | None = None
        self._told_layout: ConfirmedLayout | None = None
        self._covered_since: dict[Cell, float] = {}
        self._covered_told = False
        self._lost_since: float | None = None
        self._lost_told = self._stalled = False
        self._unbroken = True

    @property
    def state(self) -> WatchState:
        """The present moment."""
        hidden = self._hidden(self._look)
        return WatchState(
            watching=self._watching,
            lattice=self._look.lattice,
            layout=self._beliefs.layout(hidden),
            reading=self._beliefs.reading,
            covered=tuple(cell for cell in CELLS if cell in hidden),
            to_ask=self._beliefs.to_ask,
            game=None if self._thread is None else self._thread.game,
            discrepancy=None if self._thread is None else self._thread.lost,
        )

    def feed(self, frame: Frame) -> tuple[WatchEvent, ...]:
        """Take in the next frame; what happened, in order."""
        self._frame = frame
        seconds = self._clock.step(frame.captured_seconds)
        happened: list[Told] = [Told(CameraBack())] if self._stalled else []
        self._stalled = False
        self._look = look = self._sight.look(frame)
        if look.lattice is None:
            return self._events([*happened, *self._out_of_sight(look, seconds)])
        happened += self._in_sight()
        happened += self._read(frame, look)
        hidden = self._hidden(look)
        happened += self._covered(hidden, seconds)
        happened += self._judge(self._beliefs.layout(hidden), look, seconds)
        return self._events(happened)

    def finish(self) -> tuple[WatchEvent, ...]:
        """The source is at its end: say what was still being waited for."""
        if self._frame is None or self._thread is None or self._look.lattice is None:
            return ()
        seconds = self._clock.seconds + self._pace.discrepancy_seconds
        layout = self._beliefs.layout(self._hidden(self._look))
        return self._events(self._thread.watch(layout, Moment(seconds, unbroken=self._unbroken)))

    def notice_health(self, health: SourceHealth) -> tuple[WatchEvent, ...]:
        """Hear how the source is doing; told once when frames stop coming."""
        if health.gives_frames or self._stalled:
            return ()
        self._stalled, self._unbroken = True, False
        return self._events([Told(CameraStalled(health.words))])

    def decide(self, command: Command) -> tuple[TurnEvent, ...]:
        """Carry out what no camera sees; ConclaveError refuses it."""
        return self._followed().decide(command)

    def say_card(self, cell: Cell, mage: Mage | None) -> tuple[WatchEvent, ...]:
        """Somebody says which card lies in a cell, or that none does."""
        told = self._correct(cell, mage)
        self._beliefs.tell(cell, mage)
        self._sight.was_read(CELLS.index(cell), believed=True)
        return self._events(told)

    def go_on_from(self, game: Game) -> None:
        """The past was corrected by hand: explain the table from this game on."""
        if self._thread is None:
            self._thread = GameThread(game, self._pace, game.position.starting_corner)
        else:
            self._thread.go_on_from(game)

    def _followed(self) -> GameThread:
        if self._thread is None:
            raise ValueError("no game has begun")
        return self._thread

    @property
    def _watching(self) -> Watching:
        if self._look.lattice is None:
            return Watching.SEARCHING if self._thread is None else Watching.TABLE_LOST
        if self._thread is None:
            return Watching.WAITING
        return Watching.LOST_THREAD if self._thread.lost else Watching.FOLLOWING

    def _out_of_sight(self, look: Look, seconds: float) -> list[Told]:
        self._unbroken = False
        if self._lost_since is None:
            self._lost_since = seconds
        if self._lost_told or seconds - self._lost_since < self._pace.lost_seconds:
            return []
        self._lost_told = True
        return [Told(TableLost(look.reason))]

    def _in_sight(self) -> list[Told]:
        told = [Told(TableFound())] if self._lost_told else []
        self._lost_since, self._lost_told = None, False
        return told

    def _read(self, frame: Frame, look: Look) -> list[Told]:
        """Read what is due; cells that become sure are left alone until they change."""
        for index in look.restless:
            self._beliefs.disturb(CELLS[index])
        due = frozenset(CELLS[index] for index in look.due)
        game = None if self._thread is None else self._thread.game
        reading = read_look(frame, look, self._deck, self._beliefs.known_cards(due, game), self._network)
        guesses = {cell: self._beliefs.guessed(cell) for cell in self._beliefs.guesses}
        sure = self._beliefs.take_in(reading)
        told: list[Told] = []
        for index in look.due:
            cell = CELLS[index]
            self._sight.was_read(index, believed=cell in sure)
            seen = self._beliefs.confirmed(cell)
            if cell in sure and cell in guesses and guesses[cell] != seen and isinstance(seen, Mage):
                told += self._correct(cell, seen)
        told += [Told(CardAsked(cell, self._beliefs.reading_at(cell))) for cell in self._beliefs.ask()]
        return told

    def _correct(self, cell: Cell, mage: Mage | None) -> list[Told]:
        return self._thread.read_anew(cell, mage) if self._thread is not None and mage is not None else []

    def _hidden(self, look: Look) -> frozenset[Cell]:
        """Cells that changed since they were read: under a hand, in motion, or not read yet."""
        if self._pace.is_stills:
            return frozenset()
        return frozenset(CELLS[index] for index in look.touched)

    def _covered(self, hidden: frozenset[Cell], seconds: float) -> list[Told]:
        layout = self._beliefs.layout(hidden)
        covered = [cell for cell in CELLS if layout[cell] is Doubt.COVERED]
        self._covered_since = {cell: self._covered_since.get(cell, seconds) for cell in covered}
        if not covered:
            self._covered_told = False
        waited = [
            cell for cell in covered if seconds - self._covered_since[cell] >= self._pace.covered_seconds
        ]
        if not waited or self._covered_told or self._told_layout is None:
            return []
        self._covered_told = True
        return [Told(CellsCovered(tuple(waited)))]

    def _judge(self, layout: ConfirmedLayout, look: Look, seconds: float) -> list[Told]:
        calm = not look.restless and not (self._pace.is_stills and Doubt.COVERED in layout.cells)
        told: list[Told] = []
        if calm and not layout.doubts and layout != self._told_layout:
            self._told_layout = layout
            told.append(Told(LayoutConfirmed(layout, self._beliefs.guesses)))
        if self._thread is None:
            return [*told, *self._begin(layout, calm=calm)]
        told += self._thread.watch(layout, Moment(seconds, calm, self._unbroken))
        if not layout.doubts:
            self._unbroken = True
        return told

    def _begin(self, layout: ConfirmedLayout, *, calm: bool) -> list[Told]:
        if not calm or layout.doubts:
            return []
        try:
            begun = begin_game(self._opening, layout)
        except ConclaveError:
            return []  # more copies of a card than the deck holds: some card is misread
        if begun is None:
            return []
        self._thread = GameThread(begun.game, self._pace, self._opening.starting_corner)
        self._unbroken = True
        return [Told(GameBegun(begun.setup, begun.mid_game))]

    def _events(self, told: list[Told]) -> tuple[WatchEvent, ...]:
        if not told:
            return ()
        number = 0 if self._frame is None else self._frame.number
        seconds = 0.0 if self._frame is None else self._frame.captured_seconds
        evidence = self._evidence()
        guesses = self._beliefs.guesses
        return tuple(
            WatchEvent(
                number, seconds, one.happening, evidence, one.commands, cells_to_check(one.happening, guesses)
            )
            for one in told
        )

    def _evidence(self) -> Evidence | None:
        if self._frame is None:
            return None
        quality = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
        jpeg = cv2.imencode(".jpg", self._frame.frame_bgr, quality)[1].tobytes()
        return Evidence(jpeg, self._look.lattice, self._beliefs.reading)


class _FilmClock:
    """Time as the frames tell it, never backwards and never in leaps."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._last: float | None = None

    def step(self, captured_seconds: float) -> float:
        """The time of the next frame."""
        passed = 0.0 if self._last is None else captured_seconds - self._last
        self._last = captured_seconds
        self.seconds += min(max(passed, 0.0), LONGEST_STEP_SECONDS)
        return self.seconds
