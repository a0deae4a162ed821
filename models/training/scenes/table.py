"""Tables made from numbers: wood, felt, cloth, marble, tiles and plain tops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from models.training.scenes import table_tops
from models.training.scenes.arrays import (
    Picture,
    Plane,
    as_picture,
    as_plane,
    linear_from_picture,
    picture_from_linear,
    smooth_step,
)

TEXTURE_PX = 1280
FLOOR_BELOW_MM = 740.0

KINDS: dict[str, Callable[[np.random.Generator, int], Plane]] = {
    "wood": table_tops.wood,
    "planks": table_tops.planks,
    "felt": table_tops.felt,
    "cloth": table_tops.pattern_cloth,
    "chequered": table_tops.chequered_cloth,
    "marble": table_tops.marble,
    "dark": table_tops.dark_top,
    "bright": table_tops.bright_top,
    "tiles": table_tops.tiles,
}
GLOSS: dict[str, tuple[float, float]] = {
    "wood": (0.0, 1.0),
    "planks": (0.0, 0.6),
    "marble": (0.4, 1.0),
    "dark": (0.0, 0.8),
    "bright": (0.0, 0.8),
    "tiles": (0.4, 1.0),
}


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """Something flat: display-encoded reflectance, the millimetres its pixels span, and how it shines."""

    kind: str
    texture: Picture
    mm_per_px: float
    gloss: float
    roughness: float

    def at(self, across_px: Plane, along_px: Plane) -> Plane:
        """The reflectance at points of the texture; beyond it the texture is mirrored on."""
        seen = cv2.remap(
            self.texture, across_px, along_px, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
        )
        return linear_from_picture(as_picture(seen))

    def points(self, x_mm: Plane, y_mm: Plane) -> tuple[Plane, Plane]:
        """Points of the surface in pixels of the texture."""
        scale = np.float32(1 / self.mm_per_px)
        middle = np.float32(self.texture.shape[0] / 2)
        return x_mm * scale + middle, y_mm * scale + middle


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A top with its grain turned and shifted, its edges (least x and y, greatest x and y), and a floor."""

    top: Surface
    turn_degrees: float
    shift_mm: tuple[float, float]
    edges_mm: tuple[float, float, float, float]
    floor: tuple[str, int]

    @property
    def kind(self) -> str:
        """What the top is made of."""
        return self.top.kind

    def grain_points(self, x_mm: Plane, y_mm: Plane) -> tuple[Plane, Plane]:
        """Points of the table in pixels of the top's texture."""
        cosine = np.float32(np.cos(np.radians(self.turn_degrees)))
        sine = np.float32(np.sin(np.radians(self.turn_degrees)))
        dx, dy = x_mm - np.float32(self.shift_mm[0]), y_mm - np.float32(self.shift_mm[1])
        return self.top.points(cosine * dx + sine * dy, cosine * dy - sine * dx)

    def inside(self, x_mm: Plane, y_mm: Plane) -> Plane:
        """How far within the edges points are; negative beyond them."""
        left, top, right, bottom = (np.float32(edge) for edge in self.edges_mm)
        return as_plane(
            np.minimum(np.minimum(x_mm - left, right - x_mm), np.minimum(y_mm - top, bottom - y_mm))
        )

    def end(self, seen: Plane, at_mm: tuple[Plane, Plane], eye_mm: tuple[float, float, float]) -> None:
        """Round the edge off and let the floor show where rays from the eye pass beyond it."""
        x, y = at_mm
        inside = self.inside(x, y)
        seen *= (1 + 0.25 * (smooth_step(inside, 0.5, 2.0) - smooth_step(inside, 2.5, 4.0)))[..., None]
        stretch = np.float32((eye_mm[2] + FLOOR_BELOW_MM) / eye_mm[2])
        floor_x = np.float32(eye_mm[0]) + (x - np.float32(eye_mm[0])) * stretch
        floor_y = np.float32(eye_mm[1]) + (y - np.float32(eye_mm[1])) * stretch
        away = smooth_step(as_plane(-self.inside(floor_x, floor_y)), -250, 500)
        surface = make_surface(*self.floor)
        floor = surface.at(*surface.points(floor_x * np.float32(0.6), floor_y * np.float32(0.6)))
        beyond = 1 - smooth_step(inside, 0.0, 0.5)
        seen += beyond[..., None] * (floor * (0.15 + 0.4 * away)[..., None] - seen)


@lru_cache(maxsize=48)
def make_surface(kind: str, seed: int) -> Surface:
    """One surface of a kind; the same seed makes the same one."""
    rng = np.random.default_rng([seed, sorted(KINDS).index(kind)])
    reflectance = KINDS[kind](rng, TEXTURE_PX)
    low, high = GLOSS.get(kind, (0.0, 0.0))
    return Surface(
        kind=kind,
        texture=picture_from_linear(as_plane(np.clip(reflectance, 0.004, 0.93))),
        mm_per_px=float(rng.uniform(0.55, 0.75)),
        gloss=float(rng.uniform(low, high)),
        roughness=float(rng.uniform(0.05, 0.28)),
    )
