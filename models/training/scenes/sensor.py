"""From light to a file: lens blur, shake, photon noise, white balance, the camera's curve, JPEG."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from models.training.scenes.arrays import Colour, Picture, Plane, as_picture, as_plane
from models.training.scenes.camera import Camera, Window

WELL_AT_ISO_100 = 13000.0  # photons: a small pixel's 6000, and what its denoiser saves
READ_NOISE_AT_ISO_100 = 0.0004
CURVE_STEPS = 65536
GRAIN_PX = 1024
BLOCK_PX = 640


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
        light = as_plane(cv2.multiply(light, self._gain(camera, window)))
        light = self._counted(self._blurred(light), rng)
        picture = self._shown(light)
        if self.sharpening > 0.05:
            soft = cv2.GaussianBlur(picture, (0, 0), 1.1)
            picture = as_picture(cv2.addWeighted(picture, 1 + self.sharpening, soft, -self.sharpening, 0))
        _, file = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.jpeg_quality])
        return as_picture(cv2.imdecode(file, cv2.IMREAD_COLOR))

    def _gain(self, camera: Camera, window: Window) -> Plane:
        """Exposure, less towards the corners of the picture; found coarsely, for it changes slowly."""
        half = np.float32(np.hypot(camera.width_px, camera.height_px) / 2)
        columns = np.linspace(0, window.width_px, window.width_px // 16 + 2) + window.left_px
        rows = np.linspace(0, window.height_px, window.height_px // 16 + 2) + window.top_px
        x, y = (columns - camera.centre_px[0]) / half, (rows - camera.centre_px[1]) / half
        squared = (x * x)[None, :] + (y * y)[:, None]
        kept = self.exposure * (1 - self.vignette * squared * (0.5 + squared * 0.5))
        coarse = np.repeat(kept.astype(np.float32)[..., None], 3, axis=2)
        return as_plane(
            cv2.resize(coarse, (window.width_px, window.height_px), interpolation=cv2.INTER_LINEAR)
        )

    def _blurred(self, light: Plane) -> Plane:
        if self.focus_px > 0.2:
            light = as_plane(cv2.GaussianBlur(light, (0, 0), self.focus_px))
        length = float(np.hypot(*self.shake_px))
        if length >= 1:
            light = as_plane(cv2.filter2D(light, -1, _streak(self.shake_px), borderType=cv2.BORDER_REPLICATE))
        return light

    def _counted(self, light: Plane, rng: np.random.Generator) -> Plane:
        """The light as photons counted: noisier the darker and the higher the ISO, and never above full."""
        gain = self.iso / 100
        noise = light * np.float32(gain / WELL_AT_ISO_100)
        noise += np.float32((READ_NOISE_AT_ISO_100 * gain) ** 2)
        np.sqrt(noise, out=noise)
        _grained(noise, rng)
        noise += light
        return as_plane(np.clip(noise, 0, 1, out=noise))

    def _shown(self, light: Plane) -> Picture:
        """White balance, saturation and the camera's curve."""
        grey = np.full((3, 1), 1.0) @ np.array([[0.1, 0.6, 0.3]])
        colours = (grey + (np.eye(3) - grey) * self.saturation) @ np.diag(self.balance)
        balanced = as_plane(cv2.transform(light, colours.astype(np.float32)))
        np.clip(balanced, 0, 1, out=balanced)
        np.sqrt(balanced, out=balanced)
        balanced *= np.float32(CURVE_STEPS - 1)
        return as_picture(cv2.LUT(balanced.astype(np.uint16), _curve(self.contrast)))


@lru_cache(maxsize=1)
def grain_tile() -> Plane:
    """Noise of spread 1, as a mosaic sensor leaves it, to be cut from."""
    rng = np.random.default_rng(4711)
    own = rng.standard_normal((GRAIN_PX, GRAIN_PX, 3), dtype=np.float32)
    shared = rng.standard_normal((GRAIN_PX, GRAIN_PX, 1), dtype=np.float32)
    # Mosaic sensors and their denoisers leave noise that neighbours share, and little of it in colour.
    tile = as_plane(cv2.GaussianBlur(own * np.float32(0.6) + shared * np.float32(0.8), (0, 0), 0.7))
    return as_plane(tile / tile.std())


def _grained(spread: Plane, rng: np.random.Generator) -> None:
    """Turn the spread of noise into noise, block by block, each with grain from another place of the tile."""
    tile = grain_tile()
    for top in range(0, spread.shape[0], BLOCK_PX):
        for left in range(0, spread.shape[1], BLOCK_PX):
            block = spread[top : top + BLOCK_PX, left : left + BLOCK_PX]
            rows, columns = block.shape[:2]
            down, right = (int(rng.integers(GRAIN_PX - size + 1)) for size in (rows, columns))
            block *= tile[down : down + rows, right : right + columns]


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
