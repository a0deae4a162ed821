"""The table from straight above, coarse, with some of what lies around the lattice.

Every overview has the same size, whatever the camera and however it was knocked, so that one can be compared
with another: a cell and half of the gaps around it are a slot, and around all slots runs a margin.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.arrays import Floats, Mask
from vision.lattice import Image, Lattice, Points, project

SHORT_PX, LONG_PX = 16, 24  # of a slot: about four millimetres a pixel
MARGIN_PX = 16


@dataclass(frozen=True, slots=True, eq=False)
class Overview:
    """Colours (blue, green, red), which of them the frame shows, and whose card: its cell, -1 for none."""

    colours: Floats
    seen: Mask
    cards: np.typing.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Slots:
    """Which slot each pixel of an overview belongs to, -1 in the margin, and how deep in the margin it is."""

    index: np.typing.NDArray[np.int32]
    depth_px: Floats


def look_from_above(small_bgr: Image, scale: float, lattice: Lattice) -> Overview:
    """The overview of a frame that was made smaller by a scale."""
    across, along = slot_px(lattice)
    size = (4 * across + 2 * MARGIN_PX, 4 * along + 2 * MARGIN_PX)
    from_above = lattice.table_to_image @ _to_table_mm(lattice)
    way = np.diag([scale, scale, 1.0]) @ from_above
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    soft = cv2.blur(small_bgr, (3, 3))
    colours = cv2.warpPerspective(soft, way, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    whole = np.full(small_bgr.shape[:2], 255, np.uint8)
    seen = cv2.warpPerspective(whole, way, size, flags=flags, borderMode=cv2.BORDER_CONSTANT)
    cards = _cards_of(lattice, np.asarray(np.linalg.inv(from_above), np.float64), size)
    return Overview(np.asarray(colours, np.float32), np.asarray(seen > 250), cards)


def _cards_of(lattice: Lattice, to_overview: Points, size_px: tuple[int, int]) -> np.typing.NDArray[np.int32]:
    """The cell whose card each pixel shows, a pixel around each card included."""
    cards = np.full(size_px[::-1], -1, np.int32)
    for index, cell in enumerate(lattice.cells):
        if cell.occupied:
            outline = np.rint(project(to_overview, cell.corners)).astype(np.int32)
            cv2.fillConvexPoly(cards, outline, index)
            cv2.polylines(cards, [outline], True, index, 3)
    return cards


def slot_px(lattice: Lattice) -> tuple[int, int]:
    """How many pixels of an overview a slot has across and along."""
    is_wide = lattice.pitch_mm[0] > lattice.pitch_mm[1]
    return (LONG_PX, SHORT_PX) if is_wide else (SHORT_PX, LONG_PX)


@lru_cache(maxsize=4)
def slots_of(shape: tuple[int, int]) -> Slots:
    """The slots of overviews of a shape (rows, columns)."""
    along, across = ((length - 2 * MARGIN_PX) // 4 for length in shape)
    rows, columns = np.mgrid[: shape[0], : shape[1]]
    row, column = (rows - MARGIN_PX) // along, (columns - MARGIN_PX) // across
    inside = (row >= 0) & (row < 4) & (column >= 0) & (column < 4)
    beyond = [
        np.maximum(MARGIN_PX - at, at - (length - MARGIN_PX - 1))
        for at, length in ((rows, shape[0]), (columns, shape[1]))
    ]
    index = np.where(inside, 4 * row + column, -1).astype(np.int32)
    return Slots(index, np.maximum(np.maximum(*beyond), 0).astype(np.float32))


def _to_table_mm(lattice: Lattice) -> Points:
    """From pixels of the overview to millimetres of the table."""
    steps = [pitch / px for pitch, px in zip(lattice.pitch_mm, slot_px(lattice), strict=True)]
    gaps = [pitch - cell for pitch, cell in zip(lattice.pitch_mm, lattice.cell_mm, strict=True)]
    shift = [
        (0.5 - MARGIN_PX) * step - gap / 2 for step, gap in zip(steps, gaps, strict=True)
    ]  # pixels are counted from their middles
    return np.array([[steps[0], 0, shift[0]], [0, steps[1], shift[1]], [0, 0, 1.0]])
