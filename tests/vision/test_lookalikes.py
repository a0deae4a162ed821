"""Outlines that speak for a lattice or against it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn_table import DrawnTable
from vision.lattice import CardSize, FindSettings, project
from vision.lattice_model import LatticeModel
from vision.lattice_window import Window
from vision.lookalikes import count_lookalikes, outlined_share

TABLE = DrawnTable(jitter=0.5)
CARDS = np.array([[70.0 * column, 0.0] for column in range(4)])[:, None] + CardSize().corners_mm
WINDOW = Window(np.array([0, 0]), np.array([4, 4]))


def test_the_cards_of_a_grid_follow_it() -> None:
    model = LatticeModel(TABLE.plane(), np.array([66.0, 97.0]))
    assert count_lookalikes(np.stack(list(TABLE.cards().values())), model, WINDOW, FindSettings()) == 0


def test_a_wrong_pitch_leaves_many_cards_between_the_cells() -> None:
    model = LatticeModel(TABLE.plane(), np.array([88.0, 97.0]))
    corners = np.stack(list(TABLE.cards().values()))
    assert count_lookalikes(np.concatenate([corners, corners + 0.5]), model, WINDOW, FindSettings()) == 12


def test_cards_laid_out_farther_off_are_somebody_elses() -> None:
    model = LatticeModel(TABLE.plane(), np.array([66.0, 97.0]))
    below = DrawnTable(jitter=0.0, shift_px=TABLE.shift_px).cards()
    moved = project(TABLE.plane(), np.array([[0.0, 0.0], [0.0, 155.0]]))
    row = np.stack([below[3, column] + (moved[1] - moved[0]) for column in range(4)])
    assert count_lookalikes(row, model, WINDOW, FindSettings()) == 0


def test_cards_with_an_outline_of_their_own_are_counted() -> None:
    assert outlined_share(CARDS + 2.0, CARDS) == 1.0
    assert outlined_share(CARDS[:3], CARDS) == pytest.approx(0.75)


def test_an_outline_between_two_cards_or_of_half_a_card_shows_none() -> None:
    """A lattice through chance outlines expects most of its cards where nothing is outlined."""
    between = CARDS + np.array([35.0, 0.0])
    halves = CARDS * np.array([1.0, 0.5])
    assert outlined_share(np.concatenate([between, halves]), CARDS) == 0.0
