"""Cards far beside a grid that happen to lie in line with it: no part of it, and they must not hide it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vision.lattice import FindSettings
from vision.lattice_fit import GrownLattice
from vision.lattice_model import Ints, fit_model, residuals_mm
from vision.lattice_window import MOST_STRAYS

SPARE = 2  # rows or columns beyond those of the grid that its own measuring settles
EMPTY_LINES = 2  # between a grid and what lies far from it


def too_wide(cells: Ints, settings: FindSettings) -> bool:
    """Return whether cells reach so far that they can be no grid with a few cards beside it."""
    extent = cells.max(0) - cells.min(0) + 1
    return bool((extent > max(settings.rows, settings.columns) + SPARE).any())


def without_far_cards(grown: GrownLattice, settings: FindSettings) -> GrownLattice:
    """Return the lattice without a few cards that empty rows or columns part from most of it.

    Only where the lattice is too wide: two empty columns may lie within a grid.
    """
    if not too_wide(grown.cells, settings):
        return grown
    kept = np.ones(len(grown.cells), bool)
    for axis in (0, 1):
        kept &= _largest_group(grown.cells[:, axis])
    if kept.all() or (~kept).sum() > MOST_STRAYS:
        return grown
    corners, cells = grown.corners[kept], grown.cells[kept]
    model = fit_model(grown.model, corners, cells, settings, steps=3)
    residual = residuals_mm(model, corners, cells, settings)
    return replace(grown, model=model, corners=corners, cells=cells, residual_mm=residual)


def _largest_group(places: Ints) -> npt.NDArray[np.bool_]:
    """Return which places belong to the group of most places, groups parted by empty lines."""
    order = np.sort(np.unique(places))
    starts = order[np.concatenate([[True], np.diff(order) > EMPTY_LINES])]
    group = np.searchsorted(starts, places, side="right")
    return np.asarray(group == np.bincount(group).argmax())
