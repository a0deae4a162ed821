"""Cards cut out of a frame and laid straight, all at one size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import median

import cv2
import numpy as np

from vision.arrays import Picture, Points
from vision.lattice import Lattice

WIDTH_PX, HEIGHT_PX = 112, 174
"""The size of a card laid straight: two pixels a millimetre of a card of 56 x 87 mm."""
SMALL_WIDTH_PX, SMALL_HEIGHT_PX = 56, 87
"""Half of it: enough to tell most cards apart, at a quarter of the work."""
COARSE_WIDTH_PX, COARSE_HEIGHT_PX = 28, 44
"""Half again: enough to look a card up by."""
CORNERS = 4
LARGE_ENOUGH = 1.6  # a card this many times wider than its cut-out can be shrunk to half
SOFTENED_FIRST = (3, 5)
"""Factors at which softening everything and keeping a few pixels gives the same as means of areas, sooner."""
AT_ONCE_PX = 16  # so many pixels of a line are cut out together
CUT_FLAGS = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
Window = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a cut-out, in its pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class CellImage:
    """A cell of the table: its place, and the corners of its card or of the place where one could lie.

    The corners are pixels of the frame, clockwise, and the first side is a short one. Whether it is the
    card's top or its foot is for the reader to find out. `presence` is how likely something lies there, as
    far as the finder of the grid knows.
    """

    row: int
    column: int
    corners: Points
    presence: float | None = None

    def __post_init__(self) -> None:
        if self.corners.shape != (CORNERS, 2):
            raise ValueError(f"expected four corners of x and y, got shape {self.corners.shape}")
        if not np.isfinite(self.corners).all():
            raise ValueError(f"expected corners that are numbers, cell {self.row}, {self.column}")


@dataclass(frozen=True, slots=True, eq=False)
class ReducedFrame:
    """The part of a frame that shows the cells, shrunk by a whole factor so that cards do not alias.

    The image may have a fourth channel that says nothing, or be grey.
    """

    image_bgr: Picture
    origin_px: Points
    factor: int

    def in_fours(self) -> ReducedFrame:
        """The same with four bytes a pixel: many cards are cut out of it in half the time."""
        return replace(self, image_bgr=np.asarray(cv2.cvtColor(self.image_bgr, cv2.COLOR_BGR2BGRA), np.uint8))

    def in_grey(self) -> ReducedFrame:
        """The same in grey, for what needs no colour."""
        return replace(self, image_bgr=np.asarray(cv2.cvtColor(self.image_bgr, cv2.COLOR_BGR2GRAY), np.uint8))

    def to_reduced(self, corners: Points) -> Points:
        """Points of the frame as points of the reduced one."""
        return (corners - self.origin_px + 0.5) / self.factor - 0.5


def usual_width(quads: Points) -> float:
    """The width in pixels of the card that is the middle one by width."""
    return float(median(np.hypot(*(quads[:, 1] - quads[:, 0]).T).tolist()))


def reduce_frame(frame_bgr: Picture, quads: Points, width_px: int) -> ReducedFrame:
    """Shrink the frame until its cards are little wider than they will be cut out."""
    usual = usual_width(quads)
    factor = max(1, int(usual / width_px + 0.25))
    height, width = frame_bgr.shape[:2]
    reach = 0.15 * usual + 2
    low = np.clip(np.floor(quads.min(axis=(0, 1)) - reach), 0, (width - 1, height - 1)).astype(int)
    high = np.clip(np.ceil(quads.max(axis=(0, 1)) + reach), low + 1, (width, height)).astype(int)
    part = frame_bgr[low[1] : high[1], low[0] : high[0]]
    if factor > 1:
        size = (max(1, part.shape[1] // factor), max(1, part.shape[0] // factor))
        # Rows and columns left over would stretch what is shrunk.
        part = part[: size[1] * factor, : size[0] * factor]
        part = _shrunk(part, size, factor)
    return ReducedFrame(part, low.astype(np.float64), factor)


def _shrunk(part: Picture, size_px: tuple[int, int], factor: int) -> Picture:
    """The mean of each square of pixels."""
    if factor not in SOFTENED_FIRST:
        return np.asarray(cv2.resize(part, size_px, interpolation=cv2.INTER_AREA), np.uint8)
    soft = cv2.blur(part, (factor, factor), anchor=(0, 0))
    return np.asarray(cv2.resize(soft, size_px, interpolation=cv2.INTER_NEAREST), np.uint8)


def reduce_again(frame: ReducedFrame, quads: Points, width_px: int) -> ReducedFrame:
    """Half of a reduced frame, if its cards are so much wider than they will be cut out."""
    width = usual_width(quads) / frame.factor
    rows, columns = (side // 2 for side in frame.image_bgr.shape[:2])
    if width < LARGE_ENOUGH * width_px or min(rows, columns) == 0:
        return frame
    even = frame.image_bgr[: 2 * rows, : 2 * columns]
    half = cv2.resize(even, (columns, rows), interpolation=cv2.INTER_AREA)
    return ReducedFrame(np.asarray(half, np.uint8), frame.origin_px, 2 * frame.factor)


def straight_corners(width_px: int, height_px: int, margin: float = 0.0, rim_px: float = 0.0) -> Points:
    """Where a card's corners lie in a cut-out of this size that keeps a share of it, or a rim, as margin."""
    x, y = margin * width_px + rim_px, margin * height_px + rim_px
    right, bottom = width_px - x, height_px - y
    return np.array([[x, y], [right, y], [right, bottom], [x, bottom]]) - 0.5


