"""Try every place and turn of a card on a view from above: where do its four sides lie on edges?

All cards of a table are one rigid rectangle on one plane. Nothing need be told apart before: touching cards,
busy cloths and open outlines are looked at like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from cv2.typing import MatLike

from vision.arrays import Indices
from vision.edge_field import EdgeField, TurnedEdges, turned_frame
from vision.lattice import Image, Points
from vision.lattice_model import Floats

FINE_TURNS = np.radians(np.arange(0.0, 180.0, 4.0))
COARSE_TURNS = np.radians(np.arange(0.0, 180.0, 5.0))
WEAKEST_SHARE = 0.4  # of a pose's support that its weakest side makes
LEAST_SUPPORT = 0.40
CORNER_PX = 3  # at both ends of a side, where corners are round
APART_PX = 9  # within which only the best pose at a turn is kept
SAME_TURN = np.radians(7.0)
SAME_PX = 6.0
MOST_POSES = 500
RIM = 0.12  # of a card's breadth, around an island
LEAST_ISLAND = 0.06  # of a card's ground
LEAST_SIDE_SHOWN = 0.3  # of a side's length: what shows less tells nothing
LEAST_SHOWN, MOST_SHOWN = 0.15, 0.94  # of a card's ground


Sweep = Callable[[EdgeField, slice, slice], "Poses"]


@dataclass(frozen=True, slots=True, eq=False)
class Poses:
    """Where cards may lie on a view, in its pixels: the middle, the turn and how well edges support it."""

    middle: Points
    turn: Floats
    support: Floats

    def __len__(self) -> int:
        return len(self.turn)

    def moved(self, by_px: tuple[int, int]) -> Poses:
        """The same, all moved."""
        return Poses(self.middle + by_px, self.turn, self.support)

    def at(self, index: Indices) -> Poses:
        """Some of them."""
        return Poses(self.middle[index], self.turn[index], self.support[index])


@dataclass(frozen=True, slots=True)
class CardPixels:
    """The breadth and length of a card on a view."""

    breadth: float
    length: float

    def grown(self, scale: float) -> CardPixels:
        """A card larger by so much."""
        return CardPixels(self.breadth * scale, self.length * scale)


def no_poses() -> Poses:
    """Nothing, in the shape of poses."""
    return Poses(np.zeros((0, 2)), np.zeros(0), np.zeros(0))


def joined(poses: list[Poses]) -> Poses:
    """All of them."""
    if not poses:
        return no_poses()
    return Poses(
        np.concatenate([some.middle for some in poses]),
        np.concatenate([some.turn for some in poses]),
        np.concatenate([some.support for some in poses]),
    )


def sweep_sizes(field: EdgeField, card: CardPixels, scales: Floats, turns: Floats) -> list[Poses]:
    """For each scale the poses of whole cards that large, the best first."""
    found: list[list[Poses]] = [[] for _ in scales]
    for turn in turns:
        edges = field.turned(float(turn))
        sides = _summed(edges, card)
        for kept, scale in zip(found, scales, strict=True):
            kept.append(_peaks(_four_sides(*sides, card.grown(float(scale))), edges, float(turn)))
    return [without_repeats(joined(some)) for some in found]


def _summed(edges: TurnedEdges, card: CardPixels) -> tuple[Image, Image]:
    """How much of a side centred at each pixel is an edge: the long sides, and the short ones."""
    long_px, short_px = (max(3, round(side) - 2 * CORNER_PX) for side in (card.length, card.breadth))
    long = cv2.boxFilter(edges.long, -1, (1, long_px), borderType=cv2.BORDER_CONSTANT)
    short = cv2.boxFilter(edges.short, -1, (short_px, 1), borderType=cv2.BORDER_CONSTANT)
    return np.asarray(long, np.uint8), np.asarray(short, np.uint8)


def _four_sides(long: Image, short: Image, card: CardPixels) -> Image:
    """The support of a card around each pixel: its sides' mean, the weakest counting most."""
    half_x, half_y = round(card.breadth / 2), round(card.length / 2)
    left, right = _shifted(long, -half_x, 0), _shifted(long, half_x, 0)
    upper, lower = _shifted(short, 0, -half_y), _shifted(short, 0, half_y)
    across, down = cv2.addWeighted(left, 0.5, right, 0.5, 0), cv2.addWeighted(upper, 0.5, lower, 0.5, 0)
    mean = cv2.addWeighted(across, 0.5, down, 0.5, 0)
    weakest = cv2.min(cv2.min(left, right), cv2.min(upper, lower))
    return np.asarray(cv2.addWeighted(mean, 1 - WEAKEST_SHARE, weakest, WEAKEST_SHARE, 0), np.uint8)


def _shifted(image: Image, x: int, y: int) -> Image:
    """The image as seen from a place so far away; nothing lies beyond its border."""
    height, width = image.shape
    moved = np.zeros_like(image)
    if abs(x) < width and abs(y) < height:
        moved[max(0, -y) : height - max(0, y), max(0, -x) : width - max(0, x)] = image[
            max(0, y) : height - max(0, -y), max(0, x) : width - max(0, -x)
        ]
    return moved


