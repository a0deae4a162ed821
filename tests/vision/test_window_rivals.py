"""Which cards follow a lattice when two choices of a grid share most of theirs."""

from __future__ import annotations

import numpy as np
import pytest

from vision.lattice import FindSettings, NotFound
from vision.lattice_model import LatticeModel
from vision.lattice_window import Window, choose_window
from vision.window_rivals import LaidCards

PITCH = np.array([66.0, 97.0])
SETTINGS = FindSettings()


def laid(last_row_off_mm: float) -> LaidCards:
    """Four rows of four cards, and three more below, so far from where a fifth row would be."""
    cells = np.array([(x, y) for y in range(4) for x in range(4)] + [(x, 4) for x in range(3)])
    corners = cells[:, None] * PITCH + SETTINGS.card.corners_mm
    corners[16:, :, 1] += last_row_off_mm
    return LaidCards(cells, corners, LatticeModel(np.eye(3), PITCH))


def chosen(cards: LaidCards) -> Window | NotFound:
    return choose_window(cards.cells, np.ones(len(cards.cells), bool), SETTINGS, cards)


def test_cards_off_the_lattice_are_left_out() -> None:
    window = chosen(laid(7.0))
    assert isinstance(window, Window)
    assert window.first.tolist() == [0, 0]


@pytest.mark.parametrize("off_mm", [0.0, 2.0])
def test_cards_that_follow_the_lattice_leave_no_choice(off_mm: float) -> None:
    assert isinstance(chosen(laid(off_mm)), NotFound)


def test_a_single_card_decides_nothing_but_keeps_strays_from_being_a_row() -> None:
    cards = laid(7.0)
    keep = np.ones(len(cards.cells), bool)
    keep[1:4] = False
    few = LaidCards(cards.cells[keep], cards.corners[keep], cards.model)
    assert isinstance(chosen(few), NotFound)


def one_card_on_either_side(last_off_mm: float) -> LaidCards:
    """Three full rows, a card above them nearly in its place, and one below, so far off the next place."""
    cells = np.array([(1, 0)] + [(x, y) for y in range(1, 4) for x in range(4)] + [(2, 4)])
    corners = cells[:, None] * PITCH + SETTINGS.card.corners_mm
    corners[0, :, 1] += 2.0
    corners[-1, :, 1] += last_off_mm
    return LaidCards(cells, corners, LatticeModel(np.eye(3), PITCH))


def test_a_single_card_decides_against_one_farther_off_than_anybody_lays_cards() -> None:
    window = chosen(one_card_on_either_side(9.5))
    assert isinstance(window, Window)
    assert window.first.tolist() == [0, 0]


def test_a_single_card_does_not_decide_against_one_that_somebody_may_have_laid_carelessly() -> None:
    assert isinstance(chosen(one_card_on_either_side(7.0)), NotFound)
