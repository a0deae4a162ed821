"""Was a card cut out along its own edges? Where it was not, the table goes on inside the cut.

A card whose ink is the colour of the table looks so, too. But a cut of the right size with the table all
around it can be nowhere but on its card: had it slipped, it would leave some of the card outside.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats, Mask, Picture

BAND_PX = 7  # how much is looked at on either side of the cut
GAP_PX = 2
CORNER_PX = 12
PLAIN = 12.0
"""How far the colours around all cards of a photo spread on a plain table; on others nothing can be said."""
CLEAR = 15.0
NO_EDGE = 0.3  # of the usual step from table to card
FEWEST = 4


def badly_cut(pictures: Sequence[Picture] | Picture, margin: float, one_size: Mask) -> Mask:
    """Which of the cards of one photo, cut with that margin, have a side without an edge of a card.

    `one_size` tells which of them are as large as the others.

    The step in Lab, as a share of the photo's usual one: on plain tables good cuts had 0.68 of it or more,
    one that missed its card 0.01.
    """
    if len(pictures) < FEWEST:
        return np.zeros(len(pictures), np.bool_)
    around, steps = (np.stack(part) for part in zip(*(_sides(one, margin) for one in pictures), strict=True))
    strangeness = np.linalg.norm(around - np.median(around, axis=(0, 1)), axis=2)
    usual = float(np.median(steps))
    if float(np.quantile(strangeness, 0.75)) > PLAIN or usual < CLEAR:
        return np.zeros(len(pictures), np.bool_)
    table_around = strangeness.max(axis=1) < PLAIN
    missed: Mask = (steps.min(axis=1) < NO_EDGE * usual) & ~(one_size & table_around)
    return missed


def _sides(picture_bgr: Picture, margin: float) -> tuple[Floats, Floats]:
    """For each side of a cut the colour just outside of it, and the step to what is just inside."""
    lab = np.asarray(cv2.cvtColor(picture_bgr.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)
    turns = (lab, lab[::-1], lab.transpose(1, 0, 2), lab[:, ::-1].transpose(1, 0, 2))
    bands = [_bands(one, margin) for one in turns]
    outside = np.stack([np.median(out, axis=0) for out, _ in bands])
    steps = np.array([np.median(np.linalg.norm(out - within, axis=1)) for out, within in bands], np.float32)
    return outside, steps


def _bands(lab: Floats, margin: float) -> tuple[Floats, Floats]:
    """The colours along the top of a cut, outside and inside."""
    top, left = round(margin * lab.shape[0]), round(margin * lab.shape[1])
    across = slice(left + CORNER_PX, lab.shape[1] - left - CORNER_PX)
    outside = lab[top - GAP_PX - BAND_PX : top - GAP_PX, across].mean(axis=0)
    inside = lab[top + GAP_PX : top + GAP_PX + BAND_PX, across].mean(axis=0)
    return outside, inside
