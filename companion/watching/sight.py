"""Sees the table frame by frame: where the cells lie, which rest, and what those that changed show now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.watching.pace import Pace
from vision.cell_images import CellImage
from vision.cell_motion import CellMotion
from vision.frame import Frame
from vision.grid_finder import find_lattice
from vision.lattice import Lattice, NotFound
from vision.opinions import CellReader
from vision.readings import TableReading
from vision.references import DeckReferences
from vision.table_reading import KnownCards, read_cells
from vision.tracking import Following, LatticeTracker


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One frame's view of the lattice: None while it is out of sight, and then why.

    `due` are the cells to read now, `restless` those in which something moves, `touched` all that changed
    since they were last read. `found_anew` means that the lattice was out of sight before.
    """

    lattice: Lattice | None
    reason: str = ""
    due: tuple[int, ...] = ()
    touched: tuple[int, ...] = ()
    restless: tuple[int, ...] = ()
    found_anew: bool = False


class FilmSight:
    """Follows the lattice through a film; a cell is due once what moved in it has come to rest."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._tracker = LatticeTracker()
        self._motion = CellMotion(pace.motion)
        self._reads: dict[int, int] = {}

    def look(self, frame: Frame) -> Look:
        """Take in one frame."""
        small = self._tracker.reduced(frame.frame_bgr)
        followed = self._tracker.follow(frame.frame_bgr, small)
        lattice = followed.lattice
        if lattice is None:
            return Look(None, followed.reason)
        every = tuple(range(len(lattice.cells)))
        if followed.following is Following.HELD:
            return Look(lattice, followed.reason, touched=every, restless=every)
        found_anew = followed.following is Following.FOUND
        if found_anew:
            self._motion.forget()
            self._reads.clear()
        self._motion.look(small, small.shape[1] / frame.width_px, lattice)
        touched, at_rest = self._motion.touched, set(self._motion.at_rest)
        for index in every:
            if self._motion.rested_frames[index] == 0:
                self._reads[index] = 0
        due = tuple(index for index in touched if index in at_rest and self._is_due(index))
        restless = tuple(index for index in every if index not in at_rest)
        return Look(lattice, "", due, touched, restless, found_anew)

    def was_read(self, index: int, *, believed: bool) -> None:
        """A cell was read; once it is believed it is left alone until it changes."""
        self._reads[index] = self._reads.get(index, 0) + 1
        if believed:
            self._motion.note_read(index)

    def search_again(self) -> None:
        """Forget the lattice: it may have been found before all cards were laid."""
        self._tracker = LatticeTracker()

    def _is_due(self, index: int) -> bool:
        reads, waits = self._reads.get(index, 0), self._pace.read_again_after_frames
        rested = self._motion.rested_frames[index] - self._pace.motion.rest_frames
        if reads < len(waits):
            return rested >= waits[reads]
        return (rested - waits[-1]) % waits[-1] == 0


class StillSight:
    """Looks at stills: each is searched and read as a whole.

    A still whose lattice cannot be told, say with an outer row empty, is seen where the ones before lay.
    """

    def __init__(self) -> None:
        self._tracker = LatticeTracker()

    def look(self, frame: Frame) -> Look:
        """Take in one still."""
        followed = self._tracker.follow(frame.frame_bgr)
        lattice: Lattice | None = followed.lattice
        if followed.following is not Following.FOUND:
            found = find_lattice(frame.frame_bgr)
            if not isinstance(found, NotFound) and (lattice is None or _same_place(found, lattice)):
                lattice = found
        if lattice is None:
            return Look(None, followed.reason)
        every = tuple(range(len(lattice.cells)))
        return Look(lattice, "", due=every)

    def was_read(self, index: int, *, believed: bool) -> None:
        """Every still is read in full: there is nothing to remember."""

    def search_again(self) -> None:
        """Forget the lattice."""
        self._tracker = LatticeTracker()


Sight = FilmSight | StillSight


def sight_for(pace: Pace) -> Sight:
    """The eyes for a film or for stills."""
    return StillSight() if pace.is_stills else FilmSight(pace)


def _same_place(found: Lattice, followed: Lattice) -> bool:
    """Whether two lattices agree on which cell is which: no cell is off by half a card."""
    middles = [np.stack([cell.corners.mean(0) for cell in one.cells]) for one in (found, followed)]
    width = np.linalg.norm(followed.cells[0].corners[1] - followed.cells[0].corners[0])
    return bool(np.abs(middles[0] - middles[1]).max() < 0.5 * width)


def read_look(
    frame: Frame,
    look: Look,
    deck: DeckReferences,
    known: KnownCards,
    network: CellReader | None = None,
) -> TableReading:
    """Read the cells that are due."""
    if look.lattice is None or not look.due:
        return TableReading(())
    return read_cells(frame.frame_bgr, cell_images(look.lattice, look.due), deck, known, network)


def cell_images(lattice: Lattice, indexes: Sequence[int]) -> list[CellImage]:
    """Cells to read; in a grid of cards lying on their sides a place's first side is a long one."""
    sideways = int(lattice.cell_mm[0] > lattice.cell_mm[1])
    cells = [lattice.cells[index] for index in indexes]
    return [
        CellImage(cell.row, cell.column, np.roll(cell.corners, sideways, axis=0), cell.presence)
        for cell in cells
    ]
