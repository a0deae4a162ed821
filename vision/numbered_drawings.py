"""How far cards that differ by their digit share a drawing, so that only the digit tells them apart."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats, Indices, Picture
from vision.cell_images import SMALL_HEIGHT_PX, SMALL_WIDTH_PX
from vision.shapes import outlines

SHARING = (0.6, 0.9)
"""How alike cards of one drawing are, from where on and up to where."""
IN_PRINT = (2.5, 4.0)
"""How many times larger than usual the mean difference of two pictures is, that is one of print."""
FAINTEST_CHANCE = 0.05


def shared_drawings(pictures: Sequence[Picture], kinds: Indices, drawings: Indices) -> Floats:
    """How far each code's pictures are like those of the codes that only its digit sets apart."""
    small = [
        cv2.resize(one, (SMALL_WIDTH_PX, SMALL_HEIGHT_PX), interpolation=cv2.INTER_AREA) for one in pictures
    ]
    seen = outlines(np.asarray(np.stack(small), np.uint8)).reshape(len(small), -1)
    shared = np.zeros(len(drawings), np.float32)
    for drawing in range(int(drawings.max()) + 1):
        own = drawings[kinds] == drawing
        alike = float(np.median(seen[own] @ seen[own].T))
        shared[drawings == drawing] = within(alike, SHARING) * _by_chance(np.stack(small)[own])
    return shared


def _by_chance(pictures: Picture) -> float:
    """How far pictures differ by chance rather than in print, 0 to 1.

    Chance is about the same all over a card. Where print differs by much more than that, as it does in
    scans or where digits are large, every reader of whole cards can tell.
    """
    off = np.abs(pictures - pictures.mean(axis=0))
    return 1 - within(float(off.mean()) / max(float(np.median(off)), FAINTEST_CHANCE), IN_PRINT)


def within(value: float, span: tuple[float, float]) -> float:
    """Where a value stands between two others, 0 to 1."""
    return float(np.clip((value - span[0]) / (span[1] - span[0]), 0, 1))
