"""The kinds of pixel arrays the scenes are made of."""

from __future__ import annotations

from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Plane: TypeAlias = npt.NDArray[np.float32]
"""One number a pixel, or three in linear light (blue, green, red)."""
Picture: TypeAlias = npt.NDArray[np.uint8]
"""A picture as files hold it: eight bits, blue, green, red, display-encoded."""
Points: TypeAlias = npt.NDArray[np.float64]
"""Rows of coordinates."""
Colour: TypeAlias = tuple[float, float, float]
"""Blue, green, red."""
Span: TypeAlias = tuple[float, float]
"""The least and the greatest value something may take."""

_ENCODED = np.arange(256) / 255.0
_TO_LINEAR = np.where(_ENCODED <= 0.04045, _ENCODED / 12.92, ((_ENCODED + 0.055) / 1.055) ** 2.4).astype(
    np.float32
)


def as_plane(values: Any) -> Plane:  # noqa: ANN401 - whatever array type cv2 declares that it returns
    """The same values as 32-bit floats."""
    return np.asarray(values, np.float32)


def as_picture(values: Any) -> Picture:  # noqa: ANN401 - whatever array type cv2 declares that it returns
    """The same values as bytes; they must already be in range."""
    return np.asarray(values, np.uint8)


def linear_from_picture(picture: Picture) -> Plane:
    """Display-encoded bytes (sRGB) as linear light from 0 to 1."""
    return as_plane(cv2.LUT(picture, _TO_LINEAR))


def picture_from_linear(light: Plane) -> Picture:
    """Linear light from 0 to 1 as display-encoded bytes (sRGB)."""
    levels = np.clip(light, 0, 1)
    shown = np.where(levels <= 0.0031308, levels * 12.92, 1.055 * np.power(levels, 1 / 2.4) - 0.055)
    return np.asarray(np.rint(shown * 255), np.uint8)


def linear_from_colour(colour: Colour) -> Plane:
    """A display-encoded colour of 0 to 255 as linear light."""
    return _TO_LINEAR[np.clip(np.rint(colour), 0, 255).astype(np.uint8)]


def draw_between(rng: np.random.Generator, span: Span) -> float:
    """A uniform draw from a span."""
    return float(rng.uniform(span[0], span[1]))


def smooth_step(values: Plane, low: float, high: float) -> Plane:
    """0 below low, 1 above high, and a smooth way between."""
    t = np.clip((values - np.float32(low)) / np.float32(high - low), 0, 1)
    return as_plane(t * t * (3 - 2 * t))
