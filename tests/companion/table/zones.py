"""Cards of a zone as photos show them, typed by hand."""

from __future__ import annotations

from vision.loose_cards import Corners, LooseCard
from vision.readings import CellState, Guess


def corners_at(x: float, y: float) -> Corners:
    """An upright card of 56 x 87 pixels with its top left there."""
    return (x, y), (x + 56.0, y), (x + 56.0, y + 87.0), (x, y + 87.0)


def seen(
    code: str, at: tuple[float, float] = (0.0, 0.0), or_else: str = "", confidence: float = 0.0
) -> LooseCard:
    """A card on a photo; sure unless it may be something else."""
    sure = confidence or (0.6 if or_else else 0.99)
    others = (Guess(or_else, 1 - sure),) if or_else else ()
    return LooseCard(
        state=CellState.BACK if code.endswith("B?") else CellState.CARD,
        candidates=(Guess(code, sure), *others),
        confidence=sure,
        accepted=sure >= 0.9,
        corners=corners_at(*at),
    )
