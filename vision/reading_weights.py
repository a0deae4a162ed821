"""How much each reader's word counts, and how features become probabilities.

`shows` is what `python -m models.training.fit_reading` printed for the scenes of its plan (230 tables, 41
decks): the house deck under all conditions, drawn decks taught by flat pictures, by one and by three
photographs, strange cards, and every scene once more with another deck's references. `choice` and `digit`
were fitted by the same program on 480 tables of the house deck and of some 40 drawn decks, all taught through
the teaching session itself, by scans and by one or three photos of each card. The hard decks are in it so
that decks nobody knows are asked about rather than misread. `empty` and `drowned` are what `--emptiness`
prints for those of its own tables that the finder found. What else is in `ALONE` is older. The readers'
weights were chosen by hand on earlier scenes: the likelihood is nearly flat around them.
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
    digit: float
    outline: float
    network: float


@dataclass(frozen=True, slots=True)
class Logistic:
    """A fitted curve from features to a probability."""

    weights: tuple[float, ...]
    offset: float


@dataclass(frozen=True, slots=True)
class Curves:
    """How features become probabilities: a card shows, a place is empty, a choice and its digit are right.

    `drowned` is whether a card shows where a mirrored lamp hides part of it: only a second reader can tell.
    """

    shows: Logistic
    empty: Logistic
    choice: Logistic
    digit: Logistic
    drowned: Logistic | None = None


READER_WEIGHTS = ReaderWeights(
    shape=0.08, ink=0.15, contrast=0.3, light=0.8, detail=15.0, digit=1.0, outline=1.0, network=0.4
)
LOOSE_WEIGHTS = ReaderWeights(
    shape=0.18, ink=0.0, contrast=0.0, light=0.1, detail=10.0, digit=0.0, outline=4.0, network=0.0
)
"""For loose cards, of which only parts may show."""
ALONE = Curves(
    shows=Logistic((2.0882, 6.6422, 3.679), -7.7872),
    empty=Logistic((2.4296, 0.6862, 2.8583, 0.0856), 5.3136),
    choice=Logistic((0.5131, -0.4516), 1.5098),
    digit=Logistic((0.9042, -0.0118, -0.1621, -1.5146, 0.7166), -0.0079),
)
"""For a deck without a second reader."""
WITH_NETWORK = Curves(
    shows=Logistic((0.6253, 5.6335, 1.4572, 0.0712, 20.3904, 0.1229), -19.9029),
    empty=Logistic((3.1361, 0.0773, 1.9855, 0.1602, 0.3783, -0.1691, -0.8727), 2.7585),
    choice=Logistic(
        (
            0.2332,
            1.6473,
            -0.4733,
            0.0964,
            0.9721,
            3.4133,
            -0.4525,
            0.1938,
            -0.6874,
            -0.3557,
            0.1798,
            -0.7146,
            -0.4013,
            -1.7607,
        ),
        -3.8443,
    ),
    digit=Logistic((0.8774, 0.032, -0.1656, -1.4881, 0.8586), -0.2187),
    drowned=Logistic((0.6626, -1.6736, 0.7944, 0.1834, 14.708, -0.1375, 1.4849), -9.8251),
)
ACCEPTED_FROM = 0.97
"""The probability from which a reading of a grid's cell is used without asking."""
LOOSE_ACCEPTED_FROM = 0.9
"""The same for a loose card."""
