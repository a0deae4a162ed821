"""Take cards off the table from the top: a card is sure if all of its outline that shows is an edge."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.card_edges import edges_of_steps, sample, steps_across
from vision.lattice import CardSize, Image, Points, project
from vision.lattice_model import Floats
from vision.overlapping import shared_ground, within
from vision.quads import areas

ALONG = 24
PLACES = np.linspace(0.05, 0.95, ALONG)
NEAR_MM = np.arange(-2.0, 2.1, 0.5)  # where an edge of the card itself may lie, and a step beyond
BESIDE_MM = np.arange(2.0, 7.1, 0.5)  # what is beside it, on each side
AT_ONCE = 256  # guesses; OpenCV samples no more rows than this makes
SEEN_SIDE = 5  # samples of a side that must show before it is asked
HIDDEN_MM = 1.2  # so far inside another card a sample is hidden
SAME_EDGE_MM = 4.0  # so near another card's outline an edge may be that card's
PART_FROM = 0.06  # share of a card's ground that others hide, from which it counts as a part
LEAST_OUTLINE = 0.34  # of a card's outline that must show
LEAST_GROUND = 0.10  # of its area
WEAKEST_SIDE, MEAN_SIDE = 0.40, 0.52
PART_SIDE, PART_MEAN, PART_RIDGE = 0.5, 0.64, 0.24
SAME_PLACE_MM = 6.0  # two cards' middles are never nearer, unless they are squared in one pile
OFF_WORTH = 0.02
LARGER = 1.0  # a card's own edge may be fainter than the frame within it


@dataclass(frozen=True, slots=True)
class PeeledCards:
    """Cards from the top down: which guesses they are, how clear their outline is, how much of each shows."""

    chosen: npt.NDArray[np.int64]
    support: Floats
    visible: Floats


@dataclass(frozen=True, slots=True)
class _Outlines:
    """Guesses by places along their sides: edges, how far they stand out, and what is known of each place."""

    corners: Points
    points: Points
    edges: Floats
    ridge: Floats
    hidden: npt.NDArray[np.bool_]
    borrowed: npt.NDArray[np.bool_]  # lies on the outline of a card that was taken off


def peel(image: Image, planes: Points, card: CardSize) -> PeeledCards:
    """Choose among guesses, each given by the way from a card's millimetres to the image."""
    if len(planes) == 0:
        return PeeledCards(np.zeros(0, np.int64), np.zeros(0), np.zeros(0))
    guesses = _look_at_outlines(image, planes, card)
    size = np.abs(areas(guesses.corners))
    px_per_mm = float(np.sqrt(np.median(size) / (card.width_mm * card.height_mm)))
    larger = (size / max(float(np.median(size)), 1.0)) ** LARGER
    covered = np.zeros(len(planes))
    alive = np.ones(len(planes), bool)
    chosen: list[int] = []
    support: list[float] = []
    visible: list[float] = []
    while alive.any():
        worth = _worth(guesses, covered) * larger * alive
        best = int(worth.argmax())
        if worth[best] <= 0.0:
            break
        chosen.append(best)
        support.append(float(worth[best]))
        visible.append(1.0 - float(covered[best]))
        alive[best] = False
        for other in map(int, np.flatnonzero(alive)):
            covered[other] += shared_ground(guesses.corners[other], guesses.corners[best]) / size[other]
            _hide(guesses, other, guesses.corners[best], px_per_mm)
        middles = guesses.corners.mean(1)
        repeat = np.hypot(*(middles - middles[best]).T) < SAME_PLACE_MM * px_per_mm
        alive &= (covered < 1.0 - LEAST_GROUND) & ~repeat
    return PeeledCards(np.array(chosen, np.int64), np.array(support), np.array(visible))


def _look_at_outlines(image: Image, planes: Points, card: CardSize) -> _Outlines:
    on_side, outward = _outline_mm(card)
    points = project(planes, on_side.reshape(1, -1, 2)).reshape(len(planes), 4, ALONG, 2)
    near = _edges(image, planes, on_side, outward, NEAR_MM)
    at = (near - (OFF_WORTH * np.abs(NEAR_MM[1:-1])).astype(np.float32)).max(-1)
    outside = _edges(image, planes, on_side, outward, BESIDE_MM).mean(-1)
    inside = _edges(image, planes, on_side, outward, -BESIDE_MM).mean(-1)
    # On a busy cloth there are edges everywhere: a card's own stands out at least from its quieter side.
    ridge = at - np.minimum(outside, inside)
    none = np.zeros(at.shape, bool)
    corners = project(planes, card.corners_mm[None])
    return _Outlines(corners, points, at.astype(float), ridge.astype(float), none, none.copy())


def _edges(image: Image, planes: Points, on_side: Points, outward: Points, offsets: Floats) -> Floats:
    """How much of an edge there is at distances from places along each side, 0 to 1."""
    band = on_side[:, :, None] + offsets[:, None] * outward[:, None, None]
    steps = []
    for start in range(0, len(planes), AT_ONCE):
        some = planes[start : start + AT_ONCE]
        points = project(some, band.reshape(1, -1, 2)).reshape(len(some), *band.shape)
        steps.append(steps_across(sample(image, points)))
    edge: Floats = edges_of_steps(np.concatenate(steps)).astype(np.float64)
    return edge


def _hide(guesses: _Outlines, other: int, upper: Points, px_per_mm: float) -> None:
    places = guesses.points[other].reshape(-1, 2)
    deep = within(places, upper[None], -HIDDEN_MM * px_per_mm).reshape(4, ALONG)
    touched = within(places, upper[None], SAME_EDGE_MM * px_per_mm).reshape(4, ALONG)
    guesses.hidden[other] |= deep
    guesses.borrowed[other] |= touched & ~deep


def _outline_mm(card: CardSize) -> tuple[Points, Points]:
    """Places on the four sides (sides x places x 2), and the way out from each side."""
    corners = card.corners_mm
    ahead = np.roll(corners, -1, axis=0) - corners
    on_side = corners[:, None] + PLACES[:, None] * ahead[:, None]
    return on_side, np.array([[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])


def _worth(guesses: _Outlines, covered: Floats) -> Floats:
    """How sure each guess is a card by the part of its outline that shows; nought if it is not."""
    part = covered > PART_FROM
    shows = ~guesses.hidden & ~(guesses.borrowed & part[:, None, None])
    count = shows.sum(-1)
    asked = count >= SEEN_SIDE
    side = np.where(asked, (guesses.edges * shows).sum(-1) / np.maximum(count, 1), 1.0).min(-1)
    ridge = np.where(asked, (guesses.ridge * shows).sum(-1) / np.maximum(count, 1), 1.0).min(-1)
    mean = (guesses.edges * shows).sum((1, 2)) / np.maximum(count.sum(-1), 1)
    share = shows.mean((1, 2))
    # Opposite sides alone are any ribbon: two that meet in a corner must show.
    corner = (asked & np.roll(asked, -1, axis=1)).any(1)
    whole = (side > WEAKEST_SIDE) & (mean > MEAN_SIDE)
    partly = (side > PART_SIDE) & (mean > PART_MEAN) & (ridge > PART_RIDGE)
    sure = np.where(part, partly, whole) & corner & (share >= LEAST_OUTLINE)
    return np.where(sure, mean * (0.5 + 0.5 * share), 0.0)
