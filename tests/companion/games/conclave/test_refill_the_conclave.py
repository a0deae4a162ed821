"""Refill the Conclave of Mages, phase 5."""

from __future__ import annotations

import pytest

from companion.games.conclave.conclave import CELLS, Cell, Conclave, Corner
from companion.games.conclave.notation import parse_conclave
from companion.games.conclave.refill_the_conclave import cells_to_refill, refill_order

SIX_EMPTY = parse_conclave("""
    beC2  ....  grC2  orC1
    grC1  reG2  ....  reW3
    ....  ....  orW2  ....
    puC5  grG2  beW1  ....
""")


def test_the_rulebook_example_fills_one_cell_in_each_of_the_first_two_rows() -> None:
    """Six cells are empty: two cards are placed in the first two rows, leaving four empty cells."""
    assert cells_to_refill(SIX_EMPTY, Corner.TOP_LEFT, cards_left=20) == (Cell(0, 1), Cell(1, 2))


ORDERS = {
    Corner.TOP_LEFT: """
         0  1  2  3
         4  5  6  7
         8  9 10 11
        12 13 14 15
    """,
    Corner.TOP_RIGHT: """
        12  8  4  0
        13  9  5  1
        14 10  6  2
        15 11  7  3
    """,
    Corner.BOTTOM_RIGHT: """
        15 14 13 12
        11 10  9  8
         7  6  5  4
         3  2  1  0
    """,
    Corner.BOTTOM_LEFT: """
         3  7 11 15
         2  6 10 14
         1  5  9 13
         0  4  8 12
    """,
}


@pytest.mark.parametrize("corner", Corner)
def test_the_table_is_turned_never_mirrored(corner: Corner) -> None:
    """Ruling refill-order: the starting corner as if it were the top left one."""
    numbers = [int(number) for number in ORDERS[corner].split()]
    assert refill_order(corner) == tuple(CELLS[numbers.index(place)] for place in range(16))


def test_another_corner_fills_other_cells() -> None:
    assert cells_to_refill(SIX_EMPTY, Corner.TOP_RIGHT, cards_left=20) == (Cell(2, 3), Cell(3, 3))
    assert cells_to_refill(SIX_EMPTY, Corner.BOTTOM_RIGHT, cards_left=20) == (Cell(3, 3), Cell(2, 3))
    assert cells_to_refill(SIX_EMPTY, Corner.BOTTOM_LEFT, cards_left=20) == (Cell(2, 0), Cell(2, 1))


def test_with_four_empty_cells_or_fewer_nothing_is_refilled() -> None:
    """If there are more than four, you must place new Mages."""
    four = SIX_EMPTY.with_card(Cell(0, 1), SIX_EMPTY.mage_at(Cell(0, 0)))
    four = four.with_card(Cell(1, 2), SIX_EMPTY.mage_at(Cell(0, 0)))
    assert four.empty_count == 4
    assert cells_to_refill(four, Corner.TOP_LEFT, cards_left=20) == ()
    three = four.with_card(Cell(2, 0), SIX_EMPTY.mage_at(Cell(0, 0)))
    assert cells_to_refill(three, Corner.TOP_LEFT, cards_left=20) == ()
    five = four.without([Cell(0, 0)])
    assert cells_to_refill(five, Corner.TOP_LEFT, cards_left=20) == (Cell(0, 0),)


def test_it_stops_when_the_decks_have_run_out() -> None:
    assert cells_to_refill(Conclave(), Corner.TOP_LEFT, cards_left=3) == CELLS[:3]
    assert cells_to_refill(Conclave(), Corner.TOP_LEFT, cards_left=0) == ()


def test_uncounted_decks_are_taken_to_hold_enough() -> None:
    assert cells_to_refill(Conclave(), Corner.TOP_LEFT, cards_left=None) == CELLS[:12]
