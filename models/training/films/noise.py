"""What a video camera adds to every frame: grain, and the start of a knock."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.scenes.arrays import Picture, Plane, as_picture, as_plane
from models.training.scenes.sensor import GRAIN_PX, READ_NOISE_AT_ISO_100, WELL_AT_ISO_100, Sensor, grain_tile

BLOCK_PX = 512


class FrameNoise:
    """The grain of one camera, as strong at each level as its photons leave it."""

    def __init__(self, sensor: Sensor) -> None:
        self._spread = np.ascontiguousarray(
            np.stack([_spread_of(sensor, gain) for gain in sensor.balance], axis=1)
        )[None]

    def added_to(self, picture: Picture, rng: np.random.Generator) -> Picture:
        """The picture with fresh grain."""
        noise = as_plane(cv2.LUT(picture, self._spread))
        tile = grain_tile()
        for top in range(0, picture.shape[0], BLOCK_PX):
            for left in range(0, picture.shape[1], BLOCK_PX):
                block = noise[top : top + BLOCK_PX, left : left + BLOCK_PX]
                rows, columns = block.shape[:2]
                down, right = (int(rng.integers(GRAIN_PX - size + 1)) for size in (rows, columns))
                block *= tile[down : down + rows, right : right + columns]
        return as_picture(cv2.add(picture, noise, dtype=cv2.CV_8U))


def _spread_of(sensor: Sensor, gain: float) -> Plane:
    """The grain's spread at each of the 256 levels a screen shows."""
    shown = np.arange(256) / 255.0
    light = np.maximum(shown**2.2, 1e-4) / gain
    iso = sensor.iso / 100
    spread = np.sqrt(light * iso / WELL_AT_ISO_100 + (READ_NOISE_AT_ISO_100 * iso) ** 2)
    slope = gain * np.minimum(np.maximum(light * gain, 1e-4) ** (1 / 2.2 - 1) / 2.2, 12.92)
    return as_plane(255 * spread * slope * (1 + 0.5 * sensor.sharpening))
