"""A table with loose cards as it is searched: seen from above, with the ground that cards lie on."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.card_edges import measure_sides, placed_planes
from vision.card_marks import CardMarker
from vision.card_sweep import FINE_TURNS, CardPixels, Poses, sweep_islands, sweep_parts, sweep_sizes
from vision.edge_field import EdgeField, edge_field
from vision.lattice import CardSize, Image, Points, project
from vision.plane_guesses import LOOKED_PX, PlaneGuess, bounds_around
from vision.small_frame import SmallFrame
from vision.table_plane import LaidCards, TablePlane
from vision.top_view import TopView, look_at_part

Quads = npt.NDArray[np.int32]

FINE_PX, COARSE_PX = 64.0, 40.0  # the size of a card on a view
MARKED_PX = 52.0  # the size of a card at which the network marks it best
COARSEST = 0.25
MARKED = 0.3  # likelihood of a place where a card may lie
EVERY_PX = 4
ROOM = 0.12  # of a card's breadth, around places where cards may lie
STAY = 0.08  # of support that a millimetre's move must gain: a pose was found on edges already


@dataclass(frozen=True, slots=True, eq=False)
class SearchedView:
    """A view from above, its edges, and where on it cards may lie."""

    view: TopView
    edges: EdgeField
    ground: Image
    pixels: CardPixels

    @classmethod
    def of(cls, small: SmallFrame, guess: PlaneGuess, card: CardSize, card_px: float) -> SearchedView:
        """Look at the part of the table where outlines lie, a card so large."""
        px_per_mm = card_px / float(np.sqrt(card.width_mm * card.height_mm))
        bounds = bounds_around(guess.plane, guess.outlines, card)
        view = look_at_part(small.image, guess.plane, px_per_mm, bounds)
        pixels = CardPixels(card.width_mm * view.px_per_mm, card.height_mm * view.px_per_mm)
        return cls(view, edge_field(view.image), _ground(small, view, guess.outlines, pixels), pixels)

    def whole_cards(self) -> Poses:
        """Poses of cards of which all shows."""

        def sweep(field: EdgeField, _rows: slice, _columns: slice) -> Poses:
            return sweep_sizes(field, self.pixels, np.ones(1), FINE_TURNS)[0]

        return sweep_islands(self.edges, self.ground, self.pixels, sweep)

    def parts_beside(self, upper: Points) -> Poses:
        """Poses of cards that lie partly under these, which are outlines in the small frame."""
        shown = np.full(self.ground.shape, 255, np.uint8)
        for quad in on_view(self.view, upper):
            cv2.fillConvexPoly(shown, quad, 0)
        left = cv2.erode(cv2.bitwise_and(self.ground, shown), np.ones((3, 3), np.uint8))
        reach = round(self.pixels.breadth) | 1
        around = np.asarray(cv2.dilate(left, np.ones((reach, reach), np.uint8)), np.uint8)

        def sweep(field: EdgeField, rows: slice, columns: slice) -> Poses:
            return sweep_parts(field, np.ascontiguousarray(shown[rows, columns]), self.pixels)

        return sweep_islands(self.edges, around, self.pixels, sweep)

    def laid(self, poses: Poses, card: CardSize) -> Points:
        """Poses as cards: for each the way from its own millimetres to the small frame."""
        scale = self.view.px_per_mm
        to_photo: Points = np.asarray(
            np.linalg.inv(self.view.from_photo) @ np.diag([scale, scale, 1.0]), np.float64
        )
        plane = TablePlane(to_photo)
        return LaidCards(poses.middle / scale, poses.turn, 1 - poses.support).planes(plane, card)


@dataclass(frozen=True, slots=True, eq=False)
class LooseTable:
    """The frame with its marks, and two views from above: whole cards are looked for in the finer one."""

    small: SmallFrame
    fine: SearchedView
    coarse: SearchedView
    card: CardSize

    def whole_cards(self) -> Points:
        """Guesses at cards of which all shows: for each the way from its millimetres to the small frame."""
        return self._placed(self.fine.laid(self.fine.whole_cards(), self.card))

    def parts_beside(self, upper: Points) -> Points:
        """The same for cards that lie partly under these."""
        return self._placed(self.coarse.laid(self.coarse.parts_beside(upper), self.card))

    def _placed(self, planes: Points) -> Points:
        """Cards laid onto the edges near them."""
        if len(planes) == 0:
            return planes
        sides = measure_sides(self.small.image, planes, self.card, self.small.colours)
        return placed_planes(planes, sides.place(stay=STAY), self.card)


def loose_table(small: SmallFrame, guess: PlaneGuess, marker: CardMarker, card: CardSize) -> LooseTable:
    """Look at the frame on a plane, with cards marked at the size that the network knows best."""
    longest = max(small.image.shape[:2])
    finer = float(np.clip(MARKED_PX * longest / (guess.card_px * LOOKED_PX), COARSEST, longest / LOOKED_PX))
    marked = small.marked(marker.mark(small.image, finer))
    fine, coarse = (SearchedView.of(marked, guess, card, size) for size in (FINE_PX, COARSE_PX))
    return LooseTable(marked, fine, coarse, card)


def _ground(small: SmallFrame, view: TopView, outlines: Points, pixels: CardPixels) -> Image:
    """Where cards are marked or outlined, with some room around."""
    height, width = view.image.shape[:2]
    x, y = np.meshgrid(np.arange(0.0, width, EVERY_PX), np.arange(0.0, height, EVERY_PX))
    places = view.to_photo(np.stack([x, y], axis=-1))
    likely = (
        np.zeros(x.shape) if small.marks is None else np.stack([small.marks.card_at(row) for row in places])
    )
    ground = cv2.resize((likely > MARKED).astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST)
    for quad in on_view(view, outlines):
        cv2.fillConvexPoly(ground, quad, 1)
    wide = 2 * round(ROOM * pixels.breadth) + 1
    return np.asarray(cv2.dilate(ground, np.ones((wide, wide), np.uint8)), np.uint8)


def on_view(view: TopView, quads: Points) -> Quads:
    """Outlines in the small frame as pixels of the view."""
    return np.rint(project(view.from_photo, quads.reshape(-1, 2))).astype(np.int32).reshape(-1, 4, 2)
