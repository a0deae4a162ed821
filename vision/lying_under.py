"""Which of two cards that share ground lies on the other."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.card_edges import sample
from vision.lattice import Image, Points
from vision.overlapping import shared_ground, within

ACROSS = 0.02  # of a side: how far from an edge its two sides are compared
UNDER = 0.04  # share of a card that must be hidden for it to count


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