def _peaks(support: Image, edges: TurnedEdges, turn: float) -> Poses:
    """The places that no better one is near."""
    highest = cv2.dilate(support, np.ones((APART_PX, APART_PX), np.uint8))
    peaks = cv2.bitwise_and(cv2.compare(support, highest, cv2.CMP_EQ), _at_least(support, LEAST_SUPPORT))
    found = cv2.findNonZero(peaks)
    if found is None:
        return no_poses()
    x, y = found.reshape(-1, 2).T
    middle = edges.back(np.column_stack([x, y]).astype(np.float64))
    return Poses(middle, np.full(len(x), turn), support[y, x] / 255.0)


def without_repeats(poses: Poses) -> Poses:
    """The best of those that lie nearly alike, the best first."""
    order = np.argsort(-poses.support, kind="stable")
    kept: list[int] = []
    for index in order:
        near = np.hypot(*(poses.middle[kept] - poses.middle[index]).T) < SAME_PX
        apart = np.abs(np.mod(poses.turn[kept] - poses.turn[index] + np.pi / 2, np.pi) - np.pi / 2)
        if not (near & (apart < SAME_TURN)).any():
            kept.append(int(index))
        if len(kept) == MOST_POSES:
            break
    return poses.at(np.array(kept, np.int64))


def sweep_islands(field: EdgeField, ground: Image, card: CardPixels, sweep: Sweep) -> Poses:
    """Poses on the islands of a view where cards may lie, each looked at alone: the sea costs nothing."""
    found = []
    for rows, columns in islands(ground, card):
        poses = sweep(field.part(rows, columns), rows, columns)
        found.append(poses.moved((columns.start, rows.start)))
    return without_repeats(joined(found))


def islands(ground: Image, card: CardPixels) -> Iterator[tuple[slice, slice]]:
    """The rows and columns around each piece of ground that a card could show on."""
    wide = round(RIM * card.breadth)
    count, _, boxes, _ = cv2.connectedComponentsWithStats(ground)
    for x, y, width, height, area in boxes[1:count].tolist():
        if area >= LEAST_ISLAND * card.breadth * card.length:
            yield slice(max(0, y - wide), y + height + wide), slice(max(0, x - wide), x + width + wide)


def sweep_parts(field: EdgeField, shown: Image, card: CardPixels, turns: Floats = COARSE_TURNS) -> Poses:
    """Poses of cards of which other cards hide a part; `shown` is 255 where nothing was found yet."""
    seen = field.seen(np.ascontiguousarray(shown))
    found = []
    for turn in turns:
        edges = seen.turned(float(turn))
        way, size = turned_frame(shown.shape, float(turn))
        bare = np.asarray(cv2.warpAffine(shown, way, size, flags=cv2.INTER_NEAREST), np.uint8)
        found.append(_peaks(_shown_sides(edges, bare, card), edges, float(turn)))
    return without_repeats(joined(found))


def _shown_sides(edges: TurnedEdges, bare: Image, card: CardPixels) -> Image:
    """The support of a card around each pixel by the sides that show: two that meet must."""
    sums, shows = _summed(edges, card), _summed(TurnedEdges(bare, bare, edges.way), card)
    half_x, half_y = round(card.breadth / 2), round(card.length / 2)
    ways = ((0, -half_x, 0), (1, 0, -half_y), (0, half_x, 0), (1, 0, half_y))
    total: MatLike = np.zeros(bare.shape, np.uint16)
    weight: MatLike = np.zeros(bare.shape, np.uint16)
    weakest: MatLike = np.full(bare.shape, 255, np.uint8)
    told = []
    for which, x, y in ways:
        shown = _shifted(shows[which], x, y)
        asked = _at_least(shown, LEAST_SIDE_SHOWN)
        edge, part = cv2.bitwise_and(_shifted(sums[which], x, y), asked), cv2.bitwise_and(shown, asked)
        total = cv2.add(total, edge, dtype=cv2.CV_16U)
        weight = cv2.add(weight, part, dtype=cv2.CV_16U)
        share = cv2.bitwise_or(cv2.divide(edge, part, scale=255), cv2.bitwise_not(asked))
        weakest = cv2.min(weakest, share)
        told.append(asked)
    mean = cv2.divide(total, weight, scale=255, dtype=cv2.CV_8U)
    support = cv2.addWeighted(mean, 1 - WEAKEST_SHARE, weakest, WEAKEST_SHARE, 0)
    return np.asarray(cv2.bitwise_and(support, _may_be_part(bare, told, (half_x, half_y))), np.uint8)


def _at_least(share: Image, least: float) -> Image:
    return np.asarray(cv2.threshold(share, 255 * least, 255, cv2.THRESH_BINARY)[1], np.uint8)


def _may_be_part(bare: Image, told: list[Image], half_px: tuple[int, int]) -> Image:
    """Where two sides that meet tell of a card, of which a part is hidden but not all."""
    corner: MatLike = np.zeros_like(bare)
    for first in range(4):
        corner = cv2.bitwise_or(corner, cv2.bitwise_and(told[first], told[(first + 1) % 4]))
    ground = cv2.boxFilter(bare, -1, (2 * half_px[0] + 1, 2 * half_px[1] + 1))
    partly = cv2.inRange(ground, 255 * LEAST_SHOWN, 255 * MOST_SHOWN)
    return np.asarray(cv2.bitwise_and(corner, partly), np.uint8)
