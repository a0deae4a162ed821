"""Guess the plane of a table with loose cards: cards marked by the network or outlined, all of one size.

Marks tell where cards lie and roughly how large they are. How large exactly, the edges tell: at the right
size most cards have an edge on all four sides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.card_marks import CardMarker, outlines_of_marks
from vision.card_outlines import CardOutlines, as_cards, card_outlines
from vision.card_sweep import COARSE_TURNS, CardPixels, Poses, islands, joined, no_poses, sweep_sizes
from vision.edge_field import edge_field
from vision.lattice import CardSize, FindSettings, Image, Points, project
from vision.lattice_model import Floats
from vision.quads import areas
from vision.small_frame import SmallFrame
from vision.table_plane import TablePlane, fit_table_plane, on_plane
from vision.top_view import TopView, look_at_part

FINENESS = (0.6, 1.0, 1.6, 2.4, 3.4)  # of looks at a frame; cards may be small or large in it
MARKED_PX = (28.0, 100.0)  # sizes of cards that the network marks well
LOOKED_PX = 416.0
NEAR_MM = 6.0
SECOND_SHARE, SECOND_LEAST = 0.3, 3  # of the outlines on the first plane, that tell another one
SCALES = np.array([0.85, 0.89, 0.92, 0.95, 0.98, 1.01, 1.04, 1.07, 1.11, 1.16, 1.22, 1.28, 1.34])
COARSE_PX = 44.0
FAINT = 0.40
APART = 0.45  # of a card's breadth, between the middles of two cards
AROUND = 0.8  # of a card's length, beside what was marked
LARGER = 1.6  # by which power of a card's size larger cards count more
SAME_SIZE = 0.04  # logarithm by which sizes differ
MOST_GUESSES = 4
NO_BETTER = 0.45  # of the best worth, below which a plane is not looked at again


@dataclass(frozen=True, slots=True, eq=False)
class PlaneGuess:
    """A plane, the outlines that lie on it as cards, and how well edges support cards there."""

    plane: TablePlane
    outlines: Points
    support: float
    card_px: float  # the size of a card in the image

    def grown(self, scale: float) -> PlaneGuess:
        """The same plane with cards larger by so much."""
        larger = TablePlane(self.plane.to_image @ np.diag([scale, scale, 1.0]))
        return replace(self, plane=larger, card_px=self.card_px * scale)

    @property
    def worth(self) -> float:
        """How well the plane explains the frame: one card is likelier than the two halves printed on it."""
        return float(self.support * self.card_px**LARGER)


def marked_outlines(small_bgr: Image, marker: CardMarker, settings: FindSettings) -> CardOutlines:
    """Outlines of marked cores at several finenesses, where cards are as large as the network knows."""
    longest = max(small_bgr.shape[:2])
    found = []
    for finer in FINENESS:
        if LOOKED_PX * finer > 1.2 * longest:
            continue
        corners = as_cards(outlines_of_marks(marker.mark(small_bgr, finer)), small_bgr, settings)
        size_px = np.sqrt(np.abs(areas(corners))) * LOOKED_PX * finer / longest
        found.append(corners[(size_px > MARKED_PX[0]) & (size_px < MARKED_PX[1])])
    corners = np.concatenate(found) if found else np.zeros((0, 4, 2))
    return CardOutlines(corners, np.ones(len(corners)))


def plane_guesses(small: SmallFrame, marker: CardMarker, settings: FindSettings) -> list[PlaneGuess]:
    """The planes that may be the table's, the likeliest first."""
    guesses: list[PlaneGuess] = []
    for outlines in (marked_outlines(small.image, marker, settings), card_outlines(small.image, settings)):
        for plane, quads in _planes_of(outlines, settings.card, small.image):
            guesses += _sized(small.image, plane, quads, settings.card)
    return _unlike(sorted(guesses, key=lambda guess: -guess.worth))[:MOST_GUESSES]


def _unlike(guesses: list[PlaneGuess]) -> list[PlaneGuess]:
    """Those that are no repeat of a better one, nor far worse than the best."""
    kept: list[PlaneGuess] = []
    for guess in guesses:
        if guess.worth < NO_BETTER * guesses[0].worth:
            break
        if all(abs(np.log(guess.card_px / other.card_px)) > SAME_SIZE for other in kept):
            kept.append(guess)
    return kept


