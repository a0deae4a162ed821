"""How much each reader's word counts, and how features become probabilities.

The numbers are printed by models/training/fit_reading.py: scenes of seeds 0 and 1 with the house deck under
all conditions and with the styles 101 to 105 (normal, hard, warm light, low light), some with strange cards
among them, and each scene once more read with another deck's references. Nothing measured in the proofs
uses these seeds or styles.
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


READER_WEIGHTS = ReaderWeights(shape=0.186, light=0.0752, detail=7.08, outline=4.62, network=0.5)
SHOWS_A_CARD = Logistic((-1.0732, 12.4488, 5.4565), -10.4591)
NOTHING_THERE = Logistic((-2.1078, -2.5479, -0.3276, -0.9305, -8.0379), -6.5397)
CARD_RIGHT = Logistic((0.5861, 0.0106, 12.3229, 2.1266, -0.5003, -0.6919), -8.9982)
ACCEPTED_FROM = 0.95
"""The probability from which a reading is used without asking."""
