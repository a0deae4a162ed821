"""Find every separate card on the table, at any place and angle, touching or partly under others."""

from __future__ import annotations

from dataclasses import dataclass

from vision.lattice import FindSettings, Image, Points


@dataclass(frozen=True, slots=True)
class FreeCard:
    """One card lying anywhere; overlapped when something lies on part of it."""

    corners: Points
    confidence: float
    overlapped: bool


def find_cards(frame_bgr: Image, settings: FindSettings | None = None) -> tuple[FreeCard, ...]:
    """Return every card, surest first."""
    return ()
