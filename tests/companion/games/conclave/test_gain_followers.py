"""Gain Followers, phase 3."""

from __future__ import annotations

import pytest

from companion.games.conclave.conclave import Axis, Cell, Conclave
from companion.games.conclave.errors import NotKnownYet
from companion.games.conclave.gain_followers import (
    Because,
    gain_followers,
    judge_line,
    shared_with,
    unbroken_line,
)
from companion.games.conclave.notation import mage, parse_conclave

RULEBOOK_EXAMPLE = parse_conclave("""
    beC2  puW4  ....  orC1
    grG4  reG5  blC5  reW4
    blC3  ....  orW2  ....
    ....  grW5  beW1  puC3
""")


def line_cells(conclave: Conclave, cell: Cell, axis: Axis) -> tuple[Cell, ...]:
    cells, cards = unbroken_line(conclave, cell, axis)
    assert list(cards) == [conclave[one] for one in cells]
    return cells


def test_only_an_unbroken_line_worth_ten_convinces() -> None:
    """The rulebook's example: the column totals 9, the row totals 18."""
    assert gain_followers(RULEBOOK_EXAMPLE, Cell(1, 1)) == {
        Cell(1, 0): mage("grG4"),
        Cell(1, 3): mage("reW4"),
    }


def test_the_rulebook_example_in_its_own_words() -> None:
    """Only the purple 4 at the top counts, the sum is 9; the row sums 18 and the green 4 and red 4 follow."""
    column = judge_line(RULEBOOK_EXAMPLE, Cell(1, 1), Axis.COLUMN)
    row = judge_line(RULEBOOK_EXAMPLE, Cell(1, 1), Axis.ROW)
    assert (column.influence, column.convinces, column.convinced) == (9, False, ())
    assert (row.influence, row.convinces) == (18, True)
    assert [(str(taken.mage), taken.because) for taken in row.convinced] == [
        ("grG4", Because.SAME_BROTHERHOOD),
        ("reW4", Because.SAME_MAGIC),
    ]


def test_the_emissarys_own_influence_counts() -> None:
    """Ruling emissary-counts: 4 and the Emissary's 5 make the rulebook's 9."""
    line = judge_line(RULEBOOK_EXAMPLE, Cell(1, 1), Axis.COLUMN)
    assert line.cells == (Cell(0, 1), Cell(1, 1))
    assert [str(one) for one in line.mages] == ["puW4", "reG5"]


def test_a_gap_ends_the_line_on_either_side() -> None:
    """Ruling unbroken-line: the Mages in contact with one another."""
    conclave = parse_conclave("""
        reC5  ....  ....  ....
        ....  ....  ....  ....
        reC5  ....  reC1  reG5
        ....  ....  ....  ....
    """)
    assert line_cells(conclave, Cell(2, 2), Axis.ROW) == (Cell(2, 2), Cell(2, 3))
    assert line_cells(conclave, Cell(2, 0), Axis.COLUMN) == (Cell(2, 0),)
    assert gain_followers(conclave, Cell(2, 2)) == {}


@pytest.mark.parametrize("place", range(4))
def test_the_line_reaches_both_edges_from_any_place_in_it(place: int) -> None:
    conclave = parse_conclave("""
        reC1  ....  ....  ....
        reG2  ....  ....  ....
        reW1  ....  ....  ....
        reC2  grC5  blC5  beC5
    """)
    column = tuple(Cell(row, 0) for row in range(4))
    row = tuple(Cell(3, column) for column in range(4))
    assert line_cells(conclave, Cell(place, 0), Axis.COLUMN) == column
    assert line_cells(conclave, Cell(3, place), Axis.ROW) == row


@pytest.mark.parametrize(("beside", "follows"), [("reW4", False), ("reW5", True)])
def test_ten_is_enough_and_nine_is_not(beside: str, follows: bool) -> None:
    conclave = parse_conclave(f"""
        reG5  {beside}  ....  ....
        ....  ....  ....  ....
        ....  ....  ....  ....
        ....  ....  ....  ....
    """)
    assert (Cell(0, 1) in gain_followers(conclave, Cell(0, 0))) is follows


def test_same_magic_or_same_brotherhood_follows_and_nobody_else() -> None:
    """Ruling match-either. The Emissary itself joins the Conclave and stays."""
    conclave = parse_conclave("""
        ....  ....  ....  ....
        ....  ....  ....  ....
        reC1  reG4  grG4  blW4
        ....  ....  ....  ....
    """)
    assert gain_followers(conclave, Cell(2, 1)) == {Cell(2, 0): mage("reC1"), Cell(2, 2): mage("grG4")}


def test_a_line_can_be_worth_ten_and_convince_nobody() -> None:
    conclave = parse_conclave("""
        reG5  blC5  ....  ....
        ....  ....  ....  ....
        ....  ....  ....  ....
        ....  ....  ....  ....
    """)
    row = judge_line(conclave, Cell(0, 0), Axis.ROW)
    assert row.convinces
    assert row.convinced == ()


def test_the_column_does_not_change_the_sum_of_the_row() -> None:
    """Ruling lines-apart: both lines are summed as they stood."""
    conclave = parse_conclave("""
        ....  reW5  ....  ....
        reC2  reG5  reC3  ....
        ....  ....  ....  ....
        ....  ....  ....  ....
    """)
    assert gain_followers(conclave, Cell(1, 1)) == {
        Cell(0, 1): mage("reW5"), Cell(1, 0): mage("reC2"), Cell(1, 2): mage("reC3"),
    }  # fmt: skip


def test_what_is_shared_is_named() -> None:
    assert shared_with(mage("reG5"), mage("reG1")) is Because.SAME_BOTH
    assert shared_with(mage("reG5"), mage("reC5")) is Because.SAME_MAGIC
    assert shared_with(mage("reG5"), mage("blG5")) is Because.SAME_BROTHERHOOD
    assert shared_with(mage("reG5"), mage("blC5")) is None


def test_reasons_travel_under_these_codes() -> None:
    assert [because.value for because in Because] == [
        "same-magic", "same-brotherhood", "same-both", "other-brotherhood", "nothing-shared",
    ]  # fmt: skip


def test_a_card_face_down_in_a_line_is_asked_for_not_guessed() -> None:
    conclave = parse_conclave("""
        reG5  puB?  ....  ....
        reC5  ....  ....  ....
        ....  ....  puB?  ....
        ....  ....  ....  ....
    """)
    assert judge_line(conclave, Cell(0, 0), Axis.COLUMN).influence == 10
    with pytest.raises(NotKnownYet, match="cell 0,1"):
        judge_line(conclave, Cell(0, 0), Axis.ROW)
