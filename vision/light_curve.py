"""Between the numbers of a file and the light they stand for.

Light adds and blurs in linear numbers; noise is about even in the numbers of a file. A change of light by a
factor is a factor in both, so pictures are blurred and shrunk as light and compared as file numbers.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Picture


def _table() -> Floats:
    shown = np.arange(256) / 255
    linear = np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)
    return linear.astype(np.float32)


_LINEAR = _table()


def linear_light(picture: Picture) -> Floats:
    """The light behind the numbers of a file, 1 for white."""
    linear: Floats = _LINEAR[picture]
    return linear


def shown_light(linear: Floats) -> Floats:
    """The numbers a file would hold for linear light, from 0 to 1."""
    light = np.clip(linear, 0, 1)
    bright = 1.055 * np.power(np.maximum(light, 1e-6), 1 / 2.4) - 0.055
    return np.where(light <= 0.0031308, light * 12.92, bright).astype(np.float32)
