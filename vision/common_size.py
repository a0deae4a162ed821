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

AXES = np.array([[1, 3], [2, 0]])  # sides across and down, the one in the direction of a move first
INNERMOST_MM, INNER_MM = -6.0, -3.5
MOST_STEPS = 10  # of the offsets, by which a card may lie off its place
STAY_COSTS = 0.001 * np.abs(np.arange(-MOST_STEPS, MOST_STEPS + 1))  # likeness that moving must gain
MIN_CARDS = 3
NEARLY_BARE = 0.12  # below the most table that shows anywhere beside the cards
LEAST_BARE = 0.3
LEAST_RISE = 0.2  # of what is the table's, where the cards end
RISE_STEPS = 4  # of the offsets, within which it rises
SHADOW_MM = 2.25  # by which the blurred edge and the shadow of a card may hide its table
BLUR_STEPS = 8  # of the offsets, from the middle of a blurred edge to where the table is clear of it
LOPSIDED = 1.25  # times as far outward as inward
BORDER_MM = 1.5  # from a printed frame to the edge of a card that is as pale as its table
STANDS_OUT = 0.05  # of support, above the least on both sides of an edge
ERRORS = 3.0  # of the mean, by which an edge must stand out as well
NEAR_STEPS = 5  # of the offsets, within which support must fall again


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """What all cards show at each offset from their sides, and how far each mean may be wrong.

    Across and down, or one of them.
    """

    mean: Floats
    error: Floats

    def along(self, axis: int) -> Profile:
        """Return the profile across or down."""
        return Profile(self.mean[axis], self.error[axis])

    def shared_edges(self) -> Chosen:
        """Return at which offsets an edge of all cards stands out."""
        mean = self.mean
        padded = np.concatenate([mean[:1].repeat(NEAR_STEPS), mean, mean[-1:].repeat(NEAR_STEPS)])
        around = padded[: len(mean) + NEAR_STEPS]
        for step in range(1, NEAR_STEPS + 1):
            around = np.minimum(around, padded[step : step + len(mean) + NEAR_STEPS])
        lowest = np.maximum(around[: len(mean)], around[NEAR_STEPS:])
        ridge = np.ones(len(mean), bool)
        ridge[1:] &= mean[1:] >= mean[:-1]
        ridge[:-1] &= mean[:-1] >= mean[1:]
        return np.asarray(ridge & (mean - lowest > np.maximum(STANDS_OUT, ERRORS * self.error)))


@dataclass(frozen=True, slots=True, eq=False)
class StackedSides:
    """All cards' sides across and down, as seen from where each card lies: edges, and what is the table's."""

    edges: Profile
    worth: Profile  # edges, and how much each has the table outside
    table: Profile | None

    def outer_growth(self, limit_mm: tuple[float, float]) -> tuple[float | None, float | None]:
        """Return by how much each half of all cards is larger than expected, across and down, if it shows."""
        across, down = (self._edge_mm(axis, limit_mm[axis]) for axis in (0, 1))
        return across, down

    def strongest_growth(self, limit_mm: tuple[float, float]) -> tuple[float, float]:
        """Return where the strongest edge of all cards lies: their own, in a sleeve, or their print's."""
        near = (OFFSETS >= INNER_MM) & (np.array(limit_mm)[:, None] >= OFFSETS)
        across, down = OFFSETS[np.where(near, self.edges.mean, -1.0).argmax(1)]
        return float(across), float(down)

    def _edge_mm(self, axis: int, limit_mm: float) -> float | None:
        """Return where all cards end: where the table begins, or at a shared edge farther out."""
        near = (OFFSETS >= INNERMOST_MM) & (limit_mm >= OFFSETS)
        begins = None if self.table is None else _table_begins(self.table.mean[axis], near)
        if begins is None:
            shared = OFFSETS[self.worth.along(axis).shared_edges() & near]
            return float(shared[-1]) if len(shared) else None
        edges = self.edges.along(axis)
        shared = OFFSETS[edges.shared_edges() & near]
        farther = shared[shared > begins + BORDER_MM]
        return float(farther[-1]) if len(farther) else _nearest_ridge(edges.mean, begins)


