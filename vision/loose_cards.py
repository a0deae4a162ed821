"""Cards that lie in no grid, as they were read: plain values that know no pixels but where the card lies."""

from __future__ import annotations

from dataclasses import dataclass

from vision.readings import CellState, Guess

Corner = tuple[float, float]
Corners = tuple[Corner, Corner, Corner, Corner]
HIDDEN_BELOW = 0.9
"""A card of which a smaller share shows counts as partly hidden."""


@dataclass(frozen=True, slots=True)
class LooseCard:
    """One card anywhere on the table.

    Corners are pixels in the card's own order, its top left first. `visible` is the share of the card that
    shows. `accepted` false means: not sure enough, ask.
    """

    state: CellState
    candidates: tuple[Guess, ...]
    confidence: float
    accepted: bool
    corners: Corners
    visible: float = 1.0

    def __post_init__(self) -> None:
        if self.state not in (CellState.CARD, CellState.BACK):
            raise ValueError(f"a loose card shows its face or its back, got {self.state}")
        if not self.candidates:
            raise ValueError("a loose card needs at least one candidate")
        if not (0.0 <= self.confidence <= 1.0 and 0.0 <= self.visible <= 1.0):
            raise ValueError(f"expected shares from 0 to 1, got {self.confidence} and {self.visible}")

    @property
    def code(self) -> str:
        """The code of the card, the likeliest of its candidates."""
        return self.candidates[0].name

    @property
    def overlapped(self) -> bool:
        """Whether something lies on part of it."""
        return self.visible < HIDDEN_BELOW
