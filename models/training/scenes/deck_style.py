"""The taste of one deck: what its cards have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.training.scenes.arrays import Colour


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """The taste of one deck."""

    seed: int
    inks: Mapping[str, Colour]
    ground: str
    taste: float
    frame: str
    drawing: int
    mirrored: bool
    animal_share: float
    animal_low: float
    animal_ink: str
    font: int
    number_share: float
    number_places: str
    number_badge: str
    number_ink: str
    shared_drawing: bool = False  # by all cards of a Brotherhood: they differ in colour and number alone
