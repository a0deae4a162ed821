"""Bare table is told from a hand that lies over a cell and all around it."""

from __future__ import annotations

import numpy as np

from vision.arrays import Picture
from vision.cell_images import COARSE_HEIGHT_PX, COARSE_WIDTH_PX
from vision.surroundings import RIM_PX, look_around

GREEN, SKIN = (60, 90, 50), (110, 140, 200)
CELLS = 16


def glances(colours: list[tuple[int, int, int]]) -> Picture:
    """Cells and their rims, each of one colour with a little noise."""
    size = (len(colours), COARSE_HEIGHT_PX + 2 * RIM_PX, COARSE_WIDTH_PX + 2 * RIM_PX, 3)
    plain = np.asarray(colours, np.float64)[:, None, None]
    return np.clip(np.random.default_rng(1).normal(plain, 3, size), 0, 255).astype(np.uint8)


def test_a_hand_over_three_cells_is_unlike_the_table() -> None:
    """The rims of its neighbours are hidden by the same hand, so the nearest two say nothing."""
    seen = look_around(glances([SKIN] * 3 + [GREEN] * (CELLS - 3)))
    assert seen.unlike_table[:3].min() > seen.unlike_table[3:].max() + 1
    assert seen.tinted[:3].min() > seen.tinted[3:].max() + 1


def test_a_shadow_has_the_tint_of_the_table() -> None:
    dark = (30, 45, 25)
    seen = look_around(glances([dark] * 3 + [GREEN] * (CELLS - 3)))
    assert seen.unlike_table[0] > seen.unlike_table[3:].max() + 1
    assert seen.tinted[0] < look_around(glances([SKIN] * 3 + [GREEN] * (CELLS - 3))).tinted[0] - 1


def test_one_cell_read_again_is_compared_with_the_table_as_it_was() -> None:
    """Alone it has only its own rim, which the hand hides too."""
    rims = look_around(glances([GREEN] * CELLS)).rims
    hand = glances([SKIN])
    assert look_around(hand, rims).unlike_table[0] > look_around(hand).unlike_table[0] + 1
    assert look_around(glances([GREEN]), rims).unlike_table[0] < -2
