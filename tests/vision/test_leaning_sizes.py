"""Cards that seem to grow across the picture."""

from __future__ import annotations

import numpy as np

from vision.card_edges import OFFSETS as OFFSETS_MM
from vision.card_edges import SLOPES, SideSupport
from vision.lattice import Points
from vision.leaning_sizes import Floats, leaning_growth, leaning_widths, place_each
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


def sides_of(halves_mm: Points) -> SideSupport:
    """The sides of cards of which each half is so much larger than expected, across and down."""
    own = halves_mm[:, [1, 0, 1, 0], None, None]
    edges = np.exp(-(((OFFSETS_MM - own) / 0.7) ** 2))
    return SideSupport(np.repeat(edges, len(SLOPES), axis=2).astype(np.float32))


def test_each_card_has_its_own_growth_where_they_grow_across_the_picture() -> None:
    halves = np.zeros((9, 2))
    halves[:, 1] = (MIDDLES[:, 0] - 250.0) / 150.0 * 1.5
    told = leaning_growth(sides_of(halves), np.zeros(9), np.ones(9, np.bool_), MIDDLES, (0.0, 0.0))
    assert np.abs(told - halves).max() <= 0.5
    assert np.ptp(told[:, 1]) >= 2.0


def test_cards_that_no_outline_shows_do_not_vote_but_grow_with_the_others() -> None:
    halves = np.zeros((9, 2))
    halves[:, 1] = (MIDDLES[:, 0] - 250.0) / 150.0 * 1.5
    outlined = np.arange(9) < 8
    wrong = halves.copy()
    wrong[8] = -3.0
    told = leaning_growth(sides_of(wrong), np.zeros(9), outlined, MIDDLES, (0.0, 0.0))
    assert abs(told[8, 1] - halves[8, 1]) <= 0.5


def test_cards_are_placed_each_by_its_own_size() -> None:
    halves = np.array([[0.0, 1.0], [0.0, -1.0]])
    sides, seen = sides_of(halves), np.ones(2, np.bool_)
    assert place_each(sides, halves, seen).sides.min() > 0.95
    assert sides.place((0.0, 0.0), seen=seen).sides.min() < 0.95
