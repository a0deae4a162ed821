"""Which cards of a grid came out as large as the others? A cut beside its card seldom does."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.teaching.card_places import CardPlace
from vision.arrays import Mask, Points
from vision.cell_images import through

FEWEST = 6
SAME_SIZE = 0.045
"""How far a card's width or height may lie off the usual: cards laid off the grid bend it."""


def of_one_size(places: Sequence[CardPlace], quads: Points) -> Mask:
    """The cards whose sides on the table are as long as most; none where no grid tells how the table lies."""
    nothing = np.zeros(len(quads), np.bool_)
    cells = np.array([(place.column, place.row) for place in places], np.float64)
    if len(quads) < FEWEST or np.isnan(cells).any() or (np.ptp(cells, axis=0) < 1).any():
        return nothing
    way, _ = cv2.findHomography(quads.mean(axis=1), cells)
    if way is None:
        return nothing
    flat = through(np.repeat(np.asarray(way, np.float64)[None], len(quads), axis=0), quads)
    sides = np.linalg.norm(flat - np.roll(flat, -1, axis=1), axis=2)
    off = np.abs(np.log(sides / np.median(sides, axis=0)))
    same: Mask = off.max(axis=1) < SAME_SIZE
    return same
