"""How much each reader's word counts, and how features become probabilities.

The curves come from models/training/fit_reading.py on scenes of seeds 0, 1, 20000, 20001: the house deck
under all conditions, styles 101 to 105 and 201 to 204 in four of them, some with strange cards, and each
scene once more read with another deck's references. They were fitted before the last changes to how a veil
of glare is modelled. The readers' weights were chosen by hand on the same scenes: the likelihood is nearly
flat there.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReaderWeights:
    """The weight of each reader's logarithm of likelihood."""

    shape: float
    light: float
    detail: float
    outline: float
    network: float


@dataclass(frozen=True, slots=True)
class Logistic:
    """A fitted curve from features to a probability."""

    weights: tuple[float, ...]
    offset: float


READER_WEIGHTS = ReaderWeights(shape=0.18, light=0.1, detail=10.0, outline=4.0, network=0.5)
SHOWS_A_CARD = Logistic((-1.4038, 12.8099, 6.4269), -12.2147)
NOTHING_THERE = Logistic((-2.714, -1.6294, -0.0609, -0.3784, -4.2406, 1.613, -6.2667, -3.9857), -14.1464)
CHOICE_RIGHT = Logistic((0.5131, -0.4516), 1.5098)
ACCEPTED_FROM = 0.9
"""The probability from which a reading is used without asking."""
