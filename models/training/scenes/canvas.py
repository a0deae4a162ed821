"""The picture while it is being made: reflectance, mirrored light and who owns each pixel."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.training.scenes.arrays import Plane, Points
from models.training.scenes.camera import Camera, Window

TABLE = 0


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """Arrays of one window of one camera; painting changes them in place."""

    camera: Camera
    window: Window
    x_mm: Plane
    y_mm: Plane
    reflectance: Plane
    mirrored: Plane
    owner: npt.NDArray[np.int16]

    def box_around(self, corners_px: Points, margin_px: float) -> tuple[slice, slice] | None:
        """The rows and columns of the window that hold the points, or None if it sees nothing of them."""
        low = np.floor(corners_px.min(axis=0) - margin_px).astype(int)
        high = np.ceil(corners_px.max(axis=0) + margin_px).astype(int) + 1
        left = max(int(low[0]) - self.window.left_px, 0)
        top = max(int(low[1]) - self.window.top_px, 0)
        right = min(int(high[0]) - self.window.left_px, self.window.width_px)
        bottom = min(int(high[1]) - self.window.top_px, self.window.height_px)
        if right <= left or bottom <= top:
            return None
        return slice(top, bottom), slice(left, right)


def new_canvas(camera: Camera, window: Window) -> Canvas:
    """An empty canvas for a window of the camera's picture."""
    x_mm, y_mm = camera.table_map(window)
    shape = (window.height_px, window.width_px)
    return Canvas(
        camera,
        window,
        x_mm,
        y_mm,
        np.zeros((*shape, 3), np.float32),
        np.zeros(shape, np.float32),
        np.full(shape, TABLE, np.int16),
    )
