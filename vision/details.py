"""Tells apart the few cards that are left: looks, large, only where they differ.

Two cards of one colour and animal may differ in a numeral of a few millimetres. Over the whole card it drowns
in what wear, shade and curl do. Here the places where two candidates differ are cut out tightly, slid over
the card each by itself, and compared by shape alone, in grey: colour is for other readers to tell.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Floats, Picture, Points
from vision.cell_images import HEIGHT_PX, WIDTH_PX, ReducedFrame, lay_straight

REACH_PX = 3
PLACES = 3
GROWN_PX = 3
SMALLEST_PX = 10
STRONGLY = 0.3  # of the greatest difference
LEAST_DIFFERENCE = 6.0  # levels of grey: below this nothing shows; pale numerals differ by 9
BEST_LIKENESS = 0.97  # no photograph is liker than this to a print
PAIRS_KEPT = 4000

RIM_PX = 3  # so far in, a card that was cut out a little off shows the table

Place = tuple[int, int, int, int]
WeighedPlace = tuple[Place, float]


@dataclass(frozen=True, slots=True, eq=False)
class PairPlaces:
    """Where pairs of pictures differ: found once for each pair and kept."""

    pictures: Picture
    _kept: dict[tuple[int, int], tuple[Place, ...]] = field(default_factory=dict)

    def between(self, one: int, other: int) -> tuple[Place, ...]:
        """Left, top, right, bottom of the few places in which two pictures differ most."""
        pair = (min(one, other), max(one, other))
        if pair not in self._kept:
            if len(self._kept) >= PAIRS_KEPT:
                self._kept.clear()
            self._kept[pair] = _places(self.pictures[pair[0]], self.pictures[pair[1]])
        return self._kept[pair]


def tell_apart(
    frame: ReducedFrame,
    corners: Points,
    pairs: PairPlaces,
    candidates: list[int],
    sharper: Picture | None = None,
) -> Floats:
    """How far each candidate is behind the first where the two differ: logarithms, 0 for the first.

    A card may be seen sharper than the blurred pictures, in which the holes of a small numeral are filled in:
    where there are sharper ones, those count that fit either of the two best.
    """
    cut = _grey(lay_straight(frame, corners[None], (WIDTH_PX, HEIGHT_PX))[0])
    wide = np.pad(cut, REACH_PX, mode="edge")
    kept = [pairs.pictures] if sharper is None else [pairs.pictures, sharper]
    first = candidates[0]
    ahead = np.zeros(len(candidates), np.float32)
    for index, other in enumerate(candidates[1:], start=1):
        worth = [
            _leaning(wide, [(pictures[first], pictures[other]) for pictures in kept], place)
            for place in pairs.between(first, other)
        ]
        ahead[index] = sum(worth) / max(len(worth), 1)
    return ahead


def _leaning(wide: Picture, pairs: list[tuple[Picture, Picture]], place: Place) -> float:
    """How far a place leans to the second of two pictures, at the blur at which either fits best."""
    one, other = min(([_unlikeness(wide, picture, place) for picture in pair] for pair in pairs), key=min)
    return one - other


def _unlikeness(wide: Picture, picture: Picture, place: Place) -> float:
    """The logarithm of the share of a place that the picture does not account for."""
    left, top, right, bottom = place
    seen = wide[top : bottom + 2 * REACH_PX, left : right + 2 * REACH_PX]
    part = _grey(np.ascontiguousarray(picture[top:bottom, left:right]))
    likeness = float(
        np.nan_to_num(cv2.matchTemplate(seen, part, cv2.TM_CCOEFF_NORMED), posinf=0, neginf=0).max()
    )
    return float(np.log(1 - min(max(likeness, 0.0), BEST_LIKENESS) ** 2))


def weighed_places(one: Picture, other: Picture) -> tuple[WeighedPlace, ...]:
    """The places in which two pictures differ most, their rims left aside, each with its share of it."""
    difference = _difference(one, other)
    inner = np.zeros_like(difference)
    inside = np.s_[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX]
    inner[inside] = difference[inside]
    soft = np.asarray(cv2.blur(inner, (5, 5)), np.float32)
    found = [(float((soft[box[1] : box[3], box[0] : box[2]] ** 2).sum()), box) for box in _boxes(soft)]
    found = sorted(found, reverse=True)[:PLACES]
    total = sum(energy for energy, _ in found)
    return tuple((place, energy / total) for energy, place in found)


def _places(one: Picture, other: Picture) -> tuple[Place, ...]:
    """Boxes around what differs most in grey, once the two are brought to the same light."""
    soft = np.asarray(cv2.blur(_difference(one, other), (5, 5)), np.float32)
    found = [(float(soft[box[1] : box[3], box[0] : box[2]].sum()), box) for box in _boxes(soft)]
    return tuple(place for _, place in sorted(found, reverse=True)[:PLACES])


def _difference(one: Picture, other: Picture) -> Floats:
    one, other = _grey(one), _grey(other)
    return np.asarray(np.abs(_matched(one, other) - one.astype(np.float32)), np.float32)


def _boxes(soft: Floats) -> list[Place]:
    """Boxes around all that differs strongly."""
    strongest = float(soft.max())
    if strongest < LEAST_DIFFERENCE:
        return []
    count, _, boxes, _ = cv2.connectedComponentsWithStats((soft > STRONGLY * strongest).astype(np.uint8))
    found = []
    for left, top, width, height, _ in boxes[1:count].tolist():
        if max(width, height) >= SMALLEST_PX // 2:
            low_x, low_y = max(0, left - GROWN_PX), max(0, top - GROWN_PX)
            high_x, high_y = min(WIDTH_PX, left + width + GROWN_PX), min(HEIGHT_PX, top + height + GROWN_PX)
            found.append((low_x, low_y, high_x, high_y))
    return found


def _grey(picture: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def _matched(one: Picture, other: Picture) -> Floats:
    """The other picture under the light that makes it most like the first."""
    ours = one.reshape(-1).astype(np.float32)
    theirs = other.reshape(-1).astype(np.float32)
    mean, their_mean = ours.mean(axis=0), theirs.mean(axis=0)
    gain = ((ours - mean) * (theirs - their_mean)).sum(axis=0) / (
        ((theirs - their_mean) ** 2).sum(axis=0) + 1
    )
    matched: Floats = (
        ((theirs - their_mean) * np.clip(gain, 0.2, 5) + mean).reshape(one.shape).astype(np.float32)
    )
    return matched
