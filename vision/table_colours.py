"""Which colours are the table's and which the cards', learned anew in every frame from what is marked.

A card's edge has the table outside and the card inside. The frame printed on a card and the edge of its
neighbour may be as sharp, but not that.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.card_marks import CardMarks
from vision.lattice import Image

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.uint16]

LEVELS = 32  # of each channel
NEIGHBOURS, ALONE = np.array([0.5, 1.0, 0.5], np.float32), np.ones(1, np.float32)
SURE = 1.5  # logit of a mark that tells a card from the table
NEAR = np.ones((21, 21), np.uint8)  # marks around a card that still show its table, not the floor
SHADES = (0.82, 0.66)  # of the light, in the shadows that cards throw on their table
FEW = 2e-4  # share of all places: rarer colours tell nothing
STRONGEST = 2.0  # logarithm at which a colour is taken to be the table's alone
# Each level as it looks in a shadow: every other place is counted once more for each of them.
SHADED = [(np.arange(256) * np.float32(share)).astype(np.uint8) for share in SHADES]


@dataclass(frozen=True, slots=True, eq=False)
class TableColours:
    """For each colour, how much it is the table's: from -1, the cards' alone, to 1."""

    likeness: Floats

    def of(self, values_bgr: Image) -> Floats:
        """Return how much each colour is the table's."""
        told: Floats = self.likeness.take(_numbers(values_bgr))
        return told


def table_colours(seen_bgr: Image, marks: CardMarks) -> TableColours:
    """Learn the colours of table and cards from the part of a frame that was marked."""
    height, width = marks.card.shape
    small = np.asarray(cv2.resize(seen_bgr, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8)
    cards = marks.card > SURE
    near = cv2.dilate(cards.astype(np.uint8), NEAR) > 0
    bare = near & (marks.card < -SURE)
    numbers = _numbers(small)
    some = small.reshape(-1, 3).take(np.flatnonzero(bare)[::2], axis=0)
    table = _shares(np.concatenate([numbers[bare], *(_numbers(_shaded(some, by)).ravel() for by in SHADED)]))
    likeness = np.log(table / _shares(numbers[cards]))
    likeness *= np.float32(1.0 / STRONGEST)
    np.maximum(likeness, np.float32(-1.0), out=likeness)
    return TableColours(np.minimum(likeness, np.float32(1.0), out=likeness))


def _shaded(values_bgr: Image, darker: Image) -> Image:
    """Return colours as they look in a shadow."""
    if len(values_bgr) == 0:
        return values_bgr
    return np.asarray(cv2.LUT(values_bgr[:, None], darker), np.uint8)


def _numbers(values_bgr: Image) -> Numbers:
    """Return the number of each colour, of which there are as many as the cube of the levels."""
    if values_bgr.size == 0:
        return np.zeros(values_bgr.shape[:-1], np.uint16)
    # One channel after the other: three planes are quicker to go through than every third byte.
    blue, green, red = (np.asarray(plane, np.uint8) for plane in cv2.split(values_bgr.reshape(-1, 1, 3)))
    numbers: Numbers = (blue >> 3).astype(np.uint16)
    numbers <<= 5
    numbers |= green >> 3
    numbers <<= 5
    numbers |= red >> 3
    return numbers.reshape(values_bgr.shape[:-1])


def _shares(numbers: Numbers) -> Floats:
    """Return the share of each colour, with its neighbours' added so that few places tell enough."""
    counts = np.bincount(numbers, minlength=LEVELS**3).astype(np.float32)
    spread = cv2.sepFilter2D(
        counts.reshape((LEVELS,) * 3), -1, NEIGHBOURS, NEIGHBOURS, borderType=cv2.BORDER_CONSTANT
    )
    spread = cv2.sepFilter2D(
        spread.reshape(-1, LEVELS), -1, NEIGHBOURS, ALONE, borderType=cv2.BORDER_CONSTANT
    )
    shares: Floats = np.asarray(spread, np.float32).ravel() / np.float32(max(float(spread.sum()), 1.0))
    shares += np.float32(FEW)
    return shares
