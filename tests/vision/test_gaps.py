"""What lies between neighbouring cells."""

from __future__ import annotations

import numpy as np

from vision import expected_cards
from vision.card_marks import CardMarks
from vision.gaps import gaps_are_cards
from vision.lattice import FindSettings, project
from vision.lattice_model import LatticeModel
from vision.lattice_window import Window

SETTINGS = FindSettings()
CELLS = np.array([(column, row) for row in range(4) for column in range(4)])


def measured(gap_mm: float) -> expected_cards.TestedCells:
    """Sixteen cards seen straight from above, a millimetre a pixel."""
    pitch = SETTINGS.card.size_mm + gap_mm
    corners = project(np.eye(3), (CELLS[:, None] * pitch + SETTINGS.card.corners_mm).reshape(-1, 2))
    everywhere = np.ones(16)
    return expected_cards.TestedCells(
        LatticeModel(np.eye(3), pitch), CELLS, corners.reshape(-1, 4, 2), everywhere, everywhere > 0
    )


def marks_with(cards: list[tuple[int, int, int, int]]) -> CardMarks:
    """Marks, two pixels each, with cards from left, top to right, bottom."""
    likely = np.full((300, 300), -6.0, np.float32)
    for left, top, right, bottom in cards:
        likely[top // 2 : bottom // 2, left // 2 : right // 2] = 6.0
    return CardMarks(likely, likely, np.array([2.0, 2.0]))


def seen(gap_mm: float, cards: list[tuple[int, int, int, int]]) -> bool:
    window = Window(np.zeros(2, np.int64), np.array([4, 4]))
    return gaps_are_cards(measured(gap_mm), marks_with(cards), window, SETTINGS)


def test_a_table_between_the_cells_speaks_for_them() -> None:
    assert not seen(20.0, [])


def test_a_line_of_gaps_full_of_cards_speaks_against_them() -> None:
    assert seen(20.0, [(0, 0, 132, 600)])  # from the first column over the gap to the second


def test_glare_over_two_gaps_does_not() -> None:
    assert not seen(20.0, [(0, 0, 132, 180)])


def test_narrow_gaps_tell_nothing() -> None:
    assert not seen(8.0, [(0, 0, 600, 600)])
