"""Outlines that share ground: the same card seen twice, or one card lying on another."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.card_edges import sample
from vision.lattice import Image, Points
from vision.lattice_model import Floats, Ints

SAME_CARD = 0.45  # of two outlines sharing this much, one is a repeat
FRAME = (1.06, 5.0)  # how much larger a card is than a frame or a picture printed on it
ACROSS = 0.02  # of a side: how far from an edge its two sides are compared
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


def lies_under(image: Image, corners: Points) -> npt.NDArray[np.bool_]:
    """Return which cards lie partly under another: where two share ground, only the upper's edge shows."""
    under = np.zeros(len(corners), bool)
    area = np.array([cv2.contourArea(quad.astype(np.float32)) for quad in corners])
    for first in range(len(corners)):
        for second in range(first):
            one, other = corners[first], corners[second]
            if shared_ground(one, other) > UNDER * min(area[first], area[second]):
                lower = first if _edge_within(image, one, other) < _edge_within(image, other, one) else second
                under[lower] = True
    return under


def _edge_within(image: Image, quad: Points, other: Points) -> float:
    """Return how clear the outline of one card is where it crosses another."""
    ahead = np.roll(quad, -1, axis=0) - quad
    length = np.linalg.norm(ahead, axis=1, keepdims=True)
    outward = np.stack([ahead[:, 1], -ahead[:, 0]], axis=1) / length
    along = quad[:, None] + np.linspace(0.04, 0.96, 40)[:, None] * ahead[:, None]
    near = ACROSS * float(length.mean())
    inside = within(along.reshape(-1, 2), other[None], -2.0 * near).reshape(4, -1)
    if not inside.any():
        return 0.0
    steps = sample(image, along + near * outward[:, None]).astype(np.int16)
    steps -= sample(image, along - near * outward[:, None])
    return float(np.abs(steps).max(-1)[inside].mean())


def within(points: Points, quads: Points, margin_px: float) -> npt.NDArray[np.bool_]:
    """Return which points lie in one of the clockwise outlines, or this near to it."""
    ahead = np.roll(quads, -1, axis=1) - quads
    inward = np.stack([-ahead[..., 1], ahead[..., 0]], axis=-1) / np.linalg.norm(
        ahead, axis=-1, keepdims=True
    )
    depth = ((points[:, None, None] - quads) * inward).sum(-1)
    inside: npt.NDArray[np.bool_] = (depth > -margin_px).all(-1).any(-1)
    return inside
