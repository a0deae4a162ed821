"""Borders and sleeves: which of two sizes a camera could see as a card."""

from __future__ import annotations

import numpy as np

from vision.card_view import CardView
from vision.lattice import CardSize
from vision.lattice_model import LatticeModel

CARD = CardSize()
SIZE = (960, 540)
EXPECTED, SMALLER = (0.0, 0.0), (-4.0, -4.0)


def view_of(width_mm: float, height_mm: float) -> CardView:
    """Cards expected where something of this size lies, seen from straight above."""
    plane = np.diag([1.3 * width_mm / CARD.width_mm, 1.3 * height_mm / CARD.height_mm, 1.0])
    return CardView(LatticeModel(plane, np.array([70.0, 101.0])), CARD, SIZE)


def test_the_print_within_a_border_is_too_slender_for_a_card() -> None:
    assert view_of(CARD.width_mm, CARD.height_mm).likelier(EXPECTED, SMALLER) == EXPECTED


def test_a_sleeve_is_too_broad_for_the_card_within() -> None:
    """Four millimetres more on every side: the outline is the sleeve's, the edge within the card's."""
    sleeve = view_of(CARD.width_mm + 8.0, CARD.height_mm + 8.0)
    within = (-4.0 * CARD.width_mm / (CARD.width_mm + 8.0), -4.0 * CARD.height_mm / (CARD.height_mm + 8.0))
    assert sleeve.likelier(EXPECTED, within) == within


def test_sizes_that_hardly_differ_are_not_told_apart() -> None:
    assert view_of(CARD.width_mm + 8.0, CARD.height_mm + 8.0).likelier(EXPECTED, (-0.5, -0.5)) == EXPECTED
