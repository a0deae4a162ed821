"""Whether more cards lie in rows and columns beside a grid: then two grids are in view."""

from __future__ import annotations

import numpy as np

from vision.expected_cards import marked_share
from vision.lattice import Lattice
from vision.lattice_fit import GrownLattice
from vision.lattice_model import Ints
from vision.overlapping import within
from vision.quads import areas
from vision.small_frame import SmallFrame

LEAST_CARDS = 6
SECOND_SHARE = 0.5  # of the cards of the grid, beside it
ALIKE = 2.0  # times the area of a card
MARKED = 0.3  # of a card's core


def is_second_grid(grown: GrownLattice, grid: Lattice, small: SmallFrame) -> bool:
    """Return whether this many cards of the same size lie in rows and columns beside the grid.

    The tiles of a table lie so, too, but the network marks no cards there.
    """
    corners = grown.corners * small.scale
    count = sum(cell.occupied for cell in grid.cells)
    least = max(LEAST_CARDS, SECOND_SHARE * count)
    beside = ~within(corners.mean(1), grid.quad[None], 0.0)
    if beside.sum() < least:
        return False
    cards = np.stack([cell.corners for cell in grid.cells if cell.occupied])
    if small.marks is not None:
        beside &= marked_share(small.marks, grown.corners) > MARKED
    ratio = float(np.median(np.abs(areas(corners))) / np.median(np.abs(areas(cards))))
    if not 1 / ALIKE < ratio < ALIKE or beside.sum() < least:
        return False
    return all(_lines_of_several(grown.cells[beside, axis]) >= 2 for axis in (0, 1))


def _lines_of_several(places: Ints) -> int:
    """Return in how many rows, or columns, two or more cards lie: a row and a card beside it are no grid."""
    return int((np.bincount(places - places.min()) >= 2).sum())
