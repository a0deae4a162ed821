"""How well a camera sees the table: what people should change, and where in the picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np

from vision.frame import Frame
from vision.frame_quality import Advice, FrameQuality, GlareSpot, measure_quality
from vision.free_finder import find_cards
from vision.grid_finder import find_lattice
from vision.lattice import FindSettings, Lattice, NotFound, Points


class ViewTrouble(StrEnum):
    """What keeps the table from being seen well; light and focus come as `Advice`."""

    NOT_FOUND = "table_not_found"
    OUT_OF_VIEW = "out_of_view"
    TOO_FAR = "too_far"


class Side(StrEnum):
    """An edge of the picture."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class ViewSettings:
    """Where a good view ends."""

    narrowest_card_px: float = 64.0  # the reader looks at cards 56 pixels wide and closer ones at 112
    edge_share: float = 0.5  # of a card's size between the cards and the edge: the next card would be cut
    cards_at_edge: int = 2
    fewest_cards: int = 3  # that show where the table lies although its grid was not found


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing to change: where in the picture, which cells it concerns, which edges, and why."""

    trouble: Advice | ViewTrouble
    spots: tuple[GlareSpot, ...] = ()
    cells: tuple[tuple[int, int], ...] = ()
    sides: tuple[Side, ...] = ()
    card_px: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    """A frame, the grid in it if there is one, and what should be changed, the most urgent first."""

    frame: Frame
    quality: FrameQuality
    lattice: Lattice | NotFound
    remarks: tuple[Remark, ...]

    @property
    def is_found(self) -> bool:
        """Whether the table can be seen at all."""
        return isinstance(self.lattice, Lattice)


DEFAULT_VIEW = ViewSettings()
APART = 1.25  # diagonals of a card between cards that lie together


def examine(frame: Frame, find: FindSettings | None = None, view: ViewSettings = DEFAULT_VIEW) -> TableView:
    """Look for the table in a frame, and for whatever makes it hard to see."""
    quality = measure_quality(frame)
    lattice = find_lattice(frame.frame_bgr, find)
    remarks = [
        *_about_the_light(quality, lattice),
        *_about_the_place(frame, lattice, find or FindSettings(), view),
    ]
    return TableView(frame, quality, lattice, tuple(remarks))


def _about_the_light(quality: FrameQuality, lattice: Lattice | NotFound) -> Iterator[Remark]:
    for advice in quality.advice:
        if advice is not Advice.GLARE:
            yield Remark(advice)
            continue
        touched = () if isinstance(lattice, NotFound) else cells_under(quality.glare, lattice)
        # A lamp mirrored in the bare table does no harm.
        if touched or isinstance(lattice, NotFound):
            yield Remark(advice, spots=quality.glare, cells=touched)


def _about_the_place(
    frame: Frame, lattice: Lattice | NotFound, find: FindSettings, view: ViewSettings
) -> Iterator[Remark]:
    if isinstance(lattice, NotFound):
        sides = sides_cut(frame, find, view)
        trouble = ViewTrouble.OUT_OF_VIEW if sides else ViewTrouble.NOT_FOUND
        yield Remark(trouble, sides=sides, reason=lattice.reason)
        return
    width_px = float(np.median([_short_side(cell.corners) for cell in lattice.cells]))
    if width_px < view.narrowest_card_px:
        yield Remark(ViewTrouble.TOO_FAR, card_px=round(width_px))


def _short_side(corners: Points) -> float:
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return float(min(sides[0] + sides[2], sides[1] + sides[3]) / 2)


def cells_under(spots: tuple[GlareSpot, ...], lattice: Lattice) -> tuple[tuple[int, int], ...]:
    """The cells that a reflection touches."""
    touched = []
    for cell in lattice.cells:
        quad = cell.corners.astype(np.float32)
        boxes = [
            np.array(
                [
                    [spot.left_px, spot.top_px],
                    [spot.left_px + spot.width_px, spot.top_px],
                    [spot.left_px + spot.width_px, spot.top_px + spot.height_px],
                    [spot.left_px, spot.top_px + spot.height_px],
                ],
                np.float32,
            )
            for spot in spots
        ]
        if any(cv2.intersectConvexConvex(quad, box)[0] > 0 for box in boxes):
            touched.append((cell.row, cell.column))
    return tuple(touched)


def sides_cut(frame: Frame, find: FindSettings, view: ViewSettings = DEFAULT_VIEW) -> tuple[Side, ...]:
    """The edges of the picture beyond which the table seems to go on: cards lie close to them."""
    cards = find_cards(frame.frame_bgr, find)
    if len(cards) < view.fewest_cards:
        return ()
    corners = _largest_group(np.stack([card.corners for card in cards]))
    reach = view.edge_share * float(np.median([_short_side(quad) for quad in corners]))
    low, high = corners.min(axis=1), corners.max(axis=1)
    near = {
        Side.LEFT: low[:, 0] < reach,
        Side.RIGHT: high[:, 0] > frame.width_px - reach,
        Side.TOP: low[:, 1] < reach,
        Side.BOTTOM: high[:, 1] > frame.height_px - reach,
    }
    # A row or column that is cut leaves several cards at the edge; one alone may be anything.
    return tuple(side for side, cards_near in near.items() if cards_near.sum() >= view.cards_at_edge)


def _largest_group(quads: Points) -> Points:
    """The cards that lie together; hands and piles beside the table are no part of it."""
    middles = quads.mean(axis=1)
    size = float(np.median(np.linalg.norm(quads[:, 0] - quads[:, 2], axis=1)))
    near = np.linalg.norm(middles[:, None] - middles[None], axis=2) < APART * size
    for _ in range(len(quads)):  # a card belongs to whatever its neighbours belong to
        wider = (near.astype(int) @ near.astype(int)) > 0
        if (wider == near).all():
            break
        near = wider
    group: Points = quads[near[near.sum(axis=1).argmax()]]
    return group
