"""Cards in rows and columns beside a grid."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.vision.drawn_table import DrawnTable
from vision.card_marks import CardMarks
from vision.grid_finder import find_lattice
from vision.lattice import Lattice
from vision.lattice_fit import GrownLattice
from vision.lattice_model import LatticeModel
from vision.second_grid import is_second_grid
from vision.small_frame import SmallFrame

TABLE = DrawnTable(fill=0.5, shift_px=(-300.0, 0.0), jitter=0.0)


def grid_and_eight_outlines_beside_it() -> tuple[Lattice, GrownLattice]:
    grid = find_lattice(TABLE.draw())
    assert isinstance(grid, Lattice)
    places = [(row, column) for row in range(4) for column in range(2)]
    moved = np.array([600.0, 0.0])
    corners = np.stack([TABLE.cards()[place] + moved for place in places])
    cells = np.array([(column, row) for row, column in places])
    nothing = np.zeros(0, np.int64)
    model = LatticeModel(TABLE.plane(), np.array([66.0, 97.0]))
    return grid, GrownLattice(model, corners, cells, np.zeros(8), nothing, nothing)


def seen_with(core_logit: float) -> SmallFrame:
    width, height = TABLE.size_px
    marks = np.full((height // 2, width // 2), core_logit, np.float32)
    image = np.zeros((height, width, 3), np.uint8)
    return SmallFrame(image, np.ones(2), CardMarks(marks, marks, np.full(2, 2.0)))


def test_eight_marked_cards_beside_a_grid_are_a_second_one() -> None:
    grid, beside = grid_and_eight_outlines_beside_it()
    assert is_second_grid(beside, grid, seen_with(4.0))


def test_a_row_of_cards_and_one_more_are_no_second_grid() -> None:
    grid, beside = grid_and_eight_outlines_beside_it()
    in_a_row = np.array([(column, 0) for column in range(7)] + [(0, 1)])
    assert not is_second_grid(replace(beside, cells=in_a_row), grid, seen_with(4.0))


def test_tiles_in_rows_and_columns_are_none_where_no_card_is_marked() -> None:
    grid, beside = grid_and_eight_outlines_beside_it()
    assert not is_second_grid(beside, grid, seen_with(-4.0))
