"""The table under everything, and the light that leaves a painted picture."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from models.training.scenes.arrays import Plane, as_plane
from models.training.scenes.canvas import Box, Canvas
from models.training.scenes.light import Light, Shine
from models.training.scenes.table import Table

EDGE_NEAR_MM = 40.0


def paint_table(canvas: Canvas, table: Table, light: Light) -> None:
    """Lay the table itself, its varnish included."""
    step = 8 if canvas.window.width_px > 400 else 4
    x, y = canvas.coarse(step)
    across, along = table.grain_points(x, y)
    canvas.reflectance[:] = table.top.at(canvas.refined(across, step), canvas.refined(along, step))
    inside = table.inside(x, y)
    if float(inside.min()) < EDGE_NEAR_MM:
        box = _box_of(inside < EDGE_NEAR_MM, step, canvas)
        table.end(canvas.reflectance[box], canvas.points(box), canvas.camera.eye_mm)
    if table.top.gloss > 0.02:
        level = np.zeros_like(x)
        shine = Shine(table.top.gloss, table.top.roughness, canvas.camera.eye_mm)
        mirrored = light.mirrored((x, y), (level, level), shine) * (inside > 0)
        canvas.mirrored[:] = canvas.refined(as_plane(mirrored), step)


def _box_of(blocks: npt.NDArray[np.bool_], step: int, canvas: Canvas) -> Box:
    """The smallest box of the window that holds the marked blocks of a coarse plane."""
    rows, columns = np.flatnonzero(blocks.any(axis=1)), np.flatnonzero(blocks.any(axis=0))

    def span(marked: npt.NDArray[np.intp], size_px: int) -> slice:
        low = min(max(0, (int(marked[0]) - 2) * step), size_px - 1)
        return slice(low, max(low + 1, min(size_px, (int(marked[-1]) + 1) * step)))

    return span(rows, canvas.window.height_px), span(columns, canvas.window.width_px)


def lit(canvas: Canvas, light: Light) -> Plane:
    """The light that leaves every painted point towards the camera."""
    step = 8 if canvas.window.width_px > 400 else 4
    fallen = canvas.refined(light.irradiance(*canvas.coarse(step)), step)
    shining = as_plane(cv2.multiply(fallen, canvas.reflectance))
    if float(canvas.mirrored.max()) > 1e-3:
        blue, green, red = (float(part) for part in light.key_colour)
        glints = cv2.merge([canvas.mirrored * np.float32(part) for part in (blue, green, red)])
        shining = as_plane(cv2.add(shining, glints, dst=shining))
    return shining
