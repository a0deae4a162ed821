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
    ink: float
    light: float
    detail: float
    outline: float
    network: float


@dataclass(frozen=True, slots=True)
class Logistic:
    """A fitted curve from features to a probability."""

    weights: tuple[float, ...]
    offset: float


@dataclass(frozen=True, slots=True)
class Curves:
    """How features become probabilities: a card shows, the place is empty, the choice is right."""

    shows: Logistic
    empty: Logistic
    choice: Logistic


READER_WEIGHTS = ReaderWeights(shape=0.08, ink=0.15, light=0.8, detail=10.0, outline=1.0, network=0.4)
LOOSE_WEIGHTS = ReaderWeights(shape=0.18, ink=0.0, light=0.1, detail=10.0, outline=4.0, network=0.0)
"""For loose cards, of which only parts may show."""
ALONE = Curves(
    shows=Logistic((-1.4038, 12.8099, 6.4269), -12.2147),
    empty=Logistic((-2.714, -1.6294, -0.0609, -0.3784, -4.2406, 1.613, -6.2667, -3.9857), -14.1464),
    choice=Logistic((0.5131, -0.4516), 1.5098),
)
"""For a deck without a second reader."""
WITH_NETWORK = Curves(
    shows=Logistic((2.9925, 6.0832, -0.4931, 0.2559, 14.4551, 0.3253), -12.0571),
    empty=Logistic(
        (-0.962, -1.0331, 0.6142, 0.2297, -1.5481, 0.5996, -2.0778, -1.5413, 0.9381, 0.1577, -0.7153), -2.4998
    ),
    choice=Logistic((0.5912, 0.1007, 3.416), -0.8998),
)
ACCEPTED_FROM = 0.95
"""The probability from which a reading of a grid's cell is used without asking."""
LOOSE_ACCEPTED_FROM = 0.9
"""The same for a loose card."""
