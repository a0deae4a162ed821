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

from dataclasses import replace

import cv2

from companion.games.conclave.commands import Command
from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import CELLS, Cell
from companion.games.conclave.events import TurnEvent
from companion.table.layout import Doubt
from companion.table.underway import Underway
from companion.watching.closer_look import CloserLook, Looked, View, places_of, with_outlines
from companion.watching.follower import TableFollower
from companion.watching.glimpse import Glimpse
from companion.watching.happenings import CameraBack, CameraStalled, Evidence, WatchEvent, WatchState
from companion.watching.opening import Opening
from companion.watching.pace import FILM, Pace
from companion.watching.sight import Look, sight_for
from companion.watching.thread import Told
from companion.watching.unsure import cells_to_check
from vision.frame import Frame
from vision.lattice import Lattice
from vision.readings import CellState, TableReading
from vision.references import DeckReferences
from vision.source_health import SourceHealth

JPEG_QUALITY = 92
KNOWN_CLOTH = 0.995
SEARCH_EVERY_SECONDS = 5.0  # longer than it takes until somebody is asked: each search begins all looks anew
LONGEST_STEP_SECONDS = 1.0  # a clock that jumps makes no patience run out


class TableWatcher:
    """Watches one table. Feed it frames in their order."""

    def __init__(
        self,
        deck: DeckReferences,
        opening: Opening,
        pace: Pace = FILM,
        underway: Underway | None = None,
        anew: Opening | None = None,
    ) -> None:
        """`underway` goes on with a game that is known already; else one begins when the table shows it.

        `anew` is how another game begins if the first table that is seen is laid for one instead.
        """
        self._reader = CloserLook(deck)
        self._sight = sight_for(pace)
        self._follower = TableFollower(opening, pace, underway, anew)
        self._clock = _FilmClock()
        self._look = Look(None)
        self._frame: Frame | None = None
        self._stalled = False
        self._searched_at = 0.0

    @property
    def state(self) -> WatchState:
        """The present moment."""
        follower, layout = self._follower, self._follower.layout
        return WatchState(
            watching=follower.watching,
            lattice=self._look.lattice,
            layout=layout,
            reading=follower.beliefs.reading,
            covered=tuple(cell for cell in CELLS if layout[cell] is Doubt.COVERED),
            to_ask=follower.beliefs.to_ask,
            guessed=follower.beliefs.guesses,
            game=follower.game,
            discrepancy=None if follower.thread is None else follower.thread.lost,
        )

    def feed(self, frame: Frame) -> tuple[WatchEvent, ...]:
        """Take in the next frame; what happened, in order."""
        self._frame = frame
        seconds = self._clock.step(frame.captured_seconds)
        happened: list[Told] = [Told(CameraBack())] if self._stalled else []
        self._stalled = False
        self._look = look = self._sight.look(frame)
        if look.lattice is None:
            happened += self._follower.out_of_sight(look.reason, seconds)
        else:
            happened += self._see(frame, look, look.lattice, seconds)
        return self._events(happened)

    def finish(self) -> tuple[WatchEvent, ...]:
        """The source is at its end: say what was still being waited for."""
        return self._events(self._follower.finish())

    def notice_health(self, health: SourceHealth) -> tuple[WatchEvent, ...]:
        """Hear how the source is doing; told once when frames stop coming."""
        if health.gives_frames or self._stalled:
            return ()
        self._stalled = True
        self._follower.break_off()
        return self._events([Told(CameraStalled(health.words))])

    def decide(self, command: Command) -> tuple[TurnEvent, ...]:
        """Carry out what no camera sees; ConclaveError refuses it."""
        if self._follower.thread is None:
            raise ValueError("no game has begun")
        return self._follower.thread.decide(command)

    def say_card(self, cell: Cell, mage: Mage | None) -> tuple[WatchEvent, ...]:
        """Somebody says which card lies in a cell, or that none does."""
        told = self._follower.say_card(cell, mage)
        self._sight.was_read(CELLS.index(cell), believed=True)
        if mage is None and self._look.lattice is not None:
            self._sight.is_bare(CELLS.index(cell))
        return self._events(told)

    def go_on_from(self, underway: Underway) -> None:
        """The past was corrected by hand: explain the table from this game on."""
        self._follower.go_on_from(underway)

    def _see(self, frame: Frame, look: Look, lattice: Lattice, seconds: float) -> list[Told]:
        beliefs = self._follower.beliefs
        look = self._without_bare_cells(look)
        known = beliefs.known_cards(frozenset(CELLS[index] for index in look.due), self._follower.game)
        looked = self._reader.read(View(frame, lattice, known), look.due, look.closeness)
        self._note_outlines(lattice, looked)
        reading = self._known_cloth(looked.reading)
        touched, restless, vacant = (
            frozenset(CELLS[index] for index in one) for one in (look.touched, look.restless, look.vacant)
        )
        reached = self._reached(reading, restless)
        alike = frozenset(
            cell for cell in touched - restless if self._sight.looks_as_before(CELLS.index(cell))
        )
        told = self._follower.take_in(Glimpse(seconds, reading, touched, restless, reached, vacant, alike))
        self._search_while_cards_are_laid(seconds)
        sure = self._follower.sure_now | frozenset(filter(beliefs.shows_nothing, beliefs.guesses))
        believed = {index for index, cell in enumerate(CELLS) if cell in sure}
        for index in {*look.due, *believed.intersection(look.touched)}:
            self._sight.was_read(index, believed=index in believed)
        self._note_bare(lattice)
        self._sight.note_peace(is_peaceful=self._follower.at_peace)
        return told

    def _note_outlines(self, lattice: Lattice, looked: Looked) -> None:
        """A card that was read a little beside its place lies there until it is taken."""
        self._sight.lies_at(looked.outlines)
        self._look = replace(self._look, lattice=with_outlines(lattice, looked.outlines))

    def _note_bare(self, lattice: Lattice) -> None:
        """Where surely nothing lies now, the next card is looked for at its place."""
        sure = self._follower.sure_now
        bare = [index for index, cell in enumerate(CELLS) if cell in sure and self._shows_nothing(cell)]
        for index in bare:
            self._sight.is_bare(index)
        if bare:
            places = places_of(lattice)
            self._sight.lies_at({index: places[index] for index in bare})

    def _shows_nothing(self, cell: Cell) -> bool:
        return self._follower.beliefs.confirmed(cell) is None

    def _reached(self, reading: TableReading, restless: frozenset[Cell]) -> frozenset[Cell] | None:
        """Where something reaches in from outside: looked for only where a card seems to be gone."""
        if restless or not self._follower.misses_a_card(reading):
            return None
        reached = self._sight.reached
        return None if reached is None else frozenset(CELLS[index] for index in reached)

    def _known_cloth(self, reading: TableReading) -> TableReading:
        """A cell that the reader is not sure of, but that looks as it did when nothing lay there, is bare."""
        return TableReading(
            tuple(
                replace(one, state=CellState.EMPTY, confidence=KNOWN_CLOTH, accepted=True)
                if (one.state is CellState.COVERED or (one.state is CellState.EMPTY and not one.accepted))
                and self._sight.looks_bare(CELLS.index(Cell(one.row, one.column)))
                else one
                for one in reading
            )
        )

    def _without_bare_cells(self, look: Look) -> Look:
        """A card never looks like the bare table that was seen there: such a cell need not be read again."""
        beliefs = self._follower.beliefs
        bare = [
            index
            for index in look.due
            if beliefs.shows_nothing(CELLS[index]) and self._sight.looks_as_before(index)
        ]
        for index in bare:
            self._sight.was_read(index, believed=True)
            beliefs.is_bare_again(CELLS[index])
        due, touched = (
            tuple(index for index in cells if index not in bare) for cells in (look.due, look.touched)
        )
        return replace(look, due=due, touched=touched)

    def _search_while_cards_are_laid(self, seconds: float) -> None:
        """A lattice found among the first few cards may be another than that of all twelve."""
        if self._follower.game is not None:
            self._searched_at = seconds
        elif seconds - self._searched_at > SEARCH_EVERY_SECONDS:
            self._searched_at = seconds
            self._sight.search_again()

    def _events(self, told: list[Told]) -> tuple[WatchEvent, ...]:
        if not told:
            return ()
        number = 0 if self._frame is None else self._frame.number
        seconds = 0.0 if self._frame is None else self._frame.captured_seconds
        evidence, beliefs = self._evidence(), self._follower.beliefs
        guesses, left = beliefs.guesses, beliefs.left_unread
        return tuple(
            WatchEvent(
                number,
                seconds,
                one.happening,
                evidence,
                one.commands,
                tuple(sorted({*one.to_check, *cells_to_check(one.happening, guesses, left)})),
            )
            for one in told
        )

    def _evidence(self) -> Evidence | None:
        if self._frame is None:
            return None
        quality = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
        jpeg = cv2.imencode(".jpg", self._frame.frame_bgr, quality)[1].tobytes()
        lattice = None if self._look.lattice is None else self._reader.fitted(self._look.lattice)
        return Evidence(jpeg, lattice, self._follower.beliefs.reading)


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
