"""Cards of one size that seem to grow across the picture: then the plane they lie on was told a little wrong.

A lattice of few or crooked cards tells the tilt of its table badly. All cards together show it: of a plane
that leans too much those at one end are measured too large, those at the other too small.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from vision.card_edges import OFFSETS, SLOPES, STEP_MM, Placements, Seen, SideSupport
from vision.lattice import Points

Floats = npt.NDArray[np.float32]

MIN_CARDS = 6
LEANS_MM = np.arange(-4.0, 4.1, 1.0)  # from the middle of all cards to their rim, across and down
LARGER_MM = np.arange(-1.0, 1.1, 1.0)
LEAN_COST = 0.01  # of support, for each millimetre
CLEAR_GAIN = 0.1  # of support, from which on a lean is none by chance
STAY_COST = np.float32(0.05)  # of support, for each millimetre that one side is farther out than the other
PARTED_WEIGHT = np.float32(0.75)
COARSE = 2  # of the offsets, every so many: a lean is no matter of half a millimetre
MOST_MM = 3.0  # by which each half of a card may be larger than expected, or smaller


def leaning_growth(
    sides: SideSupport, turn: Points, outlined: Seen, middles: Points, common: tuple[float, float]
) -> Points:
    """Return by how much each half of each card is larger than expected, across and down.

    `common` is by how much all are, if their size does not grow along a way of the picture.
    """
    growth = np.tile(np.array(common), (len(turn), 1))
    if outlined.sum() < MIN_CARDS:
        return growth
    cards = np.flatnonzero(outlined)
    slope = np.rint((turn[cards] - SLOPES[0]) / (SLOPES[1] - SLOPES[0])).astype(int)
    lines = sides.lines[cards, :, slope, ::COARSE]
    if sides.parted is not None:
        lines = lines + PARTED_WEIGHT * sides.parted[cards, :, slope, ::COARSE]
    places = np.column_stack([np.ones(len(middles)), middles])
    for axis, (first, second) in enumerate(((1, 3), (2, 0))):
        pairs = lines[:, first][:, :, None] + lines[:, second][:, None, :] - _aside()
        widths = leaning_widths(pairs, COARSE * STEP_MM, middles[cards], 2.0 * common[axis])
        if (widths != widths[0]).any():
            way = np.linalg.lstsq(places[cards], 0.5 * widths, rcond=None)[0]
            growth[:, axis] = STEP_MM * np.rint(places @ way / STEP_MM)
    return np.asarray(np.clip(growth, -MOST_MM, MOST_MM))


def place_each(sides: SideSupport, growth: Points, seen: Seen) -> Placements:
    """Return the best placement of every card, each of its own size."""
    turn, moves = np.zeros(len(growth)), np.zeros((len(growth), 2))
    supported = np.zeros((len(growth), 4), np.float32)
    parted = None if sides.parted is None else np.zeros_like(supported)
    for across, down in np.unique(growth, axis=0).tolist():
        some = (growth == (across, down)).all(1)
        placed = sides.place((across, down), seen=seen)
        turn[some], moves[some], supported[some] = placed.turn[some], placed.move_mm[some], placed.sides[some]
        if parted is not None and placed.parted is not None:
            parted[some] = placed.parted[some]
    return Placements(turn, moves, supported, parted)


def leaning_widths(pairs: Floats, step_mm: float, middles: Points, width_mm: float) -> Points:
    """Return by how much each card is wider than expected: the same for all, or more and more along a way.

    `pairs` is the support of cards x offsets x offsets of two opposite sides, `width_mm` what they share.
    """
    usual = np.full(len(pairs), width_mm)
    if len(pairs) < MIN_CARDS:
        return usual
    support = _of_widths(pairs)
    leans, costs = _leans()
    place = middles - middles.mean(0)
    place /= np.abs(place).max() + 1e-9
    widths = leans[:, :2] @ place.T + leans[:, 2:] + width_mm
    most = support.shape[1] - 1
    index = np.clip(np.rint(widths / step_mm).astype(np.intp) + most // 2, 0, most)
    worth = support[np.arange(len(pairs)), index].mean(1) - costs
    best = int(worth.argmax())
    plain = worth[(leans == 0.0).all(1)][0]
    return widths[best] if worth[best] > plain + CLEAR_GAIN else usual


def _of_widths(pairs: Floats) -> Floats:
    """Return the best support of each card for each width: cards x sums of two offsets."""
    count = pairs.shape[1]
    sheared = np.full((len(pairs), count, 2 * count - 1), -np.inf, np.float32)
    for first in range(count):
        sheared[:, first, first : first + count] = pairs[:, first]
    return np.asarray(sheared.max(1))


@lru_cache(maxsize=1)
def _aside() -> Floats:
    """Return what it costs if one side of a card is farther out than the other, for each pair of offsets."""
    offsets = OFFSETS[::COARSE].astype(np.float32)
    return np.asarray(STAY_COST * np.abs(offsets[:, None] - offsets))


@lru_cache(maxsize=1)
def _leans() -> tuple[Points, Points]:
    """Return all leans across and down with how much larger all cards may be, and what each costs."""
    leans = np.stack(np.meshgrid(LEANS_MM, LEANS_MM, LARGER_MM, indexing="ij"), axis=-1).reshape(-1, 3)
    return leans, LEAN_COST * np.abs(leans).sum(1)
