"""Reads the numbers of cards at the places where their deck prints them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.arrays import Floats, Indices, Mask, Picture, Points
from vision.cell_images import lay_window_straight, reduce_frame
from vision.digit_places import (
    FAINTEST,
    SAMPLES,
    DigitPlace,
    DigitPlaces,
    evened,
    sized_card,
)
from vision.digit_planes import Plane

FARTHEST_MM = 4.0
"""How far off a number may lie: cards are cut out badly at times."""
FAR_OFF = 0.15  # what the farthest place must be more alike, to be believed
SEARCHED_AT = 1  # of the blurs at which digits are known
LEAST_SPREAD = 1.0  # a sum of squared levels of grey: below it nothing shows but rounding
STRENGTH = 8.0
"""From what digits leave unexplained to a logarithm of likelihood."""
SUREST = 12.0  # no more is said against a digit: a scratch or a finger may be what is seen


@dataclass(frozen=True, slots=True, eq=False)
class SeenDigits:
    """How far each digit is behind the likeliest, and how like it is what is printed, as logarithms.

    Both by cells x grounds x digits, 0 where nothing is said.
    """

    behind: Floats
    like: Floats


def read_digits(frame_bgr: Picture, corners: Points, known: DigitPlaces, asked: Mask) -> SeenDigits:
    """Read the digits of cells.

    `asked` says which cells may show digits on which grounds (cells x grounds); of others nothing is said.
    """
    behind = np.zeros((*asked.shape, len(known.digits)), np.float32)
    believed = np.zeros(asked.shape, np.float32)
    cells = np.flatnonzero(asked.any(axis=1))
    if len(cells) == 0:
        return SeenDigits(behind, behind)
    for place in known.places:
        around = _around(frame_bgr, corners[cells], place)
        for plane, grounds in _by_plane(place).items():
            here = asked[cells] & grounds
            seen = here.any(axis=1)
            if not seen.any():
                continue
            off = np.log(_unlike(around[seen] @ np.array(plane, np.float32), place) + np.float32(FAINTEST))
            weight = STRENGTH * np.maximum(np.array(place.telling, np.float32), 0) * here[seen]
            behind[cells[seen]] -= weight[:, :, None] * off[:, None]
            believed[cells[seen]] += weight
    like = np.asarray(behind / np.maximum(believed, np.float32(1e-6))[..., None], np.float32)
    behind -= behind.max(axis=2, keepdims=True)
    return SeenDigits(np.maximum(behind, np.float32(-SUREST)), like)


def _by_plane(place: DigitPlace) -> dict[Plane, Mask]:
    """Which grounds are looked at in which plane."""
    return {plane: np.array([own == plane for own in place.planes], np.bool_) for plane in set(place.planes)}


def _reach_px(place: DigitPlace) -> int:
    return round(FARTHEST_MM * place.scale)


def _around(frame_bgr: Picture, corners: Points, place: DigitPlace) -> Floats:
    """Each card's place with all around it that is looked at: cells x rows x columns x channels.

    What would lie beside the card is its edge drawn on: the table there may be like a digit.
    """
    width, height = sized_card(place.scale)
    frame = reduce_frame(frame_bgr, corners, width)
    rim, side = _reach_px(place) + 1, SAMPLES + 2 * _reach_px(place) + 2
    columns = np.clip(np.arange(side) + round(place.left_mm * place.scale) - rim, 0, width - 1)
    rows = np.clip(np.arange(side) + round(place.top_mm * place.scale) - rim, 0, height - 1)
    window = (int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
    cut = lay_window_straight(frame, corners, (width, height), window)
    return cut[:, rows[:, None] - window[1], columns - window[0]].astype(np.float32)


def _unlike(around: Floats, place: DigitPlace) -> Floats:
    """What each digit leaves unexplained where any of them fits best, at the blur at which it does."""
    down, across = _best_places(around[:, 1:-1, 1:-1], place)
    slid = np.lib.stride_tricks.sliding_window_view(around, (SAMPLES, SAMPLES), axis=(1, 2))
    cells, near = np.arange(len(around))[:, None, None], np.arange(3)
    patches = slid[cells, down[:, None, None] + near[:, None], across[:, None, None] + near]
    patches = patches.reshape(len(around), -1, SAMPLES * SAMPLES)
    seen = evened(np.concatenate([patches, -patches], axis=1))
    flat = seen.reshape(-1, SAMPLES * SAMPLES)
    found = np.stack([level.unlike(flat).reshape(*seen.shape[:2], -1).min(axis=1) for level in place.levels])
    best: Floats = found[found.min(axis=2).argmin(axis=0), np.arange(len(around))]
    return best


def _best_places(around: Floats, place: DigitPlace) -> tuple[Indices, Indices]:
    """How far down and across some digit is most alike in each cell; what lies far off must be more so."""
    reach = _reach_px(place)
    off = around - around.mean(axis=(1, 2), keepdims=True)
    alike = np.abs(_correlated(off, _templates(place))).max(axis=0)
    alike /= _spread(off)[:, : 2 * reach + 1, : 2 * reach + 1]
    alike -= _prices(reach)
    down, across = np.divmod(alike.reshape(len(around), -1).argmax(axis=1), 2 * reach + 1)
    return down, across


def _correlated(seen: Floats, templates: Floats) -> Floats:
    """Templates slid over pictures: templates x pictures x rows x columns.

    All lines of all templates with all of all pictures in one product, then added up line by line: that takes
    half the time of correlations one by one.
    """
    pictures, side, _ = seen.shape
    places = side - SAMPLES + 1
    lines = np.lib.stride_tricks.sliding_window_view(seen, places, axis=2).transpose(2, 0, 1, 3)
    products = templates.transpose(1, 0, 2).reshape(-1, SAMPLES) @ lines.reshape(SAMPLES, -1)
    by_line = products.reshape(SAMPLES, len(templates), pictures, side, places)
    total = by_line[0, :, :, :places].copy()
    for line in range(1, SAMPLES):
        total += by_line[line, :, :, line : line + places]
    return total


def _templates(place: DigitPlace) -> Floats:
    """The digits that are searched for, of no brightness and one contrast: digits x rows x columns."""
    shown = place.levels[SEARCHED_AT].shown
    off = shown - shown.mean(axis=1, keepdims=True)
    even: Floats = off / np.maximum(np.linalg.norm(off, axis=1, keepdims=True), np.float32(FAINTEST))
    return even.reshape(-1, SAMPLES, SAMPLES)


def _spread(seen: Floats) -> Floats:
    """How far from their mean the samples lie that a digit would cover, wherever its upper left one is."""
    flat, covered = seen.reshape(-1, seen.shape[2]), (SAMPLES, SAMPLES)
    total = cv2.boxFilter(flat, cv2.CV_64F, covered, anchor=(0, 0), normalize=False)
    squares = cv2.sqrBoxFilter(flat, cv2.CV_64F, covered, anchor=(0, 0), normalize=False)
    spread = np.sqrt(np.maximum(squares - total * total / SAMPLES**2, LEAST_SPREAD))
    return spread.astype(np.float32).reshape(seen.shape)


@lru_cache(maxsize=16)
def _prices(reach_px: int) -> Floats:
    """What a place must be more alike the farther off it lies."""
    steps = np.arange(-reach_px, reach_px + 1, dtype=np.float32) / max(reach_px, 1)
    return np.asarray(FAR_OFF * (steps[:, None] ** 2 + steps[None] ** 2), np.float32)
