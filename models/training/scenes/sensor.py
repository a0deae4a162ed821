"""From light to a file: lens blur, shake, photon noise, white balance, the camera's curve, JPEG."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from models.training.scenes.arrays import Colour, Picture, Plane, as_picture, as_plane
from models.training.scenes.camera import Camera, Window

WELL_AT_ISO_100 = 6000.0  # photons a small pixel counts before it is full
READ_NOISE_AT_ISO_100 = 0.0008
CURVE_STEPS = 4096
GRAIN_PX = 1216


@dataclass(frozen=True, slots=True)
class Sensor:
    """One shot: everything between the light on the lens and the bytes of the file."""

    exposure: float
    balance: Colour
    iso: float
    focus_px: float
    shake_px: tuple[float, float]
    vignette: float
    contrast: float
    saturation: float
    sharpening: float
    jpeg_quality: int

    def develop(self, light: Plane, camera: Camera, window: Window, rng: np.random.Generator) -> Picture:
        """The picture this shot makes of the light in a window."""
        light = light * (self._falloff(camera, window) * np.float32(self.exposure))[..., None]
        light = self._blurred(as_plane(light))
        light = self._counted(light, rng)
        light *= np.asarray(self.balance, np.float32)
        if self.saturation != 1:
            light = self._saturated(light)
        picture = self._curved(light)
        if self.sharpening > 0.05:
            soft = cv2.GaussianBlur(picture, (0, 0), 1.1)
            picture = as_picture(cv2.addWeighted(picture, 1 + self.sharpening, soft, -self.sharpening, 0))
        _, file = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.jpeg_quality])
        return as_picture(cv2.imdecode(file, cv2.IMREAD_COLOR))

    def _falloff(self, camera: Camera, window: Window) -> Plane:
        half = np.float32(np.hypot(camera.width_px, camera.height_px) / 2)
        x = (
            np.arange(window.width_px, dtype=np.float32) + window.left_px - np.float32(camera.centre_px[0])
        ) / half
        y = (
            np.arange(window.height_px, dtype=np.float32) + window.top_px - np.float32(camera.centre_px[1])
        ) / half
        squared = (x * x)[None, :] + (y * y)[:, None]
        return as_plane(
            1 - np.float32(self.vignette) * squared * (np.float32(0.5) + squared * np.float32(0.5))
        )

    def _blurred(self, light: Plane) -> Plane:
        if self.focus_px > 0.2:
            light = as_plane(cv2.GaussianBlur(light, (0, 0), self.focus_px))
        length = float(np.hypot(*self.shake_px))
        if length >= 1:
            light = as_plane(cv2.filter2D(light, -1, _streak(self.shake_px), borderType=cv2.BORDER_REPLICATE))
        return light

    def _counted(self, light: Plane, rng: np.random.Generator) -> Plane:
        gain = self.iso / 100
        read = np.float32((READ_NOISE_AT_ISO_100 * gain) ** 2)
        spread = np.sqrt(np.maximum(light, 0) * np.float32(gain / WELL_AT_ISO_100) + read)
        grain = _grain(light.shape[0], light.shape[1], rng)
        return as_plane(np.clip(light + spread * grain, 0, 1.0))

    def _saturated(self, light: Plane) -> Plane:
        grey = light @ np.asarray([0.1, 0.6, 0.3], np.float32)
        return as_plane(grey[..., None] + (light - grey[..., None]) * np.float32(self.saturation))

    def _curved(self, light: Plane) -> Picture:
        root = np.sqrt(np.clip(light, 0, 1)) * np.float32(CURVE_STEPS - 1)
        return _curve(self.contrast)[root.astype(np.uint16)]


@lru_cache(maxsize=1)
def _grain_tile() -> Plane:
    rng = np.random.default_rng(4711)
    own = rng.standard_normal((GRAIN_PX, GRAIN_PX, 3), dtype=np.float32)
    shared = rng.standard_normal((GRAIN_PX, GRAIN_PX, 1), dtype=np.float32)
    # Mosaic sensors and their denoisers leave noise that neighbours share, and little of it in colour.
    tile = as_plane(cv2.GaussianBlur(own * np.float32(0.6) + shared * np.float32(0.8), (0, 0), 0.7))
    return as_plane(tile / tile.std())


def _grain(rows: int, columns: int, rng: np.random.Generator) -> Plane:
    """Noise of spread about 1, cut from a tile at a random place and repeated where the picture is larger."""
    if rows <= GRAIN_PX and columns <= GRAIN_PX:
        top, left = int(rng.integers(GRAIN_PX - rows + 1)), int(rng.integers(GRAIN_PX - columns + 1))
        return _grain_tile()[top : top + rows, left : left + columns]
    tile = np.roll(_grain_tile(), tuple(rng.integers(0, GRAIN_PX, 2).tolist()), axis=(0, 1))
    return np.tile(tile, (rows // GRAIN_PX + 1, columns // GRAIN_PX + 1, 1))[:rows, :columns]


@lru_cache(maxsize=64)
def _curve(contrast: float) -> Picture:
    """Root of linear light to display bytes: the sRGB curve bent towards an S."""
    linear = np.linspace(0, 1, CURVE_STEPS) ** 2
    shown = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    bent = shown + contrast * shown * (1 - shown) * (2 * shown - 0.9)
    return np.asarray(np.clip(np.rint(bent * 255), 0, 255), np.uint8)


def _streak(shake_px: tuple[float, float]) -> Plane:
    """The kernel of a straight shake."""
    reach = int(np.ceil(max(abs(shake_px[0]), abs(shake_px[1])) / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    steps = 8 * reach + 1
    for step in np.linspace(-0.5, 0.5, steps):
        x, y = reach + shake_px[0] * step, reach + shake_px[1] * step
        left, top = int(np.floor(x)), int(np.floor(y))
        share_x, share_y = x - left, y - top
        kernel[top, left] += (1 - share_x) * (1 - share_y)
        kernel[top, left + 1] += share_x * (1 - share_y)
        kernel[top + 1, left] += (1 - share_x) * share_y
        kernel[top + 1, left + 1] += share_x * share_y
    return as_plane(kernel / kernel.sum())
