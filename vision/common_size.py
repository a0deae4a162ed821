"""The one size of all cards of a table, told from all of their sides together.

A frame printed on white-bordered cards is often a far stronger edge than the cards' own, on a pale cloth
above all. One side alone does not tell them apart. All sides together do: where every card ends, a faint
edge stands out of the noise, and the table begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from vision.card_edges import BESIDE_STEPS, OFFSETS, SLOPES, STEP_MM, SideSupport, parted
from vision.lattice import Points

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Chosen = npt.NDArray[np.bool_]

AXES = ([1, 3], [2, 0])  # sides across and down, the one in the direction of a move first
INNERMOST_MM, INNER_MM = -6.0, -3.5
MOST_STEPS = 10  # of the offsets, by which a card may lie off its place
STAY = 0.001  # of likeness that each step must gain
MIN_CARDS = 3
NEARLY_BARE = 0.12  # below the most table that shows anywhere beside the cards
LEAST_BARE = 0.3
LEAST_RISE = 0.2  # of what is the table's, where the cards end
RISE_STEPS = 4  # of the offsets, within which it rises
SHADOW_MM = 2.25  # by which the blurred edge and the shadow of a card may hide its table
BORDER_MM = 1.5  # from a printed frame to the edge of a card that is as pale as its table
STANDS_OUT = 0.05  # of support, above the least on both sides of an edge
ERRORS = 3.0  # of the mean, by which an edge must stand out as well
NEAR_STEPS = 5  # of the offsets, within which support must fall again


@dataclass(frozen=True, slots=True, eq=False)
class StackedSides:
    """All cards' sides across and down, as seen from where each card lies: edges, and what is the table's."""

    edges: tuple[Floats, Floats]
    worth: tuple[Floats, Floats]  # edges, and how much each has the table outside
    table: tuple[Floats, Floats] | None

    def outer_growth(self, limit_mm: tuple[float, float]) -> tuple[float | None, float | None]:
        """Return by how much each half of all cards is larger than expected, across and down, if it shows."""
        across, down = (self._edge_mm(axis, limit_mm[axis]) for axis in (0, 1))
        return across, down

    def strongest_growth(self, limit_mm: tuple[float, float]) -> tuple[float, float]:
        """Return where the strongest edge of all cards lies: their own, in a sleeve, or their print's."""
        found = []
        for edges, limit in zip(self.edges, limit_mm, strict=True):
            near = (OFFSETS >= INNER_MM) & (limit >= OFFSETS)
            found.append(float(OFFSETS[np.where(near, _mean_and_error(edges)[0], -1.0).argmax()]))
        return found[0], found[1]

    def _edge_mm(self, axis: int, limit_mm: float) -> float | None:
        """Return where all cards end: where the table begins, or at a shared edge farther out."""
        near = (OFFSETS >= INNERMOST_MM) & (limit_mm >= OFFSETS)
        begins = None if self.table is None else _table_begins(self.table[axis], near)
        if begins is None:
            shared = OFFSETS[shared_edges(self.worth[axis]) & near]
            return float(shared[-1]) if len(shared) else None
        shared = OFFSETS[shared_edges(self.edges[axis]) & near]
        farther = shared[shared > begins + BORDER_MM]
        return float(farther[-1]) if len(farther) else _nearest_ridge(self.edges[axis], begins)


def stack_sides(sides: SideSupport, turn: Points, cards: Chosen) -> StackedSides | None:
    """Return the sides of these cards, turned by so much, or nothing if they are too few."""
    if cards.sum() < MIN_CARDS:
        return None
    slope = np.rint((turn - SLOPES[0]) / (SLOPES[1] - SLOPES[0])).astype(int)
    each = np.arange(len(turn))
    edges = sides.lines[each, :, slope][cards]
    table = None if sides.table is None else sides.table[each, :, slope][cards]
    worth = edges if table is None else edges + parted(table, BESIDE_STEPS)
    moves = [_alike(worth[:, pair]) for pair in AXES]

    def moved(lines: Floats) -> tuple[Floats, Floats]:
        return _moved(lines[:, AXES[0]], moves[0]), _moved(lines[:, AXES[1]], moves[1])

    return StackedSides(moved(edges), moved(worth), None if table is None else moved(table))