def lay_straight(
    frame: ReducedFrame, quads: Points, size_px: tuple[int, int], margin: float = 0.0, rim_px: float = 0.0
) -> Picture:
    """Each card cut out by its corners: cards x height x width x 3, or cards x height x width in grey."""
    ways = _from_square(frame.to_reduced(quads)) @ _to_square(*size_px, margin, rim_px)
    return _cut(frame.image_bgr, ways, size_px)


def lay_window_straight(
    frame: ReducedFrame, quads: Points, size_px: tuple[int, int], window: Window
) -> Picture:
    """A window of what `lay_straight` cuts out of each card, and nothing of the rest."""
    left, top, right, bottom = window
    moved = np.array([[1, 0, left], [0, 1, top], [0, 0, 1]], np.float64)
    ways = _from_square(frame.to_reduced(quads)) @ (_to_square(*size_px) @ moved)
    return _cut(frame.image_bgr, ways, (right - left, bottom - top))


def _cut(image: Picture, ways: Points, size_px: tuple[int, int]) -> Picture:
    """What the ways from cut-outs into an image show of it."""
    width, height = size_px
    in_fours = image.shape[2:] == (4,)
    wide = -(-width // AT_ONCE_PX) * AT_ONCE_PX if in_fours else width
    cut = np.empty((len(ways), height, wide, *image.shape[2:]), np.uint8)
    for card, way in zip(cut, ways, strict=True):
        cv2.warpPerspective(image, way, (wide, height), card, CUT_FLAGS, cv2.BORDER_REPLICATE)
    return _in_threes(cut)[:, :, :width] if in_fours else cut


def _in_threes(cut: Picture) -> Picture:
    """Cut-outs without their fourth channel."""
    if len(cut) == 0:
        return cut[..., :3]
    lines = cv2.cvtColor(cut.reshape(-1, cut.shape[2], 4), cv2.COLOR_BGRA2BGR)
    return np.asarray(lines, np.uint8).reshape(*cut.shape[:3], 3)


@lru_cache(maxsize=16)
def _to_square(width_px: int, height_px: int, margin: float = 0.0, rim_px: float = 0.0) -> Points:
    """The way from a card's corners in a cut-out to those of a square of 1."""
    return np.linalg.inv(_from_square(straight_corners(width_px, height_px, margin, rim_px)[None])[0])


def homographies(corners: Points, quads: Points) -> Points:
    """The ways that take four corners to each of the quads: quads x 3 x 3."""
    return np.asarray(_from_square(quads) @ np.linalg.inv(_from_square(corners[None])[0]))


def _from_square(quads: Points) -> Points:
    """The ways from the corners (0, 0), (1, 0), (1, 1), (0, 1) to each of the quads."""
    one, other, bend = (_SIDES @ quads).transpose(1, 2, 0)
    # How far opposite sides run together gives the last row.
    area = one[0] * other[1] - other[0] * one[1]
    ways = np.ones((len(quads), 3, 3))
    ways[:, 2, 0] = (bend[0] * other[1] - other[0] * bend[1]) / area
    ways[:, 2, 1] = (one[0] * bend[1] - bend[0] * one[1]) / area
    first, ends = quads[:, :1], quads[:, 1::2]
    ways[:, :2, :2] = (ends - first + ways[:, 2, :2, None] * ends).transpose(0, 2, 1)
    ways[:, :2, 2] = quads[:, 0]
    return ways


_SIDES = np.array([[0, 1, -1, 0], [0, 0, -1, 1], [1, -1, 1, -1]], np.float64)
"""Of four corners: the side from the third to the second, that to the fourth, and how the four are bent."""


def through(ways: Points, points: Points) -> Points:
    """Points (quads x points x 2) taken through the way of each quad."""
    flat = points @ ways[:, :2, :2].transpose(0, 2, 1) + ways[:, None, :2, 2]
    depth = (points * ways[:, None, 2, :2]).sum(axis=2, keepdims=True) + ways[:, None, 2:, 2]
    return np.asarray(flat / depth)


def cells_of_lattice(
    lattice: Lattice, cells: Iterable[int] | None = None, outlines: Points | None = None
) -> list[CellImage]:
    """The cells to read, or some of them, by the finder's corners or by other outlines of every cell.

    In a grid of cards lying on their sides a place's first side is a long one.
    """
    sideways = int(lattice.cell_mm[0] > lattice.cell_mm[1])
    corners = [cell.corners for cell in lattice.cells] if outlines is None else outlines
    return [
        CellImage(
            lattice.cells[index].row,
            lattice.cells[index].column,
            np.roll(corners[index], sideways, axis=0),
            lattice.cells[index].presence,
        )
        for index in (range(len(lattice.cells)) if cells is None else cells)
    ]


def quads_of(cells: Sequence[CellImage]) -> Points:
    """The corners of all cells: cells x 4 x 2."""
    return np.array([cell.corners for cell in cells], np.float64)
