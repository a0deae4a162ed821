"""A close look at the few cards that are left: where two of them differ, which of the two is it?

Cards of a deck may share a drawing and differ by a numeral of a few millimetres, on a disc or a scroll that
they share too. Compared as a whole, such a place is alike on both. So every point of it counts as much
as the two cards differ there, at four pixels a millimetre, where a step of one pixel is less than a stroke,
and at the blur at which either card fits best. All of it in grey: colour is for other readers to tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Floats, Picture, Points
from vision.cell_images import HEIGHT_PX, WIDTH_PX, ReducedFrame, lay_straight
from vision.details import Place, WeighedPlace, weighed_places
from vision.light_curve import linear_light, shown_light

FINER = 2
FINE_SIZE = (FINER * WIDTH_PX, FINER * HEIGHT_PX)
REACH_PX = 5
EVERYWHERE = 0.3
"""What all of a place counts beside what differs: it tells where the place lies."""
BEST_LIKENESS = 0.995
"""No photograph is liker than this to a print. Numerals on a disc are alike to 0.97 when they differ."""
FAINTEST = 1e-3
PAIRS_KEPT, CROPS_KEPT = 4000, 6000


@dataclass(frozen=True, slots=True, eq=False)
class CloseLook:
    """Pictures of a deck as they are kept (pictures x height x width x 3), hardly blurred, and blurs to try.

    `blurs_px` are pixels of the fine size, the sharpest first. Where pairs differ, and what their pictures
    show there at a blur, is found once and kept.
    """

    pictures: Picture
    sharp: Picture
    blurs_px: tuple[float, ...]
    _places: dict[tuple[int, int], tuple[WeighedPlace, ...]] = field(default_factory=dict)
    _crops: dict[tuple[int, Place, int], Floats] = field(default_factory=dict)

    def between(self, one: int, other: int) -> tuple[WeighedPlace, ...]:
        """The few places in which two pictures differ most, and what share of the difference each has."""
        pair = (min(one, other), max(one, other))
        if pair not in self._places:
            if len(self._places) >= PAIRS_KEPT:
                self._places.clear()
            self._places[pair] = weighed_places(self.pictures[pair[0]], self.pictures[pair[1]])
        return self._places[pair]

    def tell_apart(
        self, frame: ReducedFrame, corners: Points, candidates: Sequence[int], blurs: Sequence[int]
    ) -> Floats:
        """How far each candidate is behind the first where the two differ: logarithms, 0 for the first."""
        cut = cv2.cvtColor(lay_straight(frame, corners[None], FINE_SIZE)[0], cv2.COLOR_BGR2GRAY)
        rims = (REACH_PX,) * 4
        wide = np.asarray(cv2.copyMakeBorder(cut, *rims, cv2.BORDER_REPLICATE), np.float32)
        first = candidates[0]
        ahead = np.zeros(len(candidates), np.float32)
        for index, other in enumerate(candidates[1:], start=1):
            ahead[index] = sum(
                share * self._leaning(wide, (first, other), place, blurs)
                for place, share in self.between(first, other)
            )
        return ahead

    def _leaning(self, wide: Floats, pair: tuple[int, int], place: Place, blurs: Sequence[int]) -> float:
        """How far a place leans to the second of two pictures, at the blur at which either fits best."""
        left, top, right, bottom = (FINER * side for side in place)
        seen = wide[top : bottom + 2 * REACH_PX, left : right + 2 * REACH_PX]
        seen = seen - seen.mean()
        squares = seen * seen
        told = [
            _unlikeness(seen, squares, (self._crop(pair[0], place, blur), self._crop(pair[1], place, blur)))
            for blur in blurs
        ]
        one, other = min(told, key=min)
        return one - other

    def _crop(self, picture: int, place: Place, blur: int) -> Floats:
        key = (picture, place, blur)
        if key not in self._crops:
            if len(self._crops) >= CROPS_KEPT:
                self._crops.clear()
            self._crops[key] = _blurred(self.sharp[picture], place, self.blurs_px[blur])
        return self._crops[key]


def _blurred(picture: Picture, place: Place, blur_px: float) -> Floats:
    """A place of a picture in grey, at the fine size and blurred as light is."""
    left, top, right, bottom = place
    rim = int(3 * blur_px / FINER) + 2
    low_x, low_y = max(0, left - rim), max(0, top - rim)
    part = cv2.cvtColor(
        np.ascontiguousarray(picture[low_y : bottom + rim, low_x : right + rim]), cv2.COLOR_BGR2GRAY
    )
    fine = cv2.resize(part, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_CUBIC)
    light = linear_light(np.asarray(fine, np.uint8))
    soft = np.asarray(cv2.GaussianBlur(light, (0, 0), blur_px, borderType=cv2.BORDER_REPLICATE), np.float32)
    y, x = FINER * (top - low_y), FINER * (left - low_x)
    inner = soft[y : y + FINER * (bottom - top), x : x + FINER * (right - left)]
    shown: Floats = (shown_light(inner) * np.float32(255)).ravel()
    return shown


def _unlikeness(seen: Floats, squares: Floats, pair: tuple[Floats, Floats]) -> tuple[float, float]:
    """For each of two pictures the logarithm of what it does not account for, wherever it fits best.

    `seen` is the place and all around it that it may have been moved to, its mean taken away.
    """
    size = (seen.shape[0] - 2 * REACH_PX, seen.shape[1] - 2 * REACH_PX)
    apart = np.abs((pair[0] - pair[0].mean()) - (pair[1] - pair[1].mean()))
    weights = apart / np.maximum(apart.sum(), np.float32(FAINTEST)) + np.float32(EVERYWHERE / len(apart))
    weights = weights / weights.sum()
    parts = [picture - weights @ picture for picture in pair]
    spread = _slid(squares, weights.reshape(size)) - _slid(seen, weights.reshape(size)) ** 2
    spread = np.maximum(spread, np.float32(FAINTEST))
    unlike = []
    for part in parts:
        weighted = weights * part
        own = max(float(weighted @ part), FAINTEST)
        likeness = (_slid(seen, weighted.reshape(size)) / np.sqrt(spread * own)).max()
        unlike.append(float(np.log(1 - float(np.clip(likeness, 0, BEST_LIKENESS)) ** 2)))
    return unlike[0], unlike[1]


def _slid(seen: Floats, kernel: Floats) -> Floats:
    """The sum of all products of a kernel and what lies under it, at every step that it can be moved."""
    return np.asarray(cv2.matchTemplate(seen, kernel, cv2.TM_CCORR), np.float32)
