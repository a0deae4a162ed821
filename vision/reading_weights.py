"""How much each reader's word counts, and how features become probabilities.

`WITH_NETWORK` is what `python -m models.training.fit_reading` prints for the scenes of its plan (230 tables,
41 decks): the house deck under all conditions, drawn decks taught by flat pictures, by one and by three
photographs, strange cards, and every scene once more with another deck's references. The hard decks are in it
so that decks nobody knows are asked about rather than misread. `ALONE` is older. The readers' weights were
chosen by hand on earlier scenes: the likelihood is nearly flat around them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReaderWeights:
    """The weight of each reader's logarithm of likelihood."""

    shape: float
    ink: float
    contrast: float
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


READER_WEIGHTS = ReaderWeights(
    shape=0.08, ink=0.15, contrast=0.3, light=0.8, detail=15.0, outline=1.0, network=0.4
)
LOOSE_WEIGHTS = ReaderWeights(
    shape=0.18, ink=0.0, contrast=0.0, light=0.1, detail=10.0, outline=4.0, network=0.0
)
"""For loose cards, of which only parts may show."""
ALONE = Curves(
    shows=Logistic((2.0882, 6.6422, 3.679), -7.7872),
    empty=Logistic((-2.0338, -0.7335, -0.757, 0.4906, -2.2734, -0.7383, -1.7789, -2.909), -8.7742),
    choice=Logistic((0.5131, -0.4516), 1.5098),
)
"""For a deck without a second reader."""
WITH_NETWORK = Curves(
    shows=Logistic((1.4006, 5.4089, 0.6587, 0.0642, 21.233, 0.0749), -20.3104),
    empty=Logistic(
        (-0.7633, 0.2169, -0.2013, -0.1947, -0.9507, -0.5675, -7.0083, -2.4847, 0.7026, -0.1092, -0.7117),
        -4.6548,
    ),
    choice=Logistic(
        (
            0.4955,
            1.1932,
            -1.0582,
            0.1557,
            0.9837,
            1.9036,
            0.1021,
            0.3585,
            0.2154,
            -0.2818,
            -0.6889,
            -0.2481,
            -0.307,
        ),
        -2.268,
    ),
)
ACCEPTED_FROM = 0.97
"""The probability from which a reading of a grid's cell is used without asking."""
LOOSE_ACCEPTED_FROM = 0.9
"""The same for a loose card."""
