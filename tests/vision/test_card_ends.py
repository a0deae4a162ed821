"""Cards that go on beyond the edges that were measured."""

from __future__ import annotations

import numpy as np

from vision.card_ends import OpenEnds, open_ends
from vision.card_marks import CardMarks
from vision.lattice import CardSize, Points
from vision.lattice_model import Ints, LatticeModel

CARD = CardSize()
PITCH = np.array([66.0, 97.0])
MODEL = LatticeModel(np.array([[1.0, 0.0, 40.0], [0.0, 1.0, 40.0], [0.0, 0.0, 1.0]]), PITCH)
CELLS = np.array([(column, row) for row in range(2) for column in range(3)])


def corners_of(cells: Ints, down_mm: float = 0.0) -> Points:
    """The cards of these cells in a picture of a pixel for each millimetre."""
    return np.asarray(cells[:, None] * PITCH + CARD.corners_mm + 40.0 + [0.0, down_mm])


def marks_of(quads: Points) -> CardMarks:
    """Marks as a perfect network would make them."""
    likely = np.full((160, 160), -8.0, np.float32)
    for quad in quads:
        (left, top), (right, bottom) = (quad[0] / 2).astype(int), (quad[2] / 2).astype(int)
        likely[top:bottom, left:right] = 8.0
    return CardMarks(likely, likely, np.full(2, 2.0))


def ends_of(cards: Points, marked: Points) -> OpenEnds:
    """What the marks of some quads tell of cards measured elsewhere."""
    return open_ends(MODEL, CELLS, cards, marks_of(marked))


def test_cards_that_end_where_they_were_measured_are_closed() -> None:
    cards = corners_of(CELLS)
    assert ends_of(cards, cards).most() == 0


def test_a_lattice_half_a_card_too_high_has_cards_below_its_last_row() -> None:
    """All three cards of the row go on, and a neighbour's card beyond an edge counts for nothing."""
    assert ends_of(corners_of(CELLS), corners_of(CELLS, down_mm=40.0)).most() == 3


def test_a_pile_beside_one_card_is_one_open_end() -> None:
    cards = corners_of(CELLS)
    pile = cards[2:3] + np.array([66.0, 20.0])
    ends = ends_of(cards, np.concatenate([cards, pile]))
    assert ends.most() == 1
    assert ends.of_cards(len(cards)).tolist() == [False, False, True, False, False, False]
