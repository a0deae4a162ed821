"""Cards that look like their table but for their edges."""

from __future__ import annotations

import numpy as np
import pytest

from vision.card_edges import Placements
from vision.disguised_cards import DISGUISED_PRESENCE, with_disguised
from vision.expected_cards import marked_presence

CLEAR, FAINT = [0.45, 0.5, 0.5, 0.5], [0.2, 0.25, 0.3, 0.5]
CARD = [0.7, 0.7, 0.8, 0.8]


def likely(sides: list[list[float]], presence: list[float]) -> list[float]:
    """How likely each of some cells holds a card, by what supports its sides."""
    placed = np.zeros((len(sides), 2))
    told = with_disguised(np.array(presence), Placements(placed[:, 0], placed, np.array(sides, np.float32)))
    return [round(float(one), 3) for one in told]


def test_a_cell_with_edges_where_other_empty_cells_have_none_holds_a_card() -> None:
    told = likely([CARD, CLEAR, FAINT, FAINT], [0.99, 0.01, 0.01, 0.01])
    assert told == [0.99, DISGUISED_PRESENCE, 0.01, 0.01]


def test_places_printed_on_a_mat_hold_no_cards() -> None:
    assert likely([CLEAR, CLEAR, CLEAR, FAINT], [0.01] * 4) == [0.01] * 4


def test_edges_on_two_sides_are_the_table_s() -> None:
    assert likely([[0.2, 0.25, 0.9, 0.9], FAINT, FAINT, FAINT], [0.01] * 4) == [0.01] * 4


def test_edges_of_cards_close_around_a_cell_are_not_its_own() -> None:
    sides = np.array([CARD, CLEAR, FAINT, FAINT], np.float32)
    placed = np.zeros((len(sides), 2))
    told = []
    for parted in (0.0, -0.1):
        turned = np.zeros_like(sides)
        turned[1] = parted
        placements = Placements(placed[:, 0], placed, sides, turned)
        told.append(float(with_disguised(np.array([0.99, 0.01, 0.01, 0.01]), placements)[1]))
    assert told == [DISGUISED_PRESENCE, 0.01]


def test_edges_with_the_table_inside_speak_against_a_card() -> None:
    sides = np.array([[0.4, 0.4, 0.4, 0.4]] * 3, np.float32)
    turned = np.array([[0.1] * 4, [0.0] * 4, [-0.1] * 4], np.float32)
    placements = Placements(np.zeros(3), np.zeros((3, 2)), sides, turned)
    own, bare, enclosed = marked_presence(placements, np.full(3, 0.9), np.full(3, 0.2, np.float64))
    assert own == bare > 0.5 > enclosed


@pytest.mark.parametrize("presence", [[0.01, 0.01], [0.01, 0.3, 0.01]])
def test_few_empty_cells_tell_nothing_of_each_other(presence: list[float]) -> None:
    assert likely([CLEAR, FAINT, FAINT][: len(presence)], presence) == presence
