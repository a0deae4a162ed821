"""Light over the table, all of it linear: one key light, the room's own light, shadows with soft edges."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.scenes.arrays import Colour, Plane, as_plane, smooth_step

MIRROR_SHARE = 0.04  # what coated paper or varnish mirrors when seen from straight above


@dataclass(frozen=True, slots=True)
class ShadowEdge:
    """Someone or something stands in the light: a soft straight edge, darker on one side."""

    normal: tuple[float, float]
    offset_mm: float
    softness_mm: float
    depth: float


@dataclass(frozen=True, slots=True)
class Light:
    """A key light of some size at a place, and the light of the room around it."""

    place_mm: tuple[float, float, float]
    half_size_mm: tuple[float, float]
    key_share: float
    key_colour: Colour
    room_colour: Colour
    shadows: tuple[ShadowEdge, ...]

    def irradiance(self, x_mm: Plane, y_mm: Plane) -> Plane:
        """Light falling on each point of the table, about 1 at its middle."""
        key = self._key_fall(x_mm, y_mm)
        for edge in self.shadows:
            along = x_mm * np.float32(edge.normal[0]) + y_mm * np.float32(edge.normal[1])
            key = key * (1 - np.float32(edge.depth) * self._step(along, edge))
        key_part = key[..., None] * np.asarray(self.key_colour, np.float32) * np.float32(self.key_share)
        return as_plane(key_part + np.asarray(self.room_colour, np.float32) * np.float32(1 - self.key_share))

    def towards(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """How far a shadow runs, in millimetres for each millimetre of height, at a point of the table."""
        return (x_mm - self.place_mm[0]) / self.place_mm[2], (y_mm - self.place_mm[1]) / self.place_mm[2]

    @property
    def softness(self) -> float:
        """The width of a penumbra for each millimetre of height."""
        return 2 * float(np.sqrt(self.half_size_mm[0] * self.half_size_mm[1])) / self.place_mm[2]

    def mirrored(self, point: tuple[Plane, Plane], slope: tuple[Plane, Plane], shine: Shine) -> Plane:
        """What a coated surface mirrors of the key light, as radiance beside that of white paper (1)."""
        x, y = point
        eye_x, eye_y, eye_z = (np.float32(value) for value in shine.eye_mm)
        to_eye_x, to_eye_y = (eye_x - x) / eye_z, (eye_y - y) / eye_z
        # For slopes this small the mirrored ray turns by twice the slope.
        out_x = -to_eye_x - 2 * slope[0]
        out_y = -to_eye_y - 2 * slope[1]
        height = np.float32(self.place_mm[2])
        miss_x = np.abs(x + out_x * height - np.float32(self.place_mm[0]))
        miss_y = np.abs(y + out_y * height - np.float32(self.place_mm[1]))
        lean = 1 + to_eye_x * to_eye_x + to_eye_y * to_eye_y
        grazing = 1 - 1 / np.sqrt(lean)
        fresnel = np.float32(MIRROR_SHARE) + np.float32(1 - MIRROR_SHARE) * grazing**5
        blur = shine.roughness * self.place_mm[2] * 1.6
        half_x, half_y = self.half_size_mm
        window = self._within(miss_x, half_x, blur) * self._within(miss_y, half_y, blur)
        spread = half_x * half_y / ((half_x + blur * 0.6) * (half_y + blur * 0.6))
        solid_angle = 4 * half_x * half_y / self.place_mm[2] ** 2
        radiance = self.key_share * np.pi / max(solid_angle, 1e-3) * spread
        return as_plane(
            fresnel * (np.float32(min(radiance, 28.0)) * window + np.float32(0.35)) * np.float32(shine.gloss)
        )

    def _key_fall(self, x_mm: Plane, y_mm: Plane) -> Plane:
        place_x, place_y, height = (np.float32(value) for value in self.place_mm)
        squared = (x_mm - place_x) ** 2 + (y_mm - place_y) ** 2 + height * height
        middle = float(place_x**2 + place_y**2 + height * height)
        return as_plane((np.float32(middle) / squared) ** 1.5)

    @staticmethod
    def _step(along: Plane, edge: ShadowEdge) -> Plane:
        return smooth_step(along, edge.offset_mm - edge.softness_mm, edge.offset_mm + edge.softness_mm)

    @staticmethod
    def _within(miss: Plane, half: float, blur: float) -> Plane:
        soft = max(blur, 4.0)
        return as_plane(1 - smooth_step(miss, max(half - soft, 0.0), half + soft))


@dataclass(frozen=True, slots=True)
class Shine:
    """How a surface mirrors and from where it is looked at."""

    gloss: float
    roughness: float
    eye_mm: tuple[float, float, float]


def colour_of_kelvin(kelvin: float) -> Colour:
    """The linear colour of a glowing body, green at 1 (a fit of the Planck locus in sRGB primaries)."""
    warm = float(np.clip((6500 - kelvin) / 3800, -0.6, 1.2))
    red = float(np.exp(0.62 * warm))
    blue = float(np.exp(-1.05 * warm))
    return blue, 1.0, red
