"""Outlines that share ground: the same card seen twice, or one card lying on another."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.lattice import Points
from vision.lattice_fit import Floats, Ints

SAME_CARD = 0.45  # of two outlines sharing this much, one is a repeat
UNDER = 0.04  # share of a card that must be hidden for it to count


def shared_ground(first: Points, second: Points) -> float:
    """Return the area that two convex outlines share."""
    low, high = np.maximum(first.min(0), second.min(0)), np.minimum(first.max(0), second.max(0))
    if (low >= high).any():
        return 0.0
    return float(cv2.intersectConvexConvex(first.astype(np.float32), second.astype(np.float32))[0])


def drop_repeats(corners: Points, score: Floats) -> Ints:
    """Return the indices of outlines that repeat no better one, best first."""
    area = np.array([cv2.contourArea(quad.astype(np.float32)) for quad in corners])
    kept: list[int] = []
    for index in np.argsort(-score):
        repeat = any(
            shared_ground(corners[index], corners[other]) > SAME_CARD * min(area[index], area[other])
            for other in kept
        )
        if not repeat:
            kept.append(int(index))
    return np.array(kept, np.int64)


def lies_under(corners: Points, sides: Floats) -> npt.NDArray[np.bool_]:
    """Return which cards lie partly under another: of two that share ground, the one with the fainter side."""
    under = np.zeros(len(corners), bool)
    area = np.array([cv2.contourArea(quad.astype(np.float32)) for quad in corners])
    for first in range(len(corners)):
        for second in range(first):
            if shared_ground(corners[first], corners[second]) > UNDER * min(area[first], area[second]):
                lower = first if sides[first, :2].sum() < sides[second, :2].sum() else second
                under[lower] = True
    return under
