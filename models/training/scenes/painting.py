"""The table under everything, and the light that leaves a painted picture."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.scenes.arrays import Plane, as_plane
from models.training.scenes.camera import Window
from models.training.scenes.canvas import Canvas
from models.training.scenes.light import Light, Shine
from models.training.scenes.table import Table


def paint_table(canvas: Canvas, table: Table, light: Light) -> None:
    """Lay the table itself, its varnish included."""
    canvas.reflectance[:] = table.under(canvas.x_mm, canvas.y_mm, canvas.camera.eye_mm)
    if table.top.gloss > 0.02:
        step = 4 if canvas.window.width_px > 400 else 2
        x, y = _thinned(canvas, step)
        level = np.zeros_like(x)
        shine = Shine(table.top.gloss, table.top.roughness, canvas.camera.eye_mm)
        mirrored = light.mirrored((x, y), (level, level), shine) * (table.inside(x, y) > 0)
        canvas.mirrored[:] = _grown(as_plane(mirrored), canvas.window)


def lit(canvas: Canvas, light: Light) -> Plane:
    """The light that leaves every painted point towards the camera."""
    step = 8 if canvas.window.width_px > 400 else 4
    fallen = _grown(light.irradiance(*_thinned(canvas, step)), canvas.window)
    fallen *= canvas.reflectance
    fallen += canvas.mirrored[..., None] * np.asarray(light.key_colour, np.float32)
    return fallen


def _thinned(canvas: Canvas, step: int) -> tuple[Plane, Plane]:
    return canvas.x_mm[step // 2 :: step, step // 2 :: step], canvas.y_mm[
        step // 2 :: step, step // 2 :: step
    ]


def _grown(plane: Plane, window: Window) -> Plane:
    return as_plane(cv2.resize(plane, (window.width_px, window.height_px), interpolation=cv2.INTER_LINEAR))
