"""Tells apart the few cards that are left: looks, large, only where they differ.

Two cards of one colour and animal may differ in a numeral of a few millimetres. Over the whole card it
drowns in what wear, shade and curl do; here each part of the card in which the candidates differ is slid
over the cut-out by itself and compared by shape alone.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Indices, Picture, Points
from vision.cell_images import HEIGHT_PX, WIDTH_PX, ReducedFrame, lay_straight

BLOCK_ROWS, BLOCK_COLUMNS = 6, 4
BLOCK_PX = (HEIGHT_PX // BLOCK_ROWS, WIDTH_PX // BLOCK_COLUMNS)
REACH_PX = 3
BLOCKS_LOOKED_AT = 6
LEAST_DIFFERENCE = 0.02
FAINTEST = 4.0  # levels of grey: a part flatter than this shows nothing
BEST_LIKENESS = 0.97  # no photograph is liker than this to a print


def tell_apart(frame: ReducedFrame, corners: Points, pictures: Picture) -> Floats:
    """How well each picture (pictures x height x width x 3) fits one card where they differ: logarithms."""
    cut = lay_straight(frame, corners[None], (WIDTH_PX, HEIGHT_PX))[0]
    wide = cv2.copyMakeBorder(cut, *[REACH_PX] * 4, cv2.BORDER_REPLICATE)
    parts = _parts(pictures)
    differing, shares = _where_they_differ(parts)
    total = np.zeros(len(pictures), np.float32)
    for block, share in zip(differing, shares, strict=True):
        row, column = divmod(int(block), BLOCK_COLUMNS)
        top, left = row * BLOCK_PX[0], column * BLOCK_PX[1]
        seen = wide[top : top + BLOCK_PX[0] + 2 * REACH_PX, left : left + BLOCK_PX[1] + 2 * REACH_PX]
        likeness = [_best_likeness(seen, np.ascontiguousarray(part)) for part in parts[:, block]]
        total += share * np.log(1 - np.clip(likeness, 0, BEST_LIKENESS) ** 2).astype(np.float32)
    return -(total - total.min())


def _parts(pictures: Picture) -> Picture:
    """The pictures cut into blocks: pictures x blocks x height x width x 3."""
    height, width = BLOCK_PX
    kept = pictures[:, : height * BLOCK_ROWS, : width * BLOCK_COLUMNS]
    cut = kept.reshape(len(pictures), BLOCK_ROWS, height, BLOCK_COLUMNS, width, 3).transpose(0, 1, 3, 2, 4, 5)
    return cut.reshape(len(pictures), BLOCK_ROWS * BLOCK_COLUMNS, height, width, 3)


def _where_they_differ(parts: Picture) -> tuple[Indices, Floats]:
    """The blocks that tell most, and what share of the difference each of them holds."""
    flat = parts.reshape(*parts.shape[:2], -1, 3).astype(np.float32)
    flat = flat - flat.mean(axis=2, keepdims=True)
    strength = np.sqrt((flat * flat).sum(axis=(2, 3)) + FAINTEST**2 * flat[0, 0].size)
    even = flat / strength[..., None, None]
    difference = ((even - even.mean(axis=0)) ** 2).sum(axis=(2, 3)).mean(axis=0)
    order = np.argsort(-difference)[:BLOCKS_LOOKED_AT]
    order = order[difference[order] > max(LEAST_DIFFERENCE, 0.1 * float(difference.max()))]
    weight = difference[order]
    return order, (weight / max(float(weight.sum()), 1e-6)).astype(np.float32)


def _best_likeness(seen: Picture, part: Picture) -> float:
    if float(part.std()) < FAINTEST:
        return 0.0
    likeness = cv2.matchTemplate(seen, part, cv2.TM_CCOEFF_NORMED)
    return float(np.nan_to_num(likeness, posinf=0.0, neginf=0.0).max())
