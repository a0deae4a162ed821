"""The picture while it is being made: reflectance, mirrored light and who owns each pixel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from models.training.scenes.arrays import Plane, Points, as_plane
from models.training.scenes.camera import Camera, Window

TABLE = 0
Box: TypeAlias = tuple[slice, slice]


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """Arrays of one window of one camera; painting changes them in place."""

    camera: Camera
    window: Window
    reflectance: Plane
    mirrored: Plane
    owner: npt.NDArray[np.int16]

    def points(self, box: Box) -> tuple[Plane, Plane]:
        """The table's x and y under every pixel of a box."""
        rows, columns = box
        left, top = self.window.left_px + columns.start, self.window.top_px + rows.start
        return self.camera.table_map(Window(left, top, columns.stop - columns.start, rows.stop - rows.start))

    def coarse(self, step: int) -> tuple[Plane, Plane]:
        """The table's x and y under the middles of blocks of pixels, and of one ring around them."""
        window = self.window
        columns = np.arange(-1, -(-window.width_px // step) + 1) * step + window.left_px + (step - 1) / 2
        rows = np.arange(-1, -(-window.height_px // step) + 1) * step + window.top_px + (step - 1) / 2
        return self.camera.table_under(columns.astype(np.float64), rows.astype(np.float64))

    def refined(self, plane: Plane, step: int) -> Plane:
        """What was found for blocks, for every pixel of the window."""
        size = (plane.shape[1] * step, plane.shape[0] * step)
        grown = as_plane(cv2.resize(plane, size, interpolation=cv2.INTER_LINEAR))
        return grown[step : step + self.window.height_px, step : step + self.window.width_px]

    def box_around(self, corners_px: Points, margin_px: float) -> Box | None:
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
    shape = (window.height_px, window.width_px)
    return Canvas(
        camera,
        window,
        np.zeros((*shape, 3), np.float32),
        np.zeros(shape, np.float32),
        np.full(shape, TABLE, np.int16),
    )
