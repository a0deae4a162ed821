"""Reads the cells that are due, and looks more closely at those that stay unsure.

Where only some are due, the light that the whole table showed when it was last read is known beforehand. A
card that was laid since the table was found lies a little beside its place, and an outline that was found may
be a sleeve's. So a cell that is not sure is read again by the edges that this very frame shows around it, a
little further in, at its place, and, before anybody is asked, where a new search of the whole frame finds the
cards. The surest look counts, and the outline by which it saw is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from vision.cell_images import cells_of_lattice
from vision.cell_watch import outlines_seen
from vision.frame import Frame
from vision.grid_finder import find_lattice
from vision.known_table import KnownTable
from vision.lattice import Lattice, NotFound, Points, project
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
SAME_OUTLINE = 0.01
"""Outlines that differ by less than this share of a card's width are one and the same look."""


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


class Closeness(Enum):
    """How much trouble to take over cells that stay unsure: not all of it in one frame."""

    GLANCE = "glance"
    CLOSELY = "closely"  # they were read in vain before
    ANEW = "anew"  # and somebody will be asked next


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """What was read, and the outlines of the cards that were seen to lie elsewhere than the lattice says."""

    reading: TableReading
    outlines: Mapping[int, Points] = field(default_factory=dict)


class CloserLook:
    """Reads cells with one deck; learns whether its cards lie in sleeves."""

    def __init__(self, deck: DeckReferences) -> None:
        self._deck = deck
        self._inset = BARE
        self._table: KnownTable | None = None  # as it was when last all cells were read at once

    def read(self, view: View, due: tuple[int, ...], closeness: Closeness = Closeness.GLANCE) -> Looked:
        """Read cells; those that stay unsure in other ways as well."""
        if not due:
            return Looked(TableReading(()))
        found = dict(self._read(view, due, drawn_in(view.outlines, self._inset)))
        seen_at: dict[int, Points] = {}
        for inset, outlines in self._other_ways(view, due, closeness):
            unsure = [index for index in due if not found[index].accepted]
            if not unsure:
                break
            again = self._read(view, self._together(unsure, due), drawn_in(outlines, inset))
            better = [index for index in unsure if surer(found[index], again[index]) is again[index]]
            found |= {index: again[index] for index in better}
            seen_at |= {index: outlines[index] for index in better}
            if 2 * len(better) > len(due):
                self._inset = inset
        cards = {index: quad for index, quad in seen_at.items() if _is_sure_card(found[index])}
        return Looked(TableReading(tuple(found[index] for index in sorted(found))), cards)

    def fitted(self, lattice: Lattice) -> Lattice:
        """The lattice with the outlines by which its cards are read."""
        if self._inset == BARE:
            return lattice
        corners = drawn_in(np.stack([cell.corners for cell in lattice.cells]), self._inset)
        return with_outlines(lattice, dict(enumerate(corners)))

    def _together(self, unsure: list[int], due: tuple[int, ...]) -> tuple[int, ...]:
        return due if len(unsure) >= TABLE_OF_CELLS else tuple(unsure)

    def _other_ways(
        self, view: View, due: tuple[int, ...], closeness: Closeness
    ) -> Iterator[tuple[float, Points]]:
        """Other outlines of the cards, and how far in to look at them."""
        frame_bgr, own, places = view.frame.frame_bgr, view.outlines, places_of(view.lattice)
        yield self._inset, outlines_seen(frame_bgr, view.lattice, own)
        if closeness is Closeness.CLOSELY:
            yield BARE if self._inset == SLEEVED else SLEEVED, own
            if not is_same_outline(own[[*due]], places[[*due]]):
                yield self._inset, places
                yield self._inset, outlines_seen(frame_bgr, view.lattice, places)
        if closeness is Closeness.ANEW:
            anew = find_lattice(frame_bgr)
            if not isinstance(anew, NotFound) and is_same_place(anew, view.lattice):
                yield self._inset, np.stack([cell.corners for cell in anew.cells])

    def _read(self, view: View, cells: tuple[int, ...], outlines: Points) -> Mapping[int, CardReading]:
        images = cells_of_lattice(view.lattice, cells, outlines)
        is_whole = len(cells) == len(view.lattice.cells)
        table = None if is_whole or self._table is None else self._table.moved_to(outlines)
        known = view.known if is_whole else replace(view.known, table=table)
        laid = read_with_corners(view.frame.frame_bgr, images, self._deck, known)
        if is_whole:
            self._table = laid.table
        return dict(zip(cells, laid.reading, strict=True))


def _is_sure_card(reading: CardReading) -> bool:
    return reading.state is CellState.CARD and reading.accepted


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


def placed(lattice: Lattice) -> Lattice:
    """The lattice with every cell where a card should lie."""
    return with_outlines(lattice, dict(enumerate(places_of(lattice))))


def with_outlines(lattice: Lattice, outlines: Mapping[int, Points]) -> Lattice:
    """The lattice with some of its cells elsewhere."""
    cells = list(lattice.cells)
    for index, quad in outlines.items():
        cells[index] = replace(cells[index], corners=quad)
    return replace(lattice, cells=tuple(cells))


def is_same_outline(one: Points, other: Points) -> bool:
    """Whether two looks at cells would show the same."""
    width = np.linalg.norm(one[:, 1] - one[:, 0], axis=-1).mean()
    return bool(np.abs(one - other).max() < SAME_OUTLINE * width)


def is_same_place(found: Lattice, followed: Lattice, off_at_most: float = 0.5) -> bool:
    """Whether two lattices agree on which cell is which: none is off by more than a share of a card."""
    middles = [np.stack([cell.corners.mean(0) for cell in one.cells]) for one in (found, followed)]
    width = np.linalg.norm(followed.cells[0].corners[1] - followed.cells[0].corners[0])
    return bool(np.abs(middles[0] - middles[1]).max() < off_at_most * width)
