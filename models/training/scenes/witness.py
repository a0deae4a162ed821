"""Takes down what of each card and place can be seen in a painted picture."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.scenes.arrays import Points
from models.training.scenes.camera import Camera
from models.training.scenes.canvas import TABLE, Canvas
from models.training.scenes.truth import Corners


def share_seen(canvas: Canvas, corners_px: Points, owner: int, painted_px: int) -> float:
    """The share of a card that shows: neither covered by a later thing nor outside the picture."""
    if painted_px == 0:
        return 0.0
    box = canvas.box_around(corners_px, 2)
    left = int(np.count_nonzero(canvas.owner[box] == owner)) if box is not None else 0
    return round(left / painted_px * share_in_frame(corners_px, canvas.camera), 4)


def share_of_place_seen(canvas: Canvas, corners_px: Points) -> float:
    """The share of an empty place that shows the bare table, or a neighbour that strayed into it."""
    box = canvas.box_around(corners_px, 0)
    if box is None:
        return 0.0
    mask = np.zeros(canvas.owner[box].shape, np.uint8)
    origin = (box[1].start + canvas.window.left_px, box[0].start + canvas.window.top_px)
    cv2.fillConvexPoly(mask, np.rint(corners_px - origin).astype(np.int32), 1)
    inside = mask > 0
    bare = int(np.count_nonzero(canvas.owner[box][inside] >= TABLE))
    whole = max(1, int(np.count_nonzero(inside)))
    return round(bare / whole * share_in_frame(corners_px, canvas.camera), 4)


def share_in_frame(corners_px: Points, camera: Camera) -> float:
    """The share of a quadrilateral that lies within the picture."""
    frame = np.array(
        [
            [-0.5, -0.5],
            [camera.width_px - 0.5, -0.5],
            [camera.width_px - 0.5, camera.height_px - 0.5],
            [-0.5, camera.height_px - 0.5],
        ],
        np.float32,
    )
    quad = corners_px.astype(np.float32)
    area = cv2.contourArea(quad)
    if area < 1:
        return 0.0
    shared = cv2.intersectConvexConvex(quad, frame)[0]
    return min(1.0, shared / area)


def as_corners(points_px: Points) -> Corners:
    """Four points as plain numbers, to a thousandth of a pixel."""
    first, second, third, fourth = ((round(float(x), 3), round(float(y), 3)) for x, y in points_px)
    return first, second, third, fourth
