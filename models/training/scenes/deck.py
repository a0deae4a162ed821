"""A deck as the scenes need it: pictures of faces by card code and of backs by colour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import cv2

from models.training.scenes.arrays import Picture, as_picture
from models.training.scenes.codes import back_code, colour_of, is_back

CARD_WIDTH_MM = 56.0
CARD_HEIGHT_MM = 87.0
SIZED_KEPT = 240


@dataclass(frozen=True, slots=True)
class Deck:
    """Faces and backs, upright, of any size at 56 to 87; and how often each card is in the deck."""

    name: str
    faces: Mapping[str, Picture]
    backs: Mapping[str, Picture]
    copies: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    corner_radius_mm: float = 3.0
    _sized: dict[tuple[str, int], Picture] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        missing = {colour_of(code) for code in self.faces} - set(self.backs)
        if missing:
            raise ValueError(f"deck {self.name} has faces but no back of {sorted(missing)}")

    def picture(self, code: str) -> Picture:
        """The face of a card, or the back when the code says face down."""
        return self.backs[colour_of(code)] if is_back(code) else self.faces[code]

    def sized(self, code: str, width_px: int) -> Picture:
        """The picture of a card, shrunk to a width; the ones asked for of late are kept."""
        if (code, width_px) not in self._sized:
            if len(self._sized) >= SIZED_KEPT:
                self._sized.pop(next(iter(self._sized)))
            size = (width_px, round(width_px * CARD_HEIGHT_MM / CARD_WIDTH_MM))
            shrunk = cv2.resize(self.picture(code), size, interpolation=cv2.INTER_AREA)
            self._sized[code, width_px] = as_picture(shrunk)
        return self._sized[code, width_px]

    def cards(self) -> list[str]:
        """Every card of the deck, as often as it is there."""
        return [code for code in sorted(self.faces) for _ in range(self.copies.get(code, 1))]

    def backs_alike(self, code: str) -> str:
        """The code this card shows when it lies face down."""
        return back_code(colour_of(code))
