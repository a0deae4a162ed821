"""All the codes there can be, in the order in which people lay them out."""

from __future__ import annotations

from calibration.deck_manifest import ANIMAL_OF_CODE, BACK_CODE, COLOUR_OF_CODE

ALL_CODES = tuple(
    f"{colour}{animal}{value}"
    for colour in COLOUR_OF_CODE
    for animal in ANIMAL_OF_CODE
    for value in range(1, 6)
)


def is_back(code: str) -> bool:
    """Whether the code is of a card that lies face down."""
    return BACK_CODE.fullmatch(code) is not None
