"""The Conclave of Mages: four rows and four columns of cells."""

from __future__ import annotations

import pytest

from companion.games.conclave.components import FaceDownMage
from companion.games.conclave.conclave import CELLS, CENTRE, COLUMNS, NEIGHBOURS, ROWS, Cell, Conclave
from companion.games.conclave.errors import NotKnownYet
from companion.games.conclave.notation import mage, parse_conclave

HALF = parse_conclave("""
    beC2  ....  ....  ....
    ....  reG5  ....  ....
    ....  ....  puB?  ....
    ....  ....  ....  puC3
""")


@pytest.mark.parametrize(("row", "column"), [(-1, 0), (0, -1), (4, 0), (0, 4)])
def test_cards_can_never_be_placed_outside_the_grid(row: int, column: int) -> None:
    with pytest.raises(ValueError, match="outside the 4x4 Conclave"):
        Cell(row, column)


@pytest.mark.parametrize(("row", "column"), [(1.0, 1), (1, 1.0), (True, 1), (1, True)])
def test_a_cell_is_counted_in_whole_numbers(row: int, column: int) -> None:
    with pytest.raises(ValueError, match="outside the 4x4 Conclave"):
        Cell(row, column)


def test_cells_are_counted_from_the_top_left_in_reading_order() -> None:
    assert CELLS[0] == Cell(0, 0)
    assert CELLS[1] == Cell(0, 1)
    assert CELLS[4] == Cell(1, 0)
    assert CELLS[15] == Cell(3, 3)
    assert sorted(CELLS) == list(CELLS)


def test_rows_run_left_to_right_and_columns_top_to_bottom() -> None:
    assert ROWS[1] == (Cell(1, 0), Cell(1, 1), Cell(1, 2), Cell(1, 3))
    assert COLUMNS[2] == (Cell(0, 2), Cell(1, 2), Cell(2, 2), Cell(3, 2))


def test_the_centre_is_the_four_inner_cells() -> None:
    assert list(CENTRE) == [Cell(1, 1), Cell(1, 2), Cell(2, 1), Cell(2, 2)]


def test_cells_touch_on_one_side_never_at_a_corner() -> None:
    """Cards are considered adjacent when they are touching on one side."""
    assert NEIGHBOURS[CELLS.index(Cell(0, 0))] == (Cell(0, 1), Cell(1, 0))
    assert NEIGHBOURS[CELLS.index(Cell(1, 2))] == (Cell(0, 2), Cell(1, 1), Cell(1, 3), Cell(2, 2))


def test_a_conclave_has_sixteen_cells() -> None:
    with pytest.raises(ValueError, match="16 cells, got 15"):
        Conclave((None,) * 15)


def test_a_cell_holds_one_card_or_none() -> None:
    assert HALF[Cell(1, 1)] == mage("reG5")
    assert HALF[Cell(0, 1)] is None


def test_a_mage_is_known_a_back_is_not_and_an_empty_cell_holds_neither() -> None:
    assert HALF.mage_at(Cell(3, 3)) == mage("puC3")
    with pytest.raises(NotKnownYet, match="cell 2,2: a card that lies face down cannot be judged"):
        HALF.mage_at(Cell(2, 2))
    with pytest.raises(ValueError, match="cell 0,1 is empty"):
        HALF.mage_at(Cell(0, 1))


def test_laying_and_taking_cards_leaves_the_old_conclave_as_it_was() -> None:
    laid = HALF.with_card(Cell(3, 0), FaceDownMage())
    assert laid[Cell(3, 0)] == FaceDownMage()
    assert laid.without([Cell(3, 0)]) == HALF
    assert HALF[Cell(3, 0)] is None
    assert HALF.without([Cell(0, 0), Cell(3, 3)]).empty_count == 14


def test_empty_cells_are_told_in_reading_order() -> None:
    assert HALF.empty_cells[:4] == (Cell(0, 1), Cell(0, 2), Cell(0, 3), Cell(1, 0))
    assert len(HALF.empty_cells) == HALF.empty_count == 12


def test_full_and_empty_are_the_two_ends() -> None:
    full = Conclave((mage("puG5"),) * 16)
    assert full.is_full
    assert not full.is_empty
    assert Conclave().is_empty
    assert not Conclave().is_full
    assert not HALF.is_full
    assert not HALF.is_empty


def test_a_card_face_down_fills_its_cell() -> None:
    """Unknown is not empty."""
    assert Conclave((FaceDownMage(),) * 16).is_full
    assert HALF.touches_a_card(Cell(2, 3))


def test_a_cell_touches_a_card_across_any_of_its_four_sides() -> None:
    touching = {cell for cell in CELLS if HALF.touches_a_card(cell)}
    assert touching == {
        Cell(0, 1), Cell(1, 0), Cell(1, 2), Cell(2, 1), Cell(2, 3), Cell(3, 2),
    }  # fmt: skip
