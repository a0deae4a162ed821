"""Reads the numbers of cards at the places where their deck prints them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Mask, Picture, Points
from vision.cell_images import lay_straight, reduce_frame
from vision.digit_places import (
    FAINTEST,
    SAMPLES,
    DigitPlace,
    DigitPlaces,
    evened,
    sized_card,
)

FARTHEST_MM = 4.0
"""How far off a number may lie: cards are cut out badly at times."""
FAR_OFF = 0.15  # what the farthest place must be more alike, to be believed
SEARCHED_AT = 1  # of the blurs at which digits are known
STRENGTH = 8.0
"""From what digits leave unexplained to a logarithm of likelihood."""
SUREST = 12.0  # no more is said against a digit: a scratch or a finger may be what is seen


def read_digits(frame_bgr: Picture, corners: Points, known: DigitPlaces, asked: Mask) -> Floats:
    """How far each digit is behind the likeliest: cells x grounds x digits.

    `asked` says which cells may show digits on which grounds (cells x grounds); of others nothing is said.
    """
    behind = np.zeros((*asked.shape, len(known.digits)), np.float32)
    cells = np.flatnonzero(asked.any(axis=1))
    if len(cells) == 0:
        return behind
    for place in known.places:
        size = sized_card(place.scale)
        frame = reduce_frame(frame_bgr, corners[cells], size[0])
        for cell, card in zip(cells.tolist(), lay_straight(frame, corners[cells], size), strict=True):
            grounds = np.flatnonzero(asked[cell]).tolist()
            around = _around(card, place)
            for plane in {place.planes[ground] for ground in grounds}:
                off = np.log(_unlike(around @ np.array(plane, np.float32), place) + np.float32(FAINTEST))
                for ground in grounds:
                    if place.planes[ground] == plane:
                        behind[cell, ground] -= np.float32(STRENGTH * max(place.telling[ground], 0)) * off
    behind -= behind.max(axis=2, keepdims=True)
    return np.maximum(behind, np.float32(-SUREST))


def _around(card: Picture, place: DigitPlace) -> Floats:
    """What a card shows at a place and as far around it as a number may lie off."""
    reach = _reach(place) + 1
    x, y = round(place.left_mm * place.scale), round(place.top_mm * place.scale)
    height, width = card.shape[:2]
    across, down = (
        np.clip(np.arange(start - reach, start + SAMPLES + reach), 0, end - 1)
        for start, end in ((x, width), (y, height))
    )
    return card[np.ix_(down, across)].astype(np.float32)


def _reach(place: DigitPlace) -> int:
    return round(FARTHEST_MM * place.scale)


def _unlike(around: Floats, place: DigitPlace) -> Floats:
    """What each digit leaves unexplained where any of them fits best, at the blur at which it does."""
    across, down = _best_place(around[1:-1, 1:-1], place, _reach(place))
    near = around[down : down + SAMPLES + 2, across : across + SAMPLES + 2]
    slid = np.lib.stride_tricks.sliding_window_view(near, (SAMPLES, SAMPLES)).reshape(-1, SAMPLES * SAMPLES)
    seen = evened(np.concatenate([slid, -slid]))
    found = [level.unlike(seen).min(axis=0) for level in place.levels]
    return min(found, key=lambda unlike: float(unlike.min()))


def _best_place(around: Floats, place: DigitPlace, reach: int) -> tuple[int, int]:
    """Where, across and down, some digit is most alike; what lies far off must be more so."""
    steps = np.arange(-reach, reach + 1, dtype=np.float32) / max(reach, 1)
    price = np.float32(FAR_OFF) * (steps[:, None] ** 2 + steps[None] ** 2)
    best = np.zeros_like(price)
    for digit in place.levels[SEARCHED_AT].shown:
        match = cv2.matchTemplate(around, digit.reshape(SAMPLES, SAMPLES), cv2.TM_CCOEFF_NORMED)
        best = np.maximum(best, np.abs(np.nan_to_num(match, posinf=0, neginf=0)))
    down, across = np.unravel_index(int((best - price).argmax()), best.shape)
    return int(across), int(down)
