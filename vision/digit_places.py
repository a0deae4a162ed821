"""Where the cards of a deck print their number, and how each digit looks there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Indices
from vision.cell_images import SMALL_HEIGHT_PX, SMALL_WIDTH_PX
from vision.digit_planes import Plane

SAMPLES = 16
"""Rows and columns in which a place is looked at, whatever its size."""
LEAST_CONTRAST = 2.0  # levels of grey: a place with less shows nothing
FAINTEST = 0.005
TIED = 0.5


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

    def unlike_either_way(self, seen: Floats) -> Floats:
        """The same of patches of which light may stand for dark: of both ways the better."""
        count = len(self.shown)
        both = seen @ np.concatenate([self.shown, self.chance]).T
        alike, theirs = both[..., :count], both[..., count:]
        ours = self.shown @ self.chance.T
        apart = np.vecdot(seen, seen) - (theirs * theirs) @ self.share
        own = (self.shown**2).sum(axis=1) - (ours * ours) @ self.share
        shared = 2 * np.abs(alike - (theirs * self.share) @ ours.T)
        return np.asarray(np.maximum(apart[..., None] + own - shared, 0), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class DigitPlace:
    """A place of the card (in millimetres of a card of 56 x 87), the digits there at every blur, its worth.

    Of every ground it has the plane in which digits show on it, and how clearly cards of other grounds told
    the digits of its cards there, 1 at most.
    """

    left_mm: float
    top_mm: float
    size_mm: float
    levels: tuple[DigitShapes, ...]
    planes: tuple[Plane, ...]
    telling: tuple[float, ...]

    @property
    def scale(self) -> float:
        """Samples a millimetre."""
        return SAMPLES / self.size_mm


@dataclass(frozen=True, slots=True, eq=False)
class DigitPlaces:
    """The places of a deck, surest first, the digits, and which of them each code of the deck has, or -1.

    Codes of one number in `drawings` differ by their digit alone as far as `shared` says, 0 to 1. Those of
    one number in `grounds` print it on one colour.
    """

    places: tuple[DigitPlace, ...]
    digits: tuple[str, ...]
    of_code: Indices
    drawings: Indices
    grounds: Indices
    shared: Floats

    def telling(self, ground: int) -> float:
        """How clearly the digits of a ground are told at the place that does it best."""
        return max(
            (place.telling[ground] for place in self.places if ground < len(place.telling)), default=0.0
        )

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
