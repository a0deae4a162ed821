"""Which 72 cards the house deck holds.

Each of the 18 pairs of Magic (a colour) and Brotherhood (an animal) has four cards, all of 1 to 5 but one.
The left-out values are chosen so that no Magic and no Brotherhood is worth more than another: every colour
adds up to 36 Influence, every animal to 72, and no two cards are alike.
"""

from __future__ import annotations

from dataclasses import dataclass

CARD_WIDTH_MM = 56.0
CARD_HEIGHT_MM = 87.0

COLOURS = {"be": "beige", "bl": "blue", "pu": "purple", "or": "orange", "re": "red", "gr": "green"}
ANIMALS = {"C": "crow", "G": "gazelle", "W": "wild boar"}
INFLUENCES = (1, 2, 3, 4, 5)

LEFT_OUT = {  # colour -> the value missing of (Crow, Gazelle, Wild Boar)
    "be": (1, 3, 5),
    "bl": (3, 5, 1),
    "pu": (5, 1, 3),
    "or": (2, 3, 4),
    "re": (3, 4, 2),
    "gr": (4, 2, 3),
}


@dataclass(frozen=True, slots=True, order=True)
class HouseCard:
    """One face of the house deck, named in the notation of the contracts: puG5."""

    colour: str
    animal: str
    influence: int

    def __post_init__(self) -> None:
        if self.colour not in COLOURS or self.animal not in ANIMALS or self.influence not in INFLUENCES:
            raise ValueError(f"no such card: {self.colour!r}, {self.animal!r}, {self.influence!r}")

    @property
    def code(self) -> str:
        """The card in notation."""
        return f"{self.colour}{self.animal}{self.influence}"


def house_cards() -> tuple[HouseCard, ...]:
    """All 72 cards, colour by colour, animal by animal, rising."""
    return tuple(
        HouseCard(colour, animal, influence)
        for colour, missing in LEFT_OUT.items()
        for animal, left_out in zip(ANIMALS, missing, strict=True)
        for influence in INFLUENCES
        if influence != left_out
    )


def back_code(colour: str) -> str:
    """A card of this colour face down, in notation: puB?."""
    return f"{colour}B?"
