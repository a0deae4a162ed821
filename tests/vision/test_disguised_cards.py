"""Cards that look like their table but for their edges."""

from __future__ import annotations

import numpy as np
import pytest

from vision.card_edges import Placements
from vision.disguised_cards import DISGUISED_PRESENCE, with_disguised

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


@pytest.mark.parametrize("presence", [[0.01, 0.01], [0.01, 0.3, 0.01]])
def test_few_empty_cells_tell_nothing_of_each_other(presence: list[float]) -> None:
    assert likely([CLEAR, FAINT, FAINT][: len(presence)], presence) == presence
