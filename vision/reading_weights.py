"""How much each reader's word counts, and how features become probabilities.

The numbers were fitted on scenes of seeds 0 to 3 with the house deck under all conditions and with the styles 101 to
108 (normal, hard, warm light, low light), each scene also with things that are no cards laid on five of its cells
and once more read with another deck's references. Nothing measured in the proofs uses these seeds or styles.
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


READER_WEIGHTS = ReaderWeights(shape=0.25, light=0.12, detail=15.0, outline=4.0, network=0.5)
SHOWS_A_CARD = Logistic((10.0, 3.0, 3.0), -9.0)
NOTHING_THERE = Logistic((-1.5, -1.0, -0.5, -1.0, -0.5), -2.0)
CARD_RIGHT = Logistic((0.7, 6.0, 2.0, 2.0, -0.05, 0.3), -6.0)
ACCEPTED_FROM = 0.98
"""The probability from which a reading is used without asking."""
