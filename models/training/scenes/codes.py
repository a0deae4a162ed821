"""The notation of cards: two letters of colour, one of Brotherhood, the Influence."""

from __future__ import annotations

COLOURS = {"be": "beige", "bl": "blue", "pu": "purple", "or": "orange", "re": "red", "gr": "green"}
ANIMALS = {"C": "crow", "G": "gazelle", "W": "wild boar"}
VALUES = (1, 2, 3, 4, 5)

ALL_CODES = tuple(f"{colour}{animal}{value}" for colour in COLOURS for animal in ANIMALS for value in VALUES)


def back_code(colour: str) -> str:
    """The code of a face-down card, of which only the colour shows."""
    return f"{colour}B?"


def is_back(code: str) -> bool:
    """Whether the code is of a face-down card."""
    return code.endswith("B?")


def colour_of(code: str) -> str:
    """The two letters of colour."""
    return code[:2]
