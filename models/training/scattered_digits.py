"""Digits strewn over plain grounds, with their places: teaches what a digit looks like, wherever it stands.

A deck's number is a few pixels somewhere on its cards. Told only which card it is, a network needs thousands
of steps to notice; shown where digits stand, it knows them after some hundred.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from models.training.quick_crops import quick_crop
from models.training.scenes.arrays import Picture, Plane, as_picture, as_plane
from models.training.scenes.codes import VALUES
from models.training.scenes.style_numbers import number_mask

SIZE_PX = (124, 80)
MAP_SIZE, STRIDE_PX, FIRST_PX = (16, 10), 8, 2
FONTS, FINE_PX = 8, 64
DIGITS_OF_A_SHEET = 7
NO_DIGIT, NOT_ASKED = len(VALUES), -100


@dataclass(frozen=True, slots=True, eq=False)
class Strewn:
    """Sheets (n, height, width, 3), and for every spot of the network's near map which digit stands there."""

    images: Picture
    spots: npt.NDArray[np.int64]


def strew(rng: np.random.Generator, count: int, grounds: Picture) -> Strewn:
    """Some sheets with digits on them; grounds are pictures without any."""
    images = np.zeros((count, *SIZE_PX, 3), np.uint8)
    spots = np.full((count, *MAP_SIZE), NO_DIGIT, np.int64)
    for index in range(count):
        ground = _ground(rng, grounds)
        for _ in range(int(rng.integers(2, DIGITS_OF_A_SHEET + 1))):
            _stamp(rng, ground, spots[index])
        sheet = as_picture(np.clip(ground, 0, 255))
        images[index] = quick_crop(rng, sheet, sheet) if rng.random() < 0.7 else sheet
    return Strewn(images, spots)


@cache
def _fine_mask(value: int, font: int) -> Plane:
    return number_mask(value, font, FINE_PX)


def _ground(rng: np.random.Generator, grounds: Picture) -> Plane:
    """A picture, an even tone, or both with a box or two on it."""
    tone = as_plane(rng.uniform(10, 245, 3))
    ground = as_plane(grounds[int(rng.integers(len(grounds)))])
    share = np.float32(rng.choice([0.0, 0.4, 1.0]))
    ground = as_plane(tone + share * (ground - tone))
    for _ in range(int(rng.integers(0, 4))):
        corner, size = rng.uniform(-10, 110, 2), rng.uniform(6, 70, 2)
        colour = tuple(float(value) for value in rng.uniform(5, 250, 3))
        low, high = corner.astype(int).tolist(), (corner + size).astype(int).tolist()
        cv2.rectangle(ground, (low[0], low[1]), (high[0], high[1]), colour, -1, cv2.LINE_AA)
    return ground


def _stamp(rng: np.random.Generator, ground: Plane, spots: npt.NDArray[np.int64]) -> None:
    """Lay one digit where none is near, in an ink that stands out, and note it."""
    value, font = int(rng.integers(len(VALUES))), int(rng.integers(FONTS))
    tall = round(float(np.exp(rng.uniform(np.log(8), np.log(24)))))
    wide = max(6, round(tall * float(rng.uniform(0.8, 1.1))))
    top, left = int(rng.integers(0, SIZE_PX[0] - tall)), int(rng.integers(0, SIZE_PX[1] - wide))
    row, column = _spot(top + tall / 2, MAP_SIZE[0]), _spot(left + wide / 2, MAP_SIZE[1])
    around = spots[max(0, row - 2) : row + 3, max(0, column - 2) : column + 3]
    if bool((around != NO_DIGIT).any()):
        return
    around[:] = NOT_ASKED
    spots[row, column] = value
    mask = as_plane(cv2.resize(_fine_mask(VALUES[value], font), (wide, tall), interpolation=cv2.INTER_AREA))
    box = ground[top : top + tall, left : left + wide]
    if rng.random() < 0.35:
        box[:] = as_plane(rng.uniform(5, 250, 3))
    under = box.mean(axis=(0, 1))
    ink = as_plane(rng.uniform(0, 255, 3))
    if float(np.abs(ink - under).mean()) < 60:
        ink = as_plane(np.where(under > 128, 15, 245))
    turned = mask[::-1, ::-1] if rng.random() < 0.5 else mask
    box += turned[..., None] * (ink - box)


def _spot(place_px: float, spots: int) -> int:
    return min(spots - 1, max(0, round((place_px - FIRST_PX) / STRIDE_PX)))
