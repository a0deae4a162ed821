"""Outlines that share ground, and points within outlines."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.lattice import Points

FRAME = (1.06, 5.0)  # how much larger a card is than a frame or a picture printed on it


def shared_ground(first: Points, second: Points) -> float:
    """Return the area that two convex outlines share."""
    low, high = np.maximum(first.min(0), second.min(0)), np.minimum(first.max(0), second.max(0))
    if (low >= high).any():
        return 0.0
    return float(cv2.intersectConvexConvex(first.astype(np.float32), second.astype(np.float32))[0])


def not_frames(corners: Points) -> npt.NDArray[np.bool_]:
    """Return which outlines are no frame or picture printed within another outline."""
    area = np.array([cv2.contourArea(quad.astype(np.float32)) for quad in corners])
    outer = np.ones(len(corners), bool)
    for inner in range(len(corners)):
        larger = np.flatnonzero((area > FRAME[0] * area[inner]) & (area < FRAME[1] * area[inner]))
        outer[inner] = not any(
            shared_ground(corners[inner], corners[other]) > 0.97 * area[inner] for other in larger
        )
    return outer


def within(points: Points, quads: Points, margin_px: float) -> npt.NDArray[np.bool_]:
    """Return which points lie in one of the clockwise outlines, or this near to it."""
    ahead = quads[:, [1, 2, 3, 0]] - quads
    off = points[:, None, None] - quads
    depth = off[..., 1] * ahead[..., 0] - off[..., 0] * ahead[..., 1]
    length = np.hypot(ahead[..., 0], ahead[..., 1])
    return np.asarray((depth > -margin_px * length).all(-1).any(-1))
