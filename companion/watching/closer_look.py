"""Reads the cells that are due, and looks more closely at those that stay unsure.

An outline that was found may be a sleeve's or a printed frame's, and what was found in one frame is what is
followed. So a cell that is not sure is read again by the place that the lattice gives it and, if it has been
read in vain before, by what is found in this very frame. The surest look counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from vision.cell_images import CellImage
from vision.frame import Frame
from vision.grid_finder import find_lattice
from vision.lattice import Lattice, NotFound, Points, project
from vision.readings import CardReading, CellState, TableReading
from vision.references import DeckReferences
from vision.table_reading import KnownCards, read_cells

READ_FROM = 0.5
"""How sure a card must be for one look to be believed rather than another that sees something strange."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A frame, where the lattice is in it, and what is known of the cards before looking."""

    frame: Frame
    lattice: Lattice
    deck: DeckReferences
    known: KnownCards


def read_closely(seen: Seen, due: tuple[int, ...], *, closely: bool) -> TableReading:
    """Read cells; those that stay unsure by other outlines as well."""
    if not due:
        return TableReading(())
    found = _read(seen, {index: seen.lattice.cells[index].corners for index in due})
    for outlines in _other_outlines(seen, closely=closely):
        unsure = [index for index in due if not found[index].accepted]
        if not unsure:
            break
        again = _read(seen, {index: outlines[index] for index in unsure})
        found |= {index: surer(found[index], again[index]) for index in unsure}
    return TableReading(tuple(found[index] for index in sorted(found)))


def surer(one: CardReading, other: CardReading) -> CardReading:
    """The look that saw more: what is strange is believed only if no look saw a card or bare table."""
    return max(one, other, key=_worth)


def _worth(reading: CardReading) -> tuple[bool, float]:
    sees = reading.state is not CellState.COVERED and reading.confidence >= READ_FROM
    return sees, reading.confidence


def _other_outlines(seen: Seen, *, closely: bool) -> Iterator[Points]:
    yield places_of(seen.lattice)
    if closely:
        anew = find_lattice(seen.frame.frame_bgr)
        if not isinstance(anew, NotFound) and is_same_place(anew, seen.lattice):
            yield np.stack([cell.corners for cell in anew.cells])
            yield places_of(anew)


def _read(seen: Seen, outlines: Mapping[int, Points]) -> dict[int, CardReading]:
    """In a grid of cards lying on their sides a place's first side is a long one."""
    sideways = int(seen.lattice.cell_mm[0] > seen.lattice.cell_mm[1])
    cells = [
        CellImage(
            seen.lattice.cells[index].row,
            seen.lattice.cells[index].column,
            np.roll(corners, sideways, axis=0),
        )
        for index, corners in outlines.items()
    ]
    reading = read_cells(seen.frame.frame_bgr, cells, seen.deck, seen.known)
    return dict(zip(outlines, reading, strict=True))


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
