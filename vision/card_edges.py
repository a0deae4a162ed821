"""Measure card edges where cards are expected: how well each side is supported, and where exactly it runs.

Every expected card has a plane that maps its own millimetres to the image. Around each of its four sides
a band is sampled; a card may have moved and turned inside that band, but it is rigid and its size is known,
so opposite sides move together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.lattice import CardSize, Image, Points
from vision.table_colours import TableColours

Floats = npt.NDArray[np.float32]
Seen = npt.NDArray[np.bool_]
Steps = npt.NDArray[np.intp]

ALONG = 12  # samples along a side
REACH_MM = 8.5  # half width of the band
STEP_MM = 0.5
SLOPES = np.radians(np.arange(-7.0, 7.5, 1.4))
OFFSETS = np.arange(-REACH_MM, REACH_MM + 0.1, STEP_MM)
LINES = (4, len(SLOPES), len(OFFSETS))  # measured around a card
HALF, UPRIGHT = ALONG // 2, len(SLOPES) // 2  # of the samples, and the slope in the middle: none
MOVES = np.arange(-5.5, 5.6, STEP_MM)  # how far a card may lie from where it is expected
ABS_MOVES = np.abs(MOVES).astype(np.float32)
TURN_COSTS = 0.4 * np.abs(SLOPES).astype(np.float32)
SIDES = np.arange(4)[:, None]
OUTER_SHARE = 0.5  # between what any line scores and the strongest
STEPS = np.arange(256, dtype=np.float32)
EDGE_LEVEL = 9.0  # grey levels of a step that counts half
GRAIN_LEVEL = 1.5
CLEAR_EDGE = 0.45
FRAMES_MM = (1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0)  # from a card's edge to a printed frame
FRAME_WEIGHT = 1.0
OUTER_PARTED = np.float32(0.5)
PARTED_WEIGHT = np.float32(1.0)
PAIR_WEIGHT = np.float32(2.0)  # of the weaker of two opposite sides: a frame and bare table are no card
BESIDE_STEPS = (2, 5)  # from a line: where the table is looked for outside, the card inside
SEEN_MM = 5.0  # a card that was seen here lies this far off only if both of its edges are perfect there
EXPECTED_MM = 9.0  # the same for a card that only the lattice expects here


@dataclass(frozen=True, slots=True)
class SideSupport:
    """For each card, side, slope and outward offset: how much of that line is an edge, from 0 to 1.

    Where the table's colours are known, `table` says how much each line runs over the table, from 1 to -1
    for cards alone, and `parted` how much it has the table outside and a card inside.
    """

    lines: Floats  # card, side, slope, offset
    table: Floats | None = None
    parted: Floats | None = None

    def outer_offsets(self, limit_mm: tuple[float, float]) -> Points:
        """Return for each card and side how far out its outermost clear edge lies, within the limit.

        A printed frame is often a stronger edge than the card's own, so the outermost edge that stands
        half as far out of the noise as the strongest is taken.
        """
        lines = self.lines if self.parted is None else self.lines + OUTER_PARTED * self.parted
        best = lines.max(2)
        ridge = np.zeros_like(best, bool)
        ridge[..., 1:-1] = (best[..., 1:-1] >= best[..., :-2]) & (best[..., 1:-1] >= best[..., 2:])
        limits = np.array([limit_mm[1], limit_mm[0]] * 2)[:, None]
        near = (limits >= OFFSETS) & (OFFSETS >= -6.0)
        strongest = np.where(near, best, 0.0).max(-1, keepdims=True)
        floor = np.minimum(quarter_of(best), 0.6 * strongest)
        clear = best > floor + OUTER_SHARE * (strongest - floor)
        outermost = np.where(ridge & near & clear, OFFSETS, -99.0).max(-1)
        result: Points = np.where(strongest[..., 0] > CLEAR_EDGE, outermost, np.nan)
        return result

    def place(
        self, growth: tuple[float, float] = (0.0, 0.0), stay: float = 0.01, seen: Seen | None = None
    ) -> Placements:
        """Return the best rigid placement of every card, each half grown by so many millimetres.

        `stay` is the support that each millimetre of moving must gain. Cards that were `seen` where they are
        expected do not move far: a frame printed within them and a neighbour's edge would make a pair, too.
        """
        cost = np.float32(stay) * ABS_MOVES
        # One side of a loose card may lie under another card; those of a grid show both.
        weaker = PAIR_WEIGHT if seen is not None else np.float32(0)
        across, down = self._pair(1, 3, growth[0], weaker), self._pair(2, 0, growth[1], weaker)
        if seen is not None:
            far_mm = np.where(seen, SEEN_MM, EXPECTED_MM).astype(np.float32)
            cost = cost + (ABS_MOVES / far_mm[:, None]) ** 2
            best = self.lines.max(2)
            across += _frame(best[:, 1], best[:, 3], growth[0])[:, None]
            down += _frame(best[:, 2], best[:, 0], growth[1])[:, None]
            cost = cost[:, None]
        across -= cost
        down -= cost
        slope = np.argmax(across.max(-1) + down.max(-1) - TURN_COSTS, axis=-1)
        each = np.arange(len(slope))
        x, y = across[each, slope].argmax(-1), down[each, slope].argmax(-1)
        first_x, first_y = _first_step(growth[0]), _first_step(growth[1])
        last = len(MOVES) - 1
        offsets = np.array([first_y + last - y, first_x + x, first_y + y, first_x + last - x])
        sides = self.lines[each, SIDES, slope, offsets].T
        parted = None if self.parted is None else self.parted[each, SIDES, slope, offsets].T
        return Placements(SLOPES[slope], np.array([MOVES[x], MOVES[y]]).T, sides, parted)

    def _pair(self, positive: int, negative: int, growth: float, weaker: np.float32) -> Floats:
        """Return how well two opposite sides speak for each slope and move; the weaker one counts more."""
        first = _first_step(growth)
        moves = slice(first, first + len(MOVES))
        ahead, back = self.lines[:, positive, :, moves], self.lines[:, negative, :, moves][..., ::-1]
        pair: Floats = ahead + back
        pair += weaker * np.minimum(ahead, back)
        pair /= np.float32(1.0) + weaker / np.float32(2.0)
        if self.parted is not None:
            parted = self.parted[:, positive, :, moves] + self.parted[:, negative, :, moves][..., ::-1]
            pair = pair + PARTED_WEIGHT * parted
        return pair


@dataclass(frozen=True, slots=True)
class Placements:
    """How each card lies against where it was expected, and how well each of its sides is supported."""

    turn: Points
    move_mm: Points
    sides: Floats
    parted: Floats | None = None  # of each side, where the table's colours are known


def _first_step(growth: float) -> int:
    """Return the offset of a side of cards grown by so much that were moved as far back as they may be."""
    return round((float(MOVES[0]) + growth + REACH_MM) / STEP_MM)


def _frame(ahead: Floats, back: Floats, growth: float) -> Floats:
    """Return how well a printed frame, as far from both sides of the card, speaks for each move."""
    first, second = _frame_steps(growth)
    frame: Floats = np.minimum(ahead.take(first, axis=1), back.take(second, axis=1)).max(1)
    return np.float32(FRAME_WEIGHT) * frame


@lru_cache(maxsize=32)
def _frame_steps(growth: float) -> tuple[Steps, Steps]:
    """Return the offsets at which each frame shows for each move, on either of two opposite sides."""
    inner = growth - np.array(FRAMES_MM)[:, None]
    ahead, back = (np.rint((inner + moves + REACH_MM) / STEP_MM) for moves in (MOVES, -MOVES))
    most = len(OFFSETS) - 1
    return np.clip(ahead, 0, most).astype(np.intp), np.clip(back, 0, most).astype(np.intp)


@lru_cache(maxsize=8)
def _band_mm(card: CardSize) -> Points:
    """Return points of the bands around the four sides: side, along, offset, xy in card millimetres."""
    w, h = card.width_mm, card.height_mm
    along = np.linspace(-0.42, 0.42, ALONG)
    offset = np.arange(-REACH_MM - STEP_MM, REACH_MM + STEP_MM + 0.1, STEP_MM)
    sides = []
    for middle, tangent, outward, length in (
        ((w / 2, 0.0), (1.0, 0.0), (0.0, -1.0), w),
        ((w, h / 2), (0.0, 1.0), (1.0, 0.0), h),
        ((w / 2, h), (-1.0, 0.0), (0.0, 1.0), w),
        ((0.0, h / 2), (0.0, -1.0), (-1.0, 0.0), h),
    ):
        a = along[:, None, None] * length * np.array(tangent)
        o = offset[None, :, None] * np.array(outward)
        sides.append(np.array(middle) + a + o)
    return np.stack(sides)


@lru_cache(maxsize=8)
def _shear(length_mm: float) -> tuple[Floats, Floats]:
    """Return the matrices that sum a band along every line that leans one way or not at all.

    The first is for the sum of its two halves, each from its end on, the second for their difference.
    """
    along = np.linspace(-0.42, 0.42, ALONG) * length_mm
    slopes = SLOPES[UPRIGHT:]
    matrix = np.zeros((ALONG, len(OFFSETS), len(slopes), len(OFFSETS)), np.float32)
    for t, place in enumerate(along):
        for s, slope in enumerate(slopes):
            position = np.clip((OFFSETS - place * np.tan(slope) + REACH_MM) / STEP_MM, 0, len(OFFSETS) - 1)
            low = np.minimum(np.floor(position).astype(int), len(OFFSETS) - 2)
            part = (position - low).astype(np.float32)
            columns = np.arange(len(OFFSETS))
            matrix[t, low, s, columns] += 1.0 - part
            matrix[t, low + 1, s, columns] += part
    matrix /= 2 * ALONG
    ahead, back = matrix[:HALF], matrix[: HALF - 1 : -1]
    rows = HALF * len(OFFSETS)
    return (ahead + back).reshape(rows, -1), (ahead - back)[:, :, 1:].reshape(rows, -1)


def parted(table: Floats, beside: tuple[int, int]) -> Floats:
    """Return what lies these steps outside every line less what lies as far inside of it."""
    count = table.shape[-1]
    # As one product: adding up shifted copies takes four times as long.
    return (table.reshape(-1, count) @ _outside_less_inside(count, beside)).reshape(table.shape)


@lru_cache(maxsize=8)
def _outside_less_inside(count: int, beside: tuple[int, int]) -> Floats:
    """Return what each of so many lines counts of the others; beyond the last one lies what lies there."""
    first, last = beside
    counts = np.zeros((count, count), np.float32)
    lines = np.arange(count)
    for step in range(first, last + 1):
        np.add.at(counts, (np.minimum(lines + step, count - 1), lines), 1.0)
        np.subtract.at(counts, (np.maximum(lines - step, 0), lines), 1.0)
    return counts * np.float32(0.5 / (last + 1 - first))


def sample(image: Image, points: Points) -> Image:
    """Return the image at points of any leading shape, bilinear; beyond its border the border's value."""
    shape = points.shape[:-1]
    places = points.reshape(-1, shape[-1], 2).astype(np.float32)
    values = cv2.remap(
        image, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(values, np.uint8).reshape(*shape, -1)


def sample_planes(image: Image, planes: Points, places_mm: Points) -> Image:
    """Return the image where each plane has these places: planes x places x channels."""
    flat = np.ones((3, places_mm.size // 2), np.float32)
    flat[:2] = places_mm.reshape(-1, 2).T
    seen = (planes.reshape(-1, 3).astype(np.float32) @ flat).reshape(len(planes), 3, -1)
    x, y = seen[:, 0] / seen[:, 2], seen[:, 1] / seen[:, 2]
    values = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(values, np.uint8).reshape(len(planes), *places_mm.shape[:-1], -1)


def steps_across(values: Image) -> Image:
    """Return the largest change of any channel between the two neighbours of each sample."""
    change = cv2.absdiff(
        np.ascontiguousarray(values[..., 2:, :]).reshape(-1),
        np.ascontiguousarray(values[..., :-2, :]).reshape(-1),
    ).reshape(*values.shape[:-2], values.shape[-2] - 2, 3)
    largest: Image = np.maximum(np.maximum(change[..., 0], change[..., 1]), change[..., 2])
    return largest


def edges_of_steps(step: Image) -> Floats:
    """Return how much of an edge each step is, from 0 to 1, against the noise that is everywhere."""
    worth = STEPS / (STEPS + np.float32(EDGE_LEVEL) + np.float32(GRAIN_LEVEL) * grain_of(step))
    return np.asarray(cv2.LUT(step.reshape(1, -1), worth), np.float32).reshape(step.shape)


def grain_of(step: Image) -> np.float32:
    """Return the steps that noise makes: most of any picture is plain, and its steps are noise."""
    return np.float32(level_of(step.reshape(-1)[::7], 0.30))


def level_of(values: Image, share: float) -> int:
    """Return the level below which this share of the values lies: counting is quicker than sorting."""
    return levels_of(values, (share,))[0]


def levels_of(values: Image, shares: Sequence[float]) -> list[int]:
    """The same for several shares."""
    below = np.bincount(values.ravel(), minlength=256).cumsum()
    places = np.array(shares) * (below[-1] - 1)
    return [int(level) for level in below.searchsorted(places, side="right")]


def quarter_of(support: Floats) -> Floats:
    """Return what a quarter of the lines along the last axis do not reach."""
    place = (support.shape[-1] - 1) // 4
    quarter: Floats = np.partition(support, place, axis=-1)[..., place : place + 1]
    return quarter


def measure_sides(
    image: Image, planes: Points, card: CardSize, colours: TableColours | None = None
) -> SideSupport:
    """Return the support of every line near the sides of the cards expected on these planes."""
    values = sample_planes(image, planes, _band_mm(card))
    edge = edges_of_steps(steps_across(values))
    beside = np.maximum(edge[..., :-2], edge[..., 2:])
    beside *= np.float32(0.8)
    np.maximum(edge[..., 1:-1], beside, out=edge[..., 1:-1])
    if colours is None:
        return SideSupport(_summed(edge, card))
    both = np.concatenate([edge, colours.of(values[..., 1:-1, :])])
    lines, table = _summed(both, card).reshape(2, len(planes), *LINES)
    return SideSupport(lines, table, parted(table, BESIDE_STEPS))


def _summed(bands: Floats, card: CardSize) -> Floats:
    """Return the bands of all cards summed along every line: card, side, slope, offset.

    A line that leans one way is one that leans the other way with its ends changed over. So what both ends
    have in common and what they have not is summed for half of the slopes, which is half the work.
    """
    count = len(bands)
    lines = np.empty((count, *LINES), np.float32)
    for first, length in ((0, card.width_mm), (1, card.height_mm)):
        # Large products: a small one for each card would read the whole matrix again each time.
        rows = bands[:, first::2]
        ahead, back = rows[:, :, :HALF], rows[:, :, : HALF - 1 : -1]
        alike, unlike = _shear(length)
        straight = (ahead + back).reshape(2 * count, -1) @ alike
        leaning = (ahead - back).reshape(2 * count, -1) @ unlike
        straight = straight.reshape(count, 2, -1, len(OFFSETS))
        leaning = leaning.reshape(count, 2, -1, len(OFFSETS))
        lines[:, first::2, UPRIGHT] = straight[:, :, 0]
        np.add(straight[:, :, 1:], leaning, out=lines[:, first::2, UPRIGHT + 1 :])
        np.subtract(straight[:, :, 1:], leaning, out=lines[:, first::2, UPRIGHT - 1 :: -1])
    return lines


def placed_planes(planes: Points, placements: Placements, card: CardSize) -> Points:
    """Return the planes moved and turned to where the cards were measured to lie."""
    cos, sin = np.cos(placements.turn), np.sin(placements.turn)
    middle = np.array([card.width_mm / 2, card.height_mm / 2])
    rigid = np.zeros((len(planes), 3, 3))
    rigid[:, 0, 0], rigid[:, 0, 1], rigid[:, 1, 0], rigid[:, 1, 1], rigid[:, 2, 2] = cos, -sin, sin, cos, 1.0
    rigid[:, :2, 2] = middle + placements.move_mm - rigid[:, :2, :2] @ middle
    return planes @ rigid
