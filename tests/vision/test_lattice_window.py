"""Choosing the grid out of a lattice that may hold more, or less."""

from __future__ import annotations

import numpy as np

from vision.lattice import FindSettings, NotFound
from vision.lattice_window import Window, choose_window


def chosen(drawing: str, rows: int = 4, columns: int = 4) -> Window | NotFound:
    """Choose from a picture in which # is a card."""
    lines = [line.strip() for line in drawing.strip().splitlines()]
    cells = [(x, y) for y, line in enumerate(lines) for x in range(len(line))]
    occupied = [line[x] == "#" for line in lines for x in range(len(line))]
    return choose_window(np.array(cells), np.array(occupied), FindSettings(rows, columns))


def test_cards_that_reach_every_side_leave_one_choice() -> None:
    window = chosen("""
        #...
        ...#
        ....
        .#..
    """)
    assert isinstance(window, Window)
    assert window.first.tolist() == [0, 0]


def test_three_rows_could_be_the_upper_or_the_lower_ones() -> None:
    refusal = chosen("""
        ####
        ####
        ####
    """)
    assert isinstance(refusal, NotFound)
    assert "3 x 4 cells of 4 x 4" in refusal.reason
    assert "or give the right rows and columns" in refusal.reason


def test_a_grid_longer_than_asked_for_is_not_called_too_small() -> None:
    refusal = chosen("\n".join(["######"] * 3))
    assert isinstance(refusal, NotFound)
    assert "more cards lie in line than 4 x 4" in refusal.reason


def test_a_stray_card_in_line_with_the_grid_is_left_out() -> None:
    window = chosen("""
        .####
        .####
        #####
        .####
    """)
    assert isinstance(window, Window)
    assert window.first.tolist() == [1, 0]


def test_a_whole_row_too_many_is_refused() -> None:
    refusal = chosen("\n".join(["####"] * 5))
    assert isinstance(refusal, NotFound)
    assert "more cards lie in line than 4 x 4" in refusal.reason


def test_a_stray_beside_a_nearly_empty_column_is_no_clear_choice() -> None:
    refusal = chosen("""
        .###.
        ####.
        .####
        .###.
    """)
    assert isinstance(refusal, NotFound)


def test_rows_and_columns_may_be_seen_either_way() -> None:
    window = chosen("\n".join(["###"] * 5), rows=3, columns=5)
    assert isinstance(window, Window)
    assert window.count.tolist() == [3, 5]


def test_no_cards_are_no_grid() -> None:
    refusal = chosen("....\n....\n....\n....")
    assert isinstance(refusal, NotFound)
    assert "no cards in view" in refusal.reason
