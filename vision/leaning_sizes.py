"""Cards of one size that seem to grow across the picture: then the plane they lie on was told a little wrong.

A lattice of few or crooked cards tells the tilt of its table badly. All cards together show it: of a plane
that leans too much those at one end are measured too large, those at the other too small.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from vision.lattice import Points

Floats = npt.NDArray[np.float32]

MIN_CARDS = 6
LEANS_MM = np.arange(-4.0, 4.1, 1.0)  # from the middle of all cards to their rim, across and down
LARGER_MM = np.arange(-1.0, 1.1, 0.5)
LEAN_COST = 0.01  # of support, for each millimetre
CLEAR_GAIN = 0.1  # of support, from which on a lean is none by chance


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
def _leans() -> tuple[Points, Points]:
    """Return all leans across and down with how much larger all cards may be, and what each costs."""
    leans = np.stack(np.meshgrid(LEANS_MM, LEANS_MM, LARGER_MM, indexing="ij"), axis=-1).reshape(-1, 3)
    return leans, LEAN_COST * np.abs(leans).sum(1)
