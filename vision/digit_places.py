"""Where the cards of a deck print their number, and how each digit looks there."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Indices, Picture
from vision.cell_images import SMALL_HEIGHT_PX, SMALL_WIDTH_PX

SAMPLES = 16
"""Rows and columns in which a place is looked at, whatever its size."""
LEAST_CONTRAST = 2.0  # levels of grey: a place with less shows nothing
FAINTEST = 0.005
TIED = 0.5
Plane = tuple[float, float, float]
GREY: Plane = (0.114, 0.587, 0.299)


@dataclass(frozen=True, slots=True, eq=False)
class DigitShapes:
    """Digits at one place and blur: what each shows (digits x samples), and what else varies among cards.

    `chance` are the ways in which cards of one digit differ, `share` how much of each is left out of account.
    """

    shown: Floats
    chance: Floats
    share: Floats

    def unlike(self, seen: Floats) -> Floats:
        """What each digit leaves unexplained of patches (n x samples): n x digits."""
        off = (seen * seen).sum(axis=-1)[..., None] - 2 * seen @ self.shown.T + (self.shown**2).sum(axis=1)
        theirs, ours = seen @ self.chance.T, self.shown @ self.chance.T
        off -= ((theirs * theirs) @ self.share)[..., None] - 2 * (theirs * self.share) @ ours.T
        off -= (ours * ours) @ self.share
        return np.asarray(np.maximum(off, 0), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class DigitPlace:
    """A place of the card (in millimetres of a card of 56 x 87), the digits there at every blur, its worth.

    `telling` is how clearly cards of other colours told each card's digit there, 1 at most.
    """

    left_mm: float
    top_mm: float
    size_mm: float
    levels: tuple[DigitShapes, ...]
    telling: float

    @property
    def scale(self) -> float:
        """Samples a millimetre."""
        return SAMPLES / self.size_mm


@dataclass(frozen=True, slots=True, eq=False)
class DigitPlaces:
    """The places of a deck, surest first, the digits, and which of them each code of the deck has, or -1.

    Codes of one number in `drawings` differ by their digit alone as far as `shared` says, 0 to 1. `plane` is
    how much of blue, green and red is looked at: gold on beige shows in blue alone.
    """

    places: tuple[DigitPlace, ...]
    digits: tuple[str, ...]
    of_code: Indices
    drawings: Indices
    shared: Floats
    plane: Plane = GREY

    def tied(self, words: Floats) -> Floats:
        """What readers of whole cards say (cells x codes), the same of all codes that differ by their digit.

        Between those they would tell the light and the wear of the teaching photos apart.
        """
        if not self.shared.any():
            return words
        order = np.argsort(self.drawings, kind="stable")
        starts = np.flatnonzero(np.diff(self.drawings[order], prepend=-1))
        sums = np.add.reduceat(words[:, order], starts, axis=1) / np.diff(starts, append=len(order))
        together = words + self.shared * (sums[:, self.drawings] - words)
        best: Floats = (together - together.max(axis=1, keepdims=True)).astype(np.float32)
        return best

    @property
    def kin(self) -> Indices:
        """A number for each code, the same for those that differ by their digit alone."""
        alone = int(self.drawings.max(initial=0)) + 1 + np.arange(len(self.drawings))
        return np.where(self.shared > TIED, self.drawings, alone)


def sized_card(scale: float) -> tuple[int, int]:
    """Width and height in pixels of a card at so many pixels a millimetre."""
    return round(SMALL_WIDTH_PX * scale), round(SMALL_HEIGHT_PX * scale)


def evened(patches: Floats) -> Floats:
    """Patches (n x samples) of one brightness and contrast, those that show nothing kept faint."""
    off = patches - patches.mean(axis=-1, keepdims=True)
    size = np.linalg.norm(off, axis=-1, keepdims=True) + np.float32(LEAST_CONTRAST * SAMPLES)
    return np.asarray(off / size, np.float32)


def in_plane(picture: Picture, plane: Plane) -> Picture:
    """A picture as one plane of its colours."""
    return np.asarray(cv2.transform(picture, np.array([plane], np.float32)), np.uint8)
