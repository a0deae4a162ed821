"""How alike two outlines are."""

from __future__ import annotations

import cv2
import numpy as np

from vision.lattice import Points


def iou(first: Points, second: Points) -> float:
    """Shared area over joint area."""
    one, other = first.astype(np.float32), second.astype(np.float32)
    shared = cv2.intersectConvexConvex(one, other)[0]
    return float(shared / (cv2.contourArea(one) + cv2.contourArea(other) - shared))