def _nearest_ridge(edges: Floats, place_mm: float) -> float:
    """Return the outermost edge near a place: blur and shadow beside the cards are no table's colours."""
    support = _mean_and_error(edges)[0]
    within = (place_mm - SHADOW_MM < OFFSETS) & (place_mm + 0.5 > OFFSETS)
    ridge = np.zeros(len(support), bool)
    ridge[1:-1] = (support[1:-1] >= support[:-2]) & (support[1:-1] >= support[2:])
    ridges = np.flatnonzero(within & ridge)
    return float(OFFSETS[ridges[-1]]) if len(ridges) else place_mm


def _table_begins(table: Floats, near: Chosen) -> float | None:
    """Return from where on nothing but the table shows beside the cards."""
    mean = np.where(near, _mean_and_error(table)[0], -1.0)
    most = int(mean.argmax())
    bare = mean >= mean[most] - NEARLY_BARE
    inner = most
    while inner > 0 and bare[inner - 1]:
        inner -= 1
    first = inner - RISE_STEPS
    if first < 0 or not near[first] or mean[most] < LEAST_BARE or mean[most] - mean[first] < LEAST_RISE:
        return None
    level = 0.5 * (mean[inner] + mean[first])
    rising = mean[first : inner + 1]
    above = int(np.flatnonzero(rising >= level)[0])
    part = (level - rising[above - 1]) / max(float(rising[above] - rising[above - 1]), 1e-6)
    return float(OFFSETS[first + above - 1] + part * STEP_MM)


def _alike(pairs: Floats) -> Ints:
    """Return by how many steps each card lies off its place: there its opposite sides are most alike.

    A card and the frame printed on it are alike on both sides, wherever they end.
    """
    index, known = _steps(pairs.shape[-1])
    both = known & known[::-1]
    ahead, back = (pairs - pairs.mean((1, 2), keepdims=True)).transpose(1, 0, 2)
    alike = (ahead[:, index] * back[:, index[::-1]] * both).sum(-1) / both.sum(-1)
    steps: Ints = (alike - STAY * np.abs(np.arange(-MOST_STEPS, MOST_STEPS + 1))).argmax(-1)
    return steps


def _moved(pairs: Floats, moves: Ints) -> Floats:
    """Return all sides as seen from where each card lies; nan is not known."""
    index, known = _steps(pairs.shape[-1])
    each = np.arange(len(pairs))[:, None]
    ahead = np.where(known[moves], pairs[each, 0, index[moves]], np.nan)
    back = np.where(known[::-1][moves], pairs[each, 1, index[::-1][moves]], np.nan)
    return np.concatenate([ahead, back])


@lru_cache(maxsize=1)
def _steps(count: int) -> tuple[Ints, Chosen]:
    """Return the index of every offset after every move, and whether it is within the band."""
    index = np.arange(count) + np.arange(-MOST_STEPS, MOST_STEPS + 1)[:, None]
    return np.clip(index, 0, count - 1), (index >= 0) & (index < count)


def shared_edges(profiles: Floats) -> Chosen:
    """Return at which offsets an edge of all profiles, sides x offsets, stands out; nan is not known."""
    mean, error = _mean_and_error(profiles)
    padded = np.concatenate([mean[:1].repeat(NEAR_STEPS), mean, mean[-1:].repeat(NEAR_STEPS)])
    around = np.lib.stride_tricks.sliding_window_view(padded, NEAR_STEPS + 1).min(1)
    lowest = np.maximum(around[: len(mean)], around[NEAR_STEPS:])
    ridge = np.ones(len(mean), bool)
    ridge[1:] &= mean[1:] >= mean[:-1]
    ridge[:-1] &= mean[:-1] >= mean[1:]
    return np.asarray(ridge & (mean - lowest > np.maximum(STANDS_OUT, ERRORS * error)))


def _mean_and_error(profiles: Floats) -> tuple[Floats, Floats]:
    """Return the mean of what is known at each offset, and how far it may be wrong."""
    known = np.isfinite(profiles)
    count = np.maximum(known.sum(0), 1)
    values = np.where(known, profiles, np.float32(0.0))
    mean = values.sum(0) / count
    spread = np.sqrt(np.maximum((values * values).sum(0) / count - mean * mean, 0.0))
    return mean.astype(np.float32), (spread / np.sqrt(len(profiles))).astype(np.float32)
