"""The table seen from straight above, at a known number of pixels a millimetre."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.lattice import Image, Points, project
from vision.table_plane import TablePlane

MOST_PX = 1_700_000
HORIZON = 0.22  # of the depth at the picture's middle: what is nearer the horizon is too small to read
MARGIN_MM = 12.0


@dataclass(frozen=True, slots=True, eq=False)
class TopView:
    """A picture of the table, and the way from the photo's pixels to the picture's."""

    image: Image
    from_photo: Points
    px_per_mm: float

    def to_photo(self, points_px: Points) -> Points:
        """Points of the picture as points of the photo."""
        flat = project(np.linalg.inv(self.from_photo), points_px.reshape(-1, 2))
        return flat.reshape(points_px.shape)


def look_from_above(frame_bgr: Image, plane: TablePlane, px_per_mm: float) -> TopView | None:
    """Return the part of the table that the photo shows, as far as it is not too near the horizon."""
    height, width = frame_bgr.shape[:2]
    seen = _visible_mm(plane, (width, height))
    if seen is None:
        return None
    low, high = seen.min(0) - MARGIN_MM, seen.max(0) + MARGIN_MM
    return look_at_part(frame_bgr, plane, px_per_mm, (low, high))


def look_at_part(
    frame_bgr: Image, plane: TablePlane, px_per_mm: float, bounds_mm: tuple[Points, Points]
) -> TopView:
    """Return the part of the table between two corners of it, smaller than asked if it is very large."""
    low, high = bounds_mm
    size_mm = np.maximum(high - low, 1.0)
    scale = min(px_per_mm, float(np.sqrt(MOST_PX / (size_mm[0] * size_mm[1]))))
    shift = np.array([[scale, 0, -low[0] * scale], [0, scale, -low[1] * scale], [0, 0, 1.0]])
    way = shift @ np.linalg.inv(plane.to_image)
    size = (max(8, int(size_mm[0] * scale)), max(8, int(size_mm[1] * scale)))
    soft = _softened(frame_bgr, plane, scale)
    view = cv2.warpPerspective(soft, way, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return TopView(np.asarray(view, np.uint8), way / way[2, 2], scale)


def _visible_mm(plane: TablePlane, size: tuple[int, int]) -> Points | None:
    """Places along the photo's border and within it, in millimetres, without those near the horizon."""
    x, y = np.meshgrid(np.linspace(0, size[0], 24), np.linspace(0, size[1], 24))
    points = np.stack([x.ravel(), y.ravel()], axis=-1)
    back = np.linalg.inv(plane.to_image)
    back = back / (back[2] @ [size[0] / 2, size[1] / 2, 1.0])
    depth = points @ back[2, :2] + back[2, 2]
    near = depth > HORIZON
    if near.sum() < 8:
        return None
    return project(back, points[near])


def _softened(frame_bgr: Image, plane: TablePlane, scale: float) -> Image:
    """The photo blurred as far as shrinking it needs."""
    height, width = frame_bgr.shape[:2]
    middle = np.array([[width / 2, height / 2]])
    around = plane.flat(middle + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    shrinking = 1.0 / (scale * max(np.linalg.norm(around[1:] - around[0], axis=1).max(), 1e-6))
    if shrinking <= 1.3:
        return frame_bgr
    return np.asarray(cv2.GaussianBlur(frame_bgr, (0, 0), 0.45 * shrinking), np.uint8)