def stack_sides(sides: SideSupport, turn: Points, cards: Chosen) -> StackedSides | None:
    """Return the sides of these cards, turned by so much, or nothing if they are too few."""
    chosen = np.flatnonzero(cards)
    if len(chosen) < MIN_CARDS:
        return None
    slope = np.rint((turn[chosen] - SLOPES[0]) / (SLOPES[1] - SLOPES[0])).astype(int)
    edges = sides.lines[chosen, :, slope]
    if sides.table is None:
        profile = _stacked(edges[None])
        return StackedSides(profile.along(0), profile.along(0), None)
    table = sides.table[chosen, :, slope]
    profile = _stacked(np.stack([edges + parted(table, BESIDE_STEPS), edges, table]))
    return StackedSides(profile.along(1), profile.along(0), profile.along(2))


def _stacked(kinds: Floats) -> Profile:
    """Return profiles of kinds x cards x sides x offsets, each card laid where the first kind says."""
    pairs = kinds[:, :, AXES]
    moves = _alike(pairs[0])
    return profile_of(_moved(pairs, moves))


def _nearest_ridge(support: Floats, place_mm: float) -> float:
    """Return the outermost edge near a place: blur and shadow beside the cards are no table's colours."""
    within = (place_mm - SHADOW_MM < OFFSETS) & (place_mm + 0.5 > OFFSETS)
    ridge = np.zeros(len(support), bool)
    ridge[1:-1] = (support[1:-1] >= support[:-2]) & (support[1:-1] >= support[2:])
    ridges = np.flatnonzero(within & ridge)
    return float(OFFSETS[ridges[-1]]) if len(ridges) else _top_of_blur(support, place_mm)


def _top_of_blur(support: Floats, place_mm: float) -> float:
    """Return where the edge lies of which the blur ends here: the colours of a blurred edge are no table's.

    Blur reaches as far inward as outward. What reaches farther outward is a frame with an edge beyond it,
    and what reaches on and on inward is print.
    """
    foot = int(np.searchsorted(OFFSETS, place_mm))
    top = foot
    while top > max(1, foot - BLUR_STEPS) and support[top - 1] >= support[top]:
        top -= 1
    level = 0.5 * (float(support[top]) + float(support[foot:].min()))
    inward, outward = (_steps_above(side, level) for side in (support[top::-1], support[top:]))
    alike = 0 < inward < BLUR_STEPS and outward <= LOPSIDED * inward
    return float(OFFSETS[top]) if alike and top + outward >= foot else place_mm


def _steps_above(support: Floats, level: float) -> int:
    """Return after how many steps the support falls below a level; 0 where it never does."""
    return int((support < level).argmax())


def _table_begins(table: Floats, near: Chosen) -> float | None:
    """Return from where on nothing but the table shows beside the cards."""
    mean = np.where(near, table, -1.0)
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

    A card and the frame printed on it are alike on both sides, wherever they end. Pairs are cards x axes x
    sides x offsets, steps cards x axes.
    """
    index, known = _steps(pairs.shape[-1])
    both = known & known[::-1]
    off = pairs - pairs.mean((2, 3), keepdims=True)
    alike = off[:, :, 0][..., index]
    alike *= off[:, :, 1][..., index[::-1]]
    steps: Ints = (np.vecdot(alike, both.astype(np.float32)) / both.sum(-1) - STAY_COSTS).argmax(-1)
    return steps


def _moved(pairs: Floats, moves: Ints) -> Floats:
    """Return all sides as seen from where each card lies, the sides of all cards first; nan is not known."""
    index, known = _steps(pairs.shape[-1])
    cards, axes = np.arange(len(moves))[:, None, None], np.arange(len(AXES))[:, None]
    ahead = np.where(known[moves], pairs[:, cards, axes, 0, index[moves]], np.nan)
    back = np.where(known[::-1][moves], pairs[:, cards, axes, 1, index[::-1][moves]], np.nan)
    return np.concatenate([ahead, back], axis=1).swapaxes(0, 1)


@lru_cache(maxsize=1)
def _steps(count: int) -> tuple[Ints, Chosen]:
    """Return the index of every offset after every move, and whether it is within the band."""
    index = np.arange(count) + np.arange(-MOST_STEPS, MOST_STEPS + 1)[:, None]
    return np.clip(index, 0, count - 1), (index >= 0) & (index < count)


def profile_of(sides: Floats) -> Profile:
    """Return what all sides, the first axis, show on the mean; nan is not known."""
    known = np.isfinite(sides)
    count = np.maximum(known.sum(0), 1)
    values = np.where(known, sides, np.float32(0.0))
    mean = values.sum(0) / count
    spread = np.sqrt(np.maximum((values * values).sum(0) / count - mean * mean, 0.0))
    return Profile(mean.astype(np.float32), (spread / np.sqrt(len(sides))).astype(np.float32))
