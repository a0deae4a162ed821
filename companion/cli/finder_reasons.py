"""The finder's reasons for seeing no Conclave, as codes for which every catalogue has words."""

from __future__ import annotations

REASONS = {  # how the finder's reasons begin
    "no grid of cards": "none",
    "no cards in view": "none",
    "two grids": "two",
    "the image is too small": "tiny-picture",
    "too little of the cards": "unclear",
    "the image is black": "black",
    "the image shows one plain": "plain",
    "only ": "few",
    "the cards' edges cannot": "unclear",
    "cards lie out of line": "crooked",
    "the cards do not lie": "crooked",
    "the grid reaches beyond": "beyond",
    "the cards are too small": "small",
    "cards seen span": "span",
    "the grid could lie": "span",
    "more cards lie in line": "many",
}


def reason_code(reason: str) -> str | None:
    """The code of a reason; None for one that nobody knows."""
    return next((code for start, code in REASONS.items() if reason.startswith(start)), None)
