"""How much each reader's word counts, and how features become probabilities.

`WITH_NETWORK` is what `python -m models.training.fit_reading` prints for those scenes of its plan that there
was time for (140 of 230 tables, 23 decks): the house deck under all conditions, drawn decks taught by flat
pictures, by one and by three photographs, strange cards, and every scene once more with another deck's
references. The hard decks are in it so that decks nobody knows are asked about rather than misread. Of
`ALONE` the choice is older. The readers' weights were chosen by hand on earlier scenes: the likelihood is
nearly flat around them.
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
    shape=0.08, ink=0.15, contrast=0.3, light=0.8, detail=10.0, outline=1.0, network=0.4
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
    shows=Logistic((-1.0481, 3.528, 1.1883, 0.2558, 24.5709, 0.3799), -20.6563),
    empty=Logistic(
        (-0.7642, -0.0635, 0.0656, -0.348, -0.6082, -1.1077, -1.0466, -1.7265, 0.8597, -0.0947, -0.4638),
        -2.5088,
    ),
    choice=Logistic(
        (
            0.1934,
            0.905,
            -0.3806,
            -0.0682,
            -0.0372,
            4.0609,
            -0.196,
            0.3666,
            0.0176,
            -0.2913,
            -0.5068,
            0.3734,
            0.463,
        ),
        -3.0705,
    ),
)
ACCEPTED_FROM = 0.97
"""The probability from which a reading of a grid's cell is used without asking."""
LOOSE_ACCEPTED_FROM = 0.9
"""The same for a loose card."""
