"""Between the numbers of a file and the light they stand for.

Light adds and blurs in linear numbers; noise is about even in the numbers of a file. A change of light by a
factor is a factor in both, so pictures are blurred and shrunk as light and compared as file numbers.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Picture

FINE_STEPS = 65535
"""A table of so many steps errs by a twentieth of a file's step at most, and is far faster than powers."""


def _table() -> Floats:
    shown = np.arange(256) / 255
    linear = np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)
    return linear.astype(np.float32)


def _fine_table() -> Floats:
    light = np.arange(FINE_STEPS + 1) / FINE_STEPS
    bright = 1.055 * np.power(light, 1 / 2.4) - 0.055
    return np.where(light <= 0.0031308, light * 12.92, bright).astype(np.float32)


LINEAR = _table()
_SHOWN = _fine_table()


def linear_light(picture: Picture) -> Floats:
    """The light behind the numbers of a file, 1 for white."""
    if picture.size == 0:
        return np.zeros(picture.shape, np.float32)
    linear = cv2.LUT(picture.reshape(1, -1), LINEAR)
    return np.asarray(linear, np.float32).reshape(picture.shape)


def shown_light(linear: Floats) -> Floats:
    """The numbers a file would hold for linear light, from 0 to 1."""
    steps = np.clip(linear, 0, 1) * np.float32(FINE_STEPS)
    shown: Floats = _SHOWN[(steps + np.float32(0.5)).astype(np.uint16)]
    return shown
