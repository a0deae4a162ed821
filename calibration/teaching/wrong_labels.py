"""Which labels must be wrong: told by the number, the animal or the colour that a card shows.

Photos of one card in very different light look as unlike as two cards do. So a label is called wrong only by
what light does not change, a number or a drawing, or where the other cards of the photo were read as they are
labelled. Whatever else is strange is asked about, and never refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.teaching.codes import is_back
from calibration.teaching.references import LabelledCard
from vision.arrays import Floats, Indices
from vision.readings import CardReading

ANOTHER_NUMBER = 4.0
"""How far a label's number is behind the one that is printed, as a logarithm: of 932 cards in glare, tinted
light and blur none came to 0.4, of 78 wrong numbers two in three to 6 and more."""
ANOTHER_ANIMAL = 25.0
"""How far its animal is behind another, in whatever colour: honest cards came to 12, wrong ones to 127."""
ANOTHER_COLOUR, SURELY_ANOTHER_COLOUR = 25.0, 70.0
"""How far its colour is behind another where the photo's light is no excuse, and where it is: up to 63."""
SURELY_ANOTHER = 8.0
"""The margin, as a logarithm of odds, from which another label is no slip of the reader."""
APART = 58.0
"""Grey levels by which the print of different cards usually differs in one light, that of one hardly ever.

Second scans in another light came to 45, but cards cut out of photos of two days to 109 and cards under a
lamp to 131: so nothing is said of a label if one of its pictures is read as it by the others."""
PERHAPS_ANOTHER_NUMBER, PERHAPS_ANOTHER_DRAWING = 1.5, 10.0
"""From where on the label should be looked at."""
POOR_PHOTO = 0.2
"""What share of a photo's other cards, two at least, misread as well, makes its light the likelier reason."""

Told = tuple[Floats, Floats, Indices]
"""Of one card what every code scores, how far its number is behind, and which codes share a drawing."""


@dataclass(frozen=True, slots=True, eq=False)
class TriedCard:
    """A card as a deck that was taught by the other photos reads it, and how far its label is behind.

    Behind any other, behind other animals, and behind other drawings or colours; `number` is how far its
    number is behind the printed one. `apart` is how far its print differs from that of another card
    of its label, which tells more in one light: of scans, and in one photo.
    """

    card: LabelledCard
    read_as: str | None
    accepted: bool
    behind: float = 0.0
    animal: float = 0.0
    drawing: float = 0.0
    number: float = 0.0
    apart: float = 0.0
    in_one_light: bool = False

    @property
    def is_right(self) -> bool:
        """Whether it was read as its label says."""
        return self.read_as == self.card.code

    @property
    def should_be_checked(self) -> bool:
        """Whether it was read as another card so clearly that somebody should look at its label."""
        return not self.is_right and (self.accepted or self.drawing > PERHAPS_ANOTHER_DRAWING)


def compared(card: LabelledCard, reading: CardReading, codes: Sequence[str], told: Told) -> TriedCard:
    """A card that was read, beside what all readers say of every code and how its number was seen."""
    scores, numbers, drawings = told
    own = codes.index(card.code)
    same_animal = np.array([code[2:3] == card.code[2:3] for code in codes])
    return TriedCard(
        card,
        reading.code,
        reading.accepted,
        behind=_best(scores) - float(scores[own]),
        animal=_best(scores[~same_animal]) - _best(scores[same_animal]),
        drawing=_best(scores[drawings != drawings[own]]) - float(scores[own]),
        number=-float(numbers[own]),
    )


def wrong_labels(tried: Sequence[TriedCard]) -> tuple[TriedCard, ...]:
    """The cards whose label must be wrong."""
    return tuple(one for one in tried if _is_wrong(one, tried))


def hardly_alike(tried: Sequence[TriedCard]) -> tuple[TriedCard, ...]:
    """Cards that differ so much from others of their label that somebody should compare them, one of each."""
    found = {one.card.code: one for one in tried if _differs(one, tried)}
    wrong = {one.card.code for one in wrong_labels(tried)}
    return tuple(one for code, one in found.items() if code not in wrong)


def _is_wrong(one: TriedCard, tried: Sequence[TriedCard]) -> bool:
    shows_another = one.number > ANOTHER_NUMBER or one.animal > ANOTHER_ANIMAL
    if shows_another or (one.in_one_light and _differs(one, tried)) or _are_swapped(one, tried):
        return True
    if one.read_as is None or one.is_right:
        return False
    if one.read_as[:2] != one.card.code[:2] and not is_back(one.card.code):
        least = SURELY_ANOTHER_COLOUR if _is_poor(one, tried, same_colour=True) else ANOTHER_COLOUR
        return one.drawing > least
    return one.accepted and one.behind > SURELY_ANOTHER and not _is_poor(one, tried, same_colour=False)


def _differs(one: TriedCard, tried: Sequence[TriedCard]) -> bool:
    """Whether its print differs, and no picture of its label is surely read as that by the others."""
    own = [other for other in tried if other.card.code == one.card.code]
    return one.apart > APART and not any(other.is_right and other.accepted for other in own)


def _are_swapped(one: TriedCard, tried: Sequence[TriedCard]) -> bool:
    """Whether a card is read as another and that one as the first, both without a question; backs may be."""
    return (
        one.accepted
        and not is_back(one.card.code)
        and any(
            other.accepted and (other.read_as, one.read_as) == (one.card.code, other.card.code)
            for other in tried
            if other.behind > 0
        )
    )


def _is_poor(one: TriedCard, tried: Sequence[TriedCard], *, same_colour: bool) -> bool:
    """Whether other cards of its photo, or those of its colour there, were misread as well; scans are one."""
    beside = [
        other
        for other in tried
        if other is not one
        and (other.card.photo == one.card.photo or (other.card.is_scan and one.card.is_scan))
        and (not same_colour or other.card.code[:2] == one.card.code[:2])
    ]
    misread = sum(other.behind > SURELY_ANOTHER for other in beside)
    return misread >= 2 and misread >= POOR_PHOTO * len(beside)


def _best(scores: Floats) -> float:
    return float(scores.max(initial=-np.inf))
