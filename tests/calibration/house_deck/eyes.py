"""How other eyes and other light see a picture: what the deck is judged by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

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


LEVELS = np.arange(256) / 255
LINEAR = np.where(LEVELS <= 0.04045, LEVELS / 12.92, ((LEVELS + 0.055) / 1.055) ** 2.4).astype(np.float32)


def _through(matrix_rgb: NDArray[np.float64]) -> View:
    """Seen through a matrix on linear light."""
    matrix_bgr = np.ascontiguousarray(matrix_rgb[::-1, ::-1], np.float32)

    def see(picture_bgr: Picture) -> Picture:
        linear = cv2.transform(LINEAR[picture_bgr], matrix_bgr).clip(0, 1)
        return np.asarray(np.searchsorted(LINEAR, linear).clip(0, 255), np.uint8)

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


def distances(ones: Iterable[Picture], others: Iterable[Picture]) -> NDArray[np.float64]:
    """How much each of `ones` differs from each of `others`, normalised: 0 the same, near 1.4 unrelated."""
    return _apart(_stacked(ones), _stacked(others))


def _stacked(pictures: Iterable[Picture]) -> NDArray[np.float32]:
    return np.stack([normalised(picture).ravel() for picture in pictures])


def _apart(rows: NDArray[np.float32], columns: NDArray[np.float32]) -> NDArray[np.float64]:
    squares = (
        (rows**2).mean(axis=1)[:, None] + (columns**2).mean(axis=1) - 2 * (rows @ columns.T) / rows.shape[1]
    )
    return np.asarray(np.sqrt(squares.clip(0)), np.float64)


def most_alike(pictures: Mapping[str, Picture]) -> tuple[float, str, str]:
    """The two pictures that differ least, and by how much."""
    names = list(pictures)
    stack = _stacked(pictures.values())
    apart = _apart(stack, stack)
    np.fill_diagonal(apart, np.inf)
    one, other = np.unravel_index(int(apart.argmin()), apart.shape)
    return float(apart[one, other]), names[one], names[other]
