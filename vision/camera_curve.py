"""The curve by which a camera rolls off what is bright, and which curve one table was photographed with.

Files say how their numbers stand for light, and cameras do not keep to it: nearly all press bright light
together, so that white paper lies nearer to a pale ink than it is and each lamp's tint is weaker in the paper
than in the print. All cards of a frame share that curve, so it is found with them: of a few, the one under
which the cards, whatever their colour, are most like what the deck says they should be.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.light_curve import LINEAR

SHOULDERS = (0.0, 0.4, 0.8, 1.1)
"""How strongly highlights are rolled off: none, as photo apps do, and twice as film curves do."""
FULL = 0.98  # of the file's white: light without end would be pressed into what is above
UNCHANGED = 0.5  # the light that is the same by every curve
DARKEST = 0.003


@dataclass(frozen=True, slots=True, eq=False)
class Highlights:
    """How far a shoulder of 1 would lift what a file says, as a logarithm, and how far bend it."""

    lift: Floats
    bend: Floats

    @classmethod
    def of(cls, said: Floats) -> Highlights:
        """Those of linear numbers, 1 for white."""
        level = np.float32(FULL) * np.maximum(said, np.float32(DARKEST))
        left = 1 - level
        return cls(np.float32(np.log(1 - FULL * UNCHANGED)) - np.log(left), level / left)


@dataclass(frozen=True, slots=True, eq=False)
class CameraCurve:
    """How strongly a camera rolls off highlights, and the light behind each number of its files."""

    shoulder: float
    table: Floats

    @classmethod
    def rolling_off(cls, shoulder: float) -> CameraCurve:
        """The curve of a shoulder, 0 for files that keep to what they say."""
        return cls(shoulder, _lifted(LINEAR, shoulder).astype(np.float32))

    def light(self, picture: Picture) -> Floats:
        """The light behind the numbers of a file."""
        if picture.size == 0:
            return np.zeros(picture.shape, np.float32)
        return np.asarray(cv2.LUT(picture.reshape(1, -1), self.table), np.float32).reshape(picture.shape)

    def steepness(self, highlights: Highlights) -> Floats:
        """How much the light grows by a step of what the file says of it."""
        shoulder = np.float32(self.shoulder)
        steepness: Floats = np.exp(shoulder * highlights.lift)
        steepness *= 1 + shoulder * highlights.bend
        return steepness


def _lifted(said: Floats, shoulder: float) -> Floats:
    """The light behind what a file says of it, highlights rolled out again."""
    lift = np.float32(1 - FULL * UNCHANGED) / (1 - np.float32(FULL) * said)
    lifted: Floats = said * lift ** np.float32(shoulder)
    return lifted


CURVES = tuple(CameraCurve.rolling_off(shoulder) for shoulder in SHOULDERS)
STRAIGHT = CURVES[0]
