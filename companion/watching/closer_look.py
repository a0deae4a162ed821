"""Reads the cells that are due, and looks more closely at those that stay unsure.

Where only some are due, the light that the whole table showed when it was last read is known beforehand.
An outline that was found may be a sleeve's, and what was found in one frame is what is followed. So a cell
that is not sure is read again a little further in and, if it has been read in vain before, by the edges that
this very frame shows around it. The surest look counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from vision.cell_images import cells_of_lattice
from vision.cell_watch import outlines_seen
from vision.frame import Frame
from vision.known_table import KnownTable
from vision.lattice import Lattice, Points, project
from vision.readings import CardReading, CellState, TableReading
from vision.references import DeckReferences
from vision.table_reading import KnownCards, read_with_corners

READ_FROM = 0.5
"""How sure a card must be for one look to be believed rather than another that sees something strange."""
SLEEVED = 0.95
"""The card within its sleeve, as a share of the sleeve's outline."""
BARE = 1.0
TABLE_OF_CELLS = 3
"""From so many unsure cells on, all are read again: the cards of a table show its light together."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A frame, where the lattice is in it, and what is known of the cards before looking."""

    frame: Frame
    lattice: Lattice
    known: KnownCards

    @property
    def outlines(self) -> Points:
        """The corners of every cell's card or place: cells x 4 x 2."""
        return np.stack([cell.corners for cell in self.lattice.cells])


class CloserLook:
    """Reads cells with one deck; learns whether its cards lie in sleeves."""

    def __init__(self, deck: DeckReferences) -> None:
        self._deck = deck
        self._inset = BARE
        self._table: KnownTable | None = None  # as it was when last all cells were read at once

    def read(self, view: View, due: tuple[int, ...], *, closely: bool) -> TableReading:
        """Read cells; those that stay unsure in other ways as well."""
        if not due:
            return TableReading(())
        found = dict(self._read(view, due, drawn_in(view.outlines, self._inset)))
        for inset, outlines in self._other_ways(view, closely=closely):
            unsure = [index for index in due if not found[index].accepted]
            if not unsure:
                break
            again = self._read(view, self._together(unsure, due), outlines)
            better = [index for index in unsure if surer(found[index], again[index]) is again[index]]
            found |= {index: again[index] for index in better}
            if 2 * len(better) > len(due):
                self._inset = inset
        return TableReading(tuple(found[index] for index in sorted(found)))

    def fitted(self, lattice: Lattice) -> Lattice:
        """The lattice with the outlines by which its cards are read."""
        if self._inset == BARE:
            return lattice
        corners = drawn_in(np.stack([cell.corners for cell in lattice.cells]), self._inset)
        cells = zip(lattice.cells, corners, strict=True)
        return replace(lattice, cells=tuple(replace(cell, corners=quad) for cell, quad in cells))

    def _together(self, unsure: list[int], due: tuple[int, ...]) -> tuple[int, ...]:
        return due if len(unsure) >= TABLE_OF_CELLS else tuple(unsure)

    def _other_ways(self, view: View, *, closely: bool) -> Iterator[tuple[float, Points]]:
        """Other outlines of the cards, and how far in they lie."""
        other = BARE if self._inset == SLEEVED else SLEEVED
        yield other, drawn_in(view.outlines, other)
        yield self._inset, drawn_in(places_of(view.lattice), self._inset)
        if closely:
            outlines = outlines_seen(view.frame.frame_bgr, view.lattice, places_of(view.lattice))
            yield self._inset, drawn_in(outlines, self._inset)

    def _read(self, view: View, cells: tuple[int, ...], outlines: Points) -> Mapping[int, CardReading]:
        images = cells_of_lattice(view.lattice, cells, outlines)
        is_whole = len(cells) == len(view.lattice.cells)
        known = view.known if is_whole else replace(view.known, table=self._table)
        laid = read_with_corners(view.frame.frame_bgr, images, self._deck, known)
        if is_whole:
            self._table = laid.table
        return dict(zip(cells, laid.reading, strict=True))


def surer(one: CardReading, other: CardReading) -> CardReading:
    """The look that saw more: what is strange is believed only if no look saw a card or bare table."""
    return max(one, other, key=_worth)


def _worth(reading: CardReading) -> tuple[bool, float]:
    sees = reading.state is not CellState.COVERED and reading.confidence >= READ_FROM
    return sees, reading.confidence


def drawn_in(outlines: Points, share: float) -> Points:
    """Outlines made smaller around their middles."""
    middles = outlines.mean(axis=1, keepdims=True)
    return np.asarray(middles + (outlines - middles) * share)


def places_of(lattice: Lattice) -> Points:
    """Where the lattice says that cards should lie: cells x 4 x 2."""
    width, height = lattice.cell_mm
    corner = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
    steps = np.array([(cell.column, cell.row) for cell in lattice.cells]) * np.asarray(lattice.pitch_mm)
    return project(lattice.table_to_image, corner + steps[:, None, :])


def is_same_place(found: Lattice, followed: Lattice) -> bool:
    """Whether two lattices agree on which cell is which: no cell is off by half a card."""
    middles = [np.stack([cell.corners.mean(0) for cell in one.cells]) for one in (found, followed)]
    width = np.linalg.norm(followed.cells[0].corners[1] - followed.cells[0].corners[0])
    return bool(np.abs(middles[0] - middles[1]).max() < 0.5 * width)