def _planes_of(outlines: CardOutlines, card: CardSize, image: Image) -> list[tuple[TablePlane, Points]]:
    """The plane of most outlines, and that of the others if they are many."""
    size = (image.shape[1], image.shape[0])
    planes: list[tuple[TablePlane, Points]] = []
    corners, weight = outlines.corners, outlines.weight
    for _ in range(2):
        plane = fit_table_plane(corners, weight, card, size)
        if plane is None:
            break
        near = on_plane(plane, corners, card).miss_mm < NEAR_MM
        count = int(near.sum())
        if count == 0 or (planes and count < max(SECOND_LEAST, SECOND_SHARE * len(planes[0][1]))):
            break
        planes.append((plane, corners[near]))
        corners, weight = corners[~near], weight[~near]
    return planes


def _sized(image: Image, plane: TablePlane, quads: Points, card: CardSize) -> list[PlaneGuess]:
    """The plane at the sizes at which edges support most cards on it."""
    px_per_mm = COARSE_PX / float(np.sqrt(card.width_mm * card.height_mm))
    view = look_at_part(image, plane, px_per_mm, bounds_around(plane, quads, card))
    pixels = CardPixels(card.width_mm * view.px_per_mm, card.height_mm * view.px_per_mm)
    turns = _turns_near(on_plane(plane, quads, card).turn)
    found = _swept(view, quads, pixels, turns)
    worth = np.array(
        [_worth(poses, APART * pixels.breadth * scale) for poses, scale in zip(found, SCALES, strict=True)]
    )
    padded = np.concatenate([[0.0], worth, [0.0]])
    peak = (worth >= padded[:-2]) & (worth > padded[2:]) & (worth > 0)
    size_px = float(np.median(np.sqrt(np.abs(areas(on_plane(plane, quads, card).corners(plane, card))))))
    return [
        PlaneGuess(plane, quads, float(one), size_px).grown(float(scale))
        for scale, one in zip(SCALES[peak], worth[peak], strict=True)
    ]


def _swept(view: TopView, quads: Points, pixels: CardPixels, turns: Floats) -> list[Poses]:
    """For each scale the poses around outlines."""
    ground = np.zeros(view.image.shape[:2], np.uint8)
    for quad in np.rint(project(view.from_photo, quads.reshape(-1, 2))).astype(np.int32).reshape(-1, 4, 2):
        cv2.fillConvexPoly(ground, quad, 1)
    wide = round(pixels.breadth) | 1
    around = np.asarray(cv2.dilate(ground, np.ones((wide, wide), np.uint8)), np.uint8)
    edges, found = edge_field(view.image), list[list[Poses]]()
    for rows, columns in islands(around, pixels):
        sizes = sweep_sizes(edges.part(rows, columns), pixels, SCALES, turns)
        found.append([poses.moved((columns.start, rows.start)) for poses in sizes])
    return [joined(list(poses)) for poses in zip(*found, strict=True)] or [no_poses() for _ in SCALES]


def bounds_around(plane: TablePlane, quads: Points, card: CardSize) -> tuple[Points, Points]:
    """The part of the table where outlines lie, with room beside them, in millimetres."""
    flat = plane.flat(quads).reshape(-1, 2)
    room = AROUND * card.height_mm
    return flat.min(0) - room, flat.max(0) + room


def _turns_near(turns: Floats) -> Floats:
    """The turns to be tried for cards that lie about at these turns, or across."""
    step = float(COARSE_TURNS[1] - COARSE_TURNS[0])
    apart = np.abs(np.mod(COARSE_TURNS[:, None] - turns + np.pi / 4, np.pi / 2) - np.pi / 4)
    near: Floats = COARSE_TURNS[(apart < 1.2 * step).any(1)]
    return near


def _worth(poses: Poses, apart_px: float) -> float:
    """How well edges support the cards that do not lie on each other."""
    chosen: list[int] = []
    for index in range(len(poses)):
        if (np.hypot(*(poses.middle[chosen] - poses.middle[index]).T) > apart_px).all():
            chosen.append(index)
    return float(np.maximum(poses.support[chosen] - FAINT, 0.0).sum())
