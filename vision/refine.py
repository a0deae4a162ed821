"""Refine each card's own corners in the full frame: four straight lines fitted to sub-pixel edges."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from vision.card_edges import edges_of_steps, parted, quarter_of, sample_planes, steps_across
from vision.common_size import profile_of
from vision.lattice import CardSize, Image, Points, planes_of_cards, project
from vision.leaning_sizes import leaning_widths
from vision.table_colours import TableColours

Floats = npt.NDArray[np.float32]

ALONG = 16
REACH_MM = 2.5
STEP_MM = 0.25
EDGE_LEVEL = 10.0
OUTER_SHARE = 0.65  # the outermost line this strong is the card's edge, a stronger one within is its frame
MIN_SUPPORT = 0.30
OFFSETS = np.arange(-REACH_MM, REACH_MM + 0.01, STEP_MM)
APART = OFFSETS[:, None] + OFFSETS[None, :]
ASIDE = OFFSETS[:, None] - OFFSETS[None, :]
PLACES = np.linspace(-0.40, 0.40, ALONG)
TILTS = np.linspace(-1.5, 1.5, 7)  # millimetres by which the two ends of a side may differ
NEAR_MM = 0.8
ROUNDS = 2
MOVED_MM = 0.5
USUAL_COST, MOST_USUAL = 0.25, 2.0  # for each millimetre by which a card is another size than most
SHARED_COST = 0.6  # the same where the size of all cards was told together
SAME_SIZE_MM = 1.3  # by which that size may still be wrong
MIN_SHARING = 4
STAY_COST = np.float32(0.1) * np.abs(ASIDE).astype(np.float32)  # of support, for each mm that a card lies off
PARTED_WEIGHT = np.float32(0.75)
BESIDE_STEPS = (2, 8)  # from a line: where the table is looked for outside, the card inside


def refine_corners(
    frame_bgr: Image, quads: Points, card: CardSize, colours: TableColours | None = None
) -> Points:
    """Return the outlines with each side moved onto the edge that is there, or left where none is.

    A card that turned out to lie elsewhere is measured there once more: an edge that was out of reach may
    be in reach then.
    """
    if len(quads) == 0:
        return quads
    refined, elsewhere = _refine_once(frame_bgr, quads, card, colours)
    if elsewhere.any():
        refined[elsewhere] = _refine_once(frame_bgr, refined[elsewhere], card, colours)[0]
    return refined


def _refine_once(
    frame_bgr: Image, quads: Points, card: CardSize, colours: TableColours | None
) -> tuple[Points, npt.NDArray[np.bool_]]:
    """Return the refined outlines, and which of them have a side that only followed the opposite one."""
    planes = planes_of_cards(quads, card.size_mm)
    band = _band_mm(card)
    values = sample_planes(frame_bgr, planes, band)
    step = steps_across(values)
    table = None if colours is None else colours.of(values[..., 1:-1, :])
    offset, tilt, support = _vote(edges_of_steps(step), table, quads.mean(1))
    offset, tilt = _fit_lines(step.astype(np.float32), offset, tilt)
    clear = support > MIN_SUPPORT
    opposite = [2, 3, 0, 1]
    follows = ~clear & clear[:, opposite]
    offset = np.where(clear, offset, np.where(follows, -offset[:, opposite], 0.0))
    tilt = np.where(clear, tilt, 0.0)
    refined = project(planes, _corners_mm(offset, tilt, card))
    moved = np.asarray((follows & (np.abs(offset) > MOVED_MM)).any(1))
    return np.where(_still_a_card(offset, tilt)[:, None, None], refined, quads), moved


@lru_cache(maxsize=8)
def _band_mm(card: CardSize) -> Points:
    offset = np.arange(-REACH_MM - STEP_MM, REACH_MM + STEP_MM + 0.01, STEP_MM)
    corners = card.corners_mm
    bands = []
    for side in range(4):
        start, end = corners[side], corners[(side + 1) % 4]
        outward = np.array([[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])[side]
        along = (start + end) / 2 + PLACES[:, None] * (end - start)
        bands.append(along[:, None] + offset[:, None] * outward)
    return np.stack(bands).reshape(4, ALONG, len(offset), 2)


@lru_cache(maxsize=1)
def _shear() -> Floats:
    """Return the matrix that sums a band along every tilt and offset."""
    count = len(OFFSETS)
    matrix = np.zeros((ALONG, count, len(TILTS), count), np.float32)
    for a, place in enumerate(PLACES):
        for t, tilt in enumerate(TILTS):
            index = np.clip(np.rint((OFFSETS + place * tilt + REACH_MM) / STEP_MM), 0, count - 1).astype(int)
            matrix[a, index, t, np.arange(count)] += 1.0 / ALONG
    return matrix.reshape(ALONG * count, -1)


def _vote(edge: Floats, table: Floats | None, middles: Points) -> tuple[Points, Points, Floats]:
    """Return offset, tilt and support of every side, opposite sides as far apart as on most cards."""
    lines = _summed(edge) - (0.03 * np.abs(TILTS)).astype(np.float32)[:, None]
    best = lines.max(2)
    worth = best if table is None else best + PARTED_WEIGHT * parted(_summed(table).mean(2), BESIDE_STEPS)
    index = _outermost(best)
    strong = best.max(-1) > MIN_SUPPORT
    for first, second in ((0, 2), (1, 3)):
        both = strong[:, first] & strong[:, second]  # an edge without its opposite has none to be paired with
        if not both.any():
            continue
        pairs = worth[both, first][:, :, None] + worth[both, second][:, None, :] - STAY_COST
        if table is not None and both.sum() >= MIN_SHARING:
            shared = _shared_width(best[:, [first, second]])
            width = leaning_widths(pairs, STEP_MM, middles[both], shared)
            cost = SHARED_COST * np.abs(APART - width[:, None, None])
        else:
            usual = np.median((OFFSETS[index[:, first]] + OFFSETS[index[:, second]])[both])
            cost = USUAL_COST * np.minimum(np.abs(APART - usual), MOST_USUAL)
        index[both, first], index[both, second] = _best_pair(pairs - cost.astype(np.float32))
    cards, sides = np.indices(index.shape)
    tilt = lines[cards, sides, :, index].argmax(-1)
    return OFFSETS[index], TILTS[tilt], best[cards, sides, index]


def _shared_width(best: Floats) -> float:
    """Return by how much all cards are wider than expected: little, since their size was told before."""
    shared = OFFSETS[profile_of(best.reshape(-1, len(OFFSETS))).shared_edges()]
    near = shared[np.abs(shared) < SAME_SIZE_MM]
    return 2.0 * float(near[np.abs(near).argmin()]) if len(near) else 0.0


def _summed(bands: Floats) -> Floats:
    """Return the sums of bands along every tilt and offset: card, side, tilt, offset."""
    flat = bands.reshape(bands.shape[0] * bands.shape[1], -1)
    lines: Floats = (flat @ _shear()).reshape(*bands.shape[:2], len(TILTS), len(OFFSETS))
    return lines


def _outermost(best: Floats) -> npt.NDArray[np.int64]:
    inner = best[..., 1:-1]
    ridge = (inner >= best[..., :-2]) & (inner > best[..., 2:])
    strongest = best.max(-1, keepdims=True)
    floor = np.minimum(quarter_of(best), 0.6 * strongest)
    clear = ridge & (inner > floor + OUTER_SHARE * (strongest - floor))
    rank = np.where(clear, np.arange(1, len(OFFSETS) - 1), -1).max(-1)
    index: npt.NDArray[np.int64] = np.where(rank < 0, best.argmax(-1), rank)
    return index


def _best_pair(pairs: Floats) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    index = pairs.reshape(len(pairs), -1).argmax(-1)
    return index // len(OFFSETS), index % len(OFFSETS)


def _fit_lines(step: Floats, offset: Points, tilt: Points) -> tuple[Points, Points]:
    """Return each line fitted to the centres of the edges near it, again and again as it moves there."""
    strength = step * step
    line = offset.astype(np.float32), tilt.astype(np.float32)
    for _ in range(ROUNDS):
        line = _fit_once(strength, *line)
    return line[0].astype(np.float64), line[1].astype(np.float64)


def _fit_once(strength: Floats, offset: Floats, tilt: Floats) -> tuple[Floats, Floats]:
    offsets, places = OFFSETS.astype(np.float32), PLACES.astype(np.float32)
    expected = offset[..., None] + places * tilt[..., None]
    weight = offsets - expected[..., None]
    np.abs(weight, out=weight)
    weight *= np.float32(-1.0 / NEAR_MM)
    weight += np.float32(1.0)
    np.maximum(weight, 0.0, out=weight)
    weight *= strength
    total = weight.sum(-1) + np.float32(1e-6)
    centre = (weight @ offsets) / total
    miss = np.abs(centre - expected)
    trust = np.sqrt(total) / (np.sqrt(total) + np.float32(EDGE_LEVEL)) / (1.0 + (miss / np.float32(0.5)) ** 2)
    sure = trust.sum(-1) + np.float32(1e-6)
    mean_place, mean_centre = (trust @ places) / sure, (trust * centre).sum(-1) / sure
    place = places - mean_place[..., None]
    spread = (trust * place * place).sum(-1) + np.float32(1e-6)
    slope = (trust * place * (centre - mean_centre[..., None])).sum(-1) / spread
    return mean_centre - slope * mean_place, slope


def _corners_mm(offset: Points, tilt: Points, card: CardSize) -> Points:
    """Return where neighbouring sides meet, in card millimetres."""
    w, h = card.width_mm, card.height_mm
    length = np.array([w, h, w, h])
    ahead = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])
    outward = np.array([[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
    middle = np.array([[w / 2, 0.0], [w, h / 2], [w / 2, h], [0.0, h / 2]])
    point = middle + offset[..., None] * outward
    direction = ahead + (tilt / length)[..., None] * outward
    before_point, before = np.roll(point, 1, axis=1), np.roll(direction, 1, axis=1)
    cross = before[..., 0] * direction[..., 1] - before[..., 1] * direction[..., 0]
    gap = point - before_point
    along = (gap[..., 0] * direction[..., 1] - gap[..., 1] * direction[..., 0]) / cross
    corners: Points = before_point + along[..., None] * before
    return corners


def _still_a_card(offset: Points, tilt: Points) -> npt.NDArray[np.bool_]:
    """Refuse lines that would bend a card: opposite sides stay parallel and about as far apart as before."""
    wider = np.abs(offset[:, [0, 1]] + offset[:, [2, 3]])
    skew = np.abs(tilt[:, [0, 1]] - tilt[:, [2, 3]])
    return np.asarray((wider < 3.5).all(1) & (skew < 3.0).all(1))
