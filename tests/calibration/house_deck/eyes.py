"""How other eyes and other light see a picture: what the deck is judged by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
View = Callable[[Picture], Picture]

# Machado, Oliveira and Fernandes (2009), full severity, on linear RGB.
DEFICIENCIES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def _through(matrix: NDArray[np.float64]) -> View:
    def see(picture_bgr: Picture) -> Picture:
        rgb = picture_bgr[:, :, ::-1].astype(np.float64) / 255
        linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
        seen = (linear @ matrix.T).clip(0, 1)
        curved = np.where(seen <= 0.0031308, seen * 12.92, 1.055 * seen ** (1 / 2.4) - 0.055)
        return np.asarray(np.rint(curved[:, :, ::-1] * 255), np.uint8)

    return see


def greyscale(picture_bgr: Picture) -> Picture:
    """Lightness alone, still three channels."""
    grey = cv2.cvtColor(picture_bgr, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.merge([grey, grey, grey]), np.uint8)


VIEWS: Mapping[str, View] = {
    "plain sight": lambda picture_bgr: picture_bgr,
    "greyscale": greyscale,
    **{name: _through(np.array(matrix)) for name, matrix in DEFICIENCIES.items()},
}
WARM_BULB = _through(np.diag([1.5, 1.0, 0.45]))  # a 2700 K lamp under a camera set to daylight


def normalised(picture: Picture) -> NDArray[np.float32]:
    """Blurred a little as a camera would, then freed of brightness, contrast and tint channel by channel."""
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float32)
    centred = soft - soft.mean(axis=(0, 1))
    return np.asarray(centred / np.maximum(centred.std(axis=(0, 1)), 4.0), np.float32)


def most_alike(pictures: Mapping[str, Picture]) -> tuple[float, str, str]:
    """The two pictures that differ least once normalised, and by how much (0 the same, near 1.4"
    " unrelated)."""
    ready = {name: normalised(picture) for name, picture in pictures.items()}
    return min(
        (float(np.sqrt(np.mean((ready[one] - ready[other]) ** 2))), one, other)
        for one, other in combinations(ready, 2)
    )
