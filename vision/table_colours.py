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

LEVELS = 32  # of each channel
SURE = 1.5  # logit of a mark that tells a card from the table
NEAR_PX = 21  # marks from a card that still show its table, not the floor
FEW = 2e-4  # share of all places: rarer colours tell nothing
STRONGEST = 2.0  # logarithm at which a colour is taken to be the table's alone


@dataclass(frozen=True, slots=True, eq=False)
class TableColours:
    """For each colour, how much it is the table's: from -1, the cards' alone, to 1."""

    likeness: Floats

    def of(self, values_bgr: Image) -> Floats:
        """Return how much each colour is the table's."""
        told: Floats = self.likeness[_numbers(values_bgr)]
        return told


def table_colours(seen_bgr: Image, marks: CardMarks) -> TableColours:
    """Learn the colours of table and cards from the part of a frame that was marked."""
    height, width = marks.card.shape
    small = np.asarray(cv2.resize(seen_bgr, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8)
    numbers, cards = _numbers(small), marks.card > SURE
    near = cv2.dilate(cards.astype(np.uint8), np.ones((NEAR_PX, NEAR_PX), np.uint8)) > 0
    table = _shares(numbers[near & (marks.card < -SURE)])
    card = _shares(numbers[cards])
    return TableColours(np.clip(np.log(table / card) / np.float32(STRONGEST), -1.0, 1.0))


def _numbers(values_bgr: Image) -> npt.NDArray[np.intp]:
    blue, green, red = (values_bgr[..., channel].astype(np.intp) // (256 // LEVELS) for channel in range(3))
    numbers: npt.NDArray[np.intp] = (blue * LEVELS + green) * LEVELS + red
    return numbers


def _shares(numbers: npt.NDArray[np.intp]) -> Floats:
    """Return the share of each colour, with its neighbours' added so that few places tell enough."""
    counts = np.bincount(numbers, minlength=LEVELS**3).reshape((LEVELS,) * 3).astype(np.float32)
    for axis in range(3):
        along = np.moveaxis(counts, axis, 0)
        below, above = np.float32(0.5) * along[:-1], np.float32(0.5) * along[1:]
        along[1:] += below
        along[:-1] += above
    shares: Floats = (counts / max(float(counts.sum()), 1.0) + np.float32(FEW)).ravel()
    return shares
