"""Cards that seem to grow across the picture."""

from __future__ import annotations

import numpy as np

from vision.lattice import Points
from vision.leaning_sizes import Floats, leaning_widths
from vision.refine import OFFSETS, STEP_MM

MIDDLES = np.array([[x, y] for y in (100.0, 200.0, 300.0) for x in (100.0, 250.0, 400.0)])


def supported(widths_mm: Points, clear: float = 1.0) -> Floats:
    """What supports the two sides of cards that are so much wider than expected, half of it on each side."""
    sides = clear * np.exp(-(((OFFSETS - 0.5 * widths_mm[:, None]) / 0.4) ** 2))
    return np.asarray(sides[:, :, None] + sides[:, None, :], np.float32)


def test_cards_that_grow_across_the_picture_are_measured_so() -> None:
    widths = (MIDDLES[:, 0] - 250.0) / 150.0 * 3.0
    told = leaning_widths(supported(widths), STEP_MM, MIDDLES, 0.0)
    assert np.abs(told - widths).max() < 0.6


def test_cards_of_one_size_stay_so() -> None:
    told = leaning_widths(supported(np.full(9, 0.5)), STEP_MM, MIDDLES, 0.5)
    assert (told == 0.5).all()


def test_edges_that_hardly_show_tell_no_lean() -> None:
    widths = (MIDDLES[:, 0] - 250.0) / 150.0 * 3.0
    told = leaning_widths(supported(widths, clear=0.07), STEP_MM, MIDDLES, 0.0)
    assert (told == 0.0).all()


def test_few_cards_tell_no_lean() -> None:
    widths = (MIDDLES[:5, 0] - 250.0) / 150.0 * 3.0
    told = leaning_widths(supported(widths), STEP_MM, MIDDLES[:5], 0.0)
    assert (told == 0.0).all()
