"""How much each reader's word counts, and how features become probabilities.

`WITH_NETWORK` was fitted as models/training/fit_reading.py does, on scenes of seeds 500000 to 500005 (the
house deck under all conditions), 500100 to 500105 (strange cards among it), styles 301, 303, 305, 311, 313
and 315, three decks of white cards with a thin coloured frame and a tiny number under four conditions each,
and six path-traced tables: cut by true corners that err and by the finder's, each scene once more read with
another deck's references. The hard decks are in it so that decks nobody knows are asked about rather than
misread. `ALONE` is older and comes from seeds 0, 1, 20000 and 20001. The readers' weights were chosen by
hand on the same scenes: the likelihood is nearly flat there.
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
    shows=Logistic((0.6979, 6.2241, -0.6248, 0.2469, 17.5197, 0.2818), -15.5968),
    empty=Logistic(
        (-1.3337, -0.2952, 0.1766, 0.2162, -1.6769, 0.737, -2.2083, -1.3724, 0.9306, 0.296, -0.8206), -1.5583
    ),
    choice=Logistic((0.2219, 0.3395, -0.8617, 0.4835, 1.5226), -0.7165),
)
ACCEPTED_FROM = 0.95
"""The probability from which a reading of a grid's cell is used without asking."""
LOOSE_ACCEPTED_FROM = 0.9
"""The same for a loose card."""
