"""Round things: mugs, glasses, coins and counters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.scenes.arrays import Points, as_plane
from models.training.scenes.canvas import Canvas
from models.training.scenes.light import Light
from models.training.scenes.slab import cast_shadow, paint_polygon, paint_stroke

FACETS = 40
HANDLE_MM = 10.0


@dataclass(frozen=True, slots=True)
class Cylinder:
    """An upright round body in linear colours; a hollow one is filled to below its rim."""

    x_mm: float
    y_mm: float
    radius_mm: float
    height_mm: float
    colour: tuple[float, float, float]
    filling: tuple[float, float, float] | None = None
    handle_degrees: float | None = None

    def footprint_mm(self) -> Points:
        """Its outline on the table."""
        return self._circle(self.radius_mm, 0.0)[:, :2]

    def paint(self, canvas: Canvas, light: Light, owner: int) -> None:
        """Paint shadow, handle, wall, rim and filling."""
        cast_shadow(canvas, self.footprint_mm(), self.height_mm, light)
        if self.handle_degrees is not None:
            self._paint_handle(canvas, light, owner)
        self._paint_wall(canvas, light, owner)
        top = canvas.camera.project(self._circle(self.radius_mm, self.height_mm))
        paint_polygon(canvas, top, as_plane(np.asarray(self.colour)), owner)
        if self.filling is not None:
            self._paint_inside(canvas, light, owner)
        else:
            inner = canvas.camera.project(self._circle(self.radius_mm * 0.86, self.height_mm))
            paint_polygon(canvas, inner, as_plane(np.asarray(self.colour) * 0.8), owner)

    def _circle(self, radius: float, height: float) -> Points:
        angle = np.linspace(0, 2 * np.pi, FACETS, endpoint=False)
        return np.column_stack(
            [self.x_mm + radius * np.cos(angle), self.y_mm + radius * np.sin(angle), np.full(FACETS, height)]
        )

    def _shade(self, outward: Points, light: Light) -> float:
        run = np.asarray(light.towards(self.x_mm, self.y_mm))
        facing = float(np.clip(-np.dot(outward, run), 0, 1.4))
        return 0.4 * (1 - light.key_share) + 0.1 + 0.65 * light.key_share * facing

    def _paint_wall(self, canvas: Canvas, light: Light, owner: int) -> None:
        low, high = self._circle(self.radius_mm, 0.0), self._circle(self.radius_mm, self.height_mm)
        eye = np.asarray(canvas.camera.eye_mm[:2]) - (self.x_mm, self.y_mm)
        for index in range(FACETS):
            after = (index + 1) % FACETS
            angle = 2 * np.pi * (index + 0.5) / FACETS
            outward = np.array([np.cos(angle), np.sin(angle)])
            if np.dot(outward, eye) < self.radius_mm * 0.98:
                continue
            wall = np.array([low[index], low[after], high[after], high[index]])
            shade = self._shade(outward, light)
            paint_polygon(
                canvas, canvas.camera.project(wall), as_plane(np.asarray(self.colour) * shade), owner
            )

    def _paint_inside(self, canvas: Canvas, light: Light, owner: int) -> None:
        wall = canvas.camera.project(self._circle(self.radius_mm * 0.92, self.height_mm))
        paint_polygon(canvas, wall, as_plane(np.asarray(self.colour) * (0.3 + 0.2 * light.key_share)), owner)
        # A full mug: the level stands high enough that the near rim hides next to nothing of it.
        level = canvas.camera.project(self._circle(self.radius_mm * 0.9, self.height_mm * 0.96))
        paint_polygon(canvas, level, as_plane(np.asarray(self.filling)), owner)

    def _paint_handle(self, canvas: Canvas, light: Light, owner: int) -> None:
        """A bow that stands upright on the wall, drawn as a thick line from dark to light."""
        way = np.radians(self.handle_degrees or 0.0)
        out = np.array([np.cos(way), np.sin(way)])
        bow = np.linspace(-np.pi / 2, np.pi / 2, 20)
        middle = np.array([self.x_mm, self.y_mm])
        reach = middle + np.outer(self.radius_mm * (0.95 + 0.6 * np.cos(bow)), out)
        heights = self.height_mm * (0.52 + 0.33 * np.sin(bow))
        line = canvas.camera.project(np.column_stack([reach, heights]))
        thick = canvas.camera.pixels_per_mm(self.x_mm, self.y_mm) * HANDLE_MM
        for share, shade in ((1.0, 0.5), (0.7, 0.8), (0.35, 1.0)):
            colour = as_plane(np.asarray(self.colour) * shade * (0.25 + self._shade(out, light)))
            paint_stroke(canvas, line, (thick * share, colour), owner)
