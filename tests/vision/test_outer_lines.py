"""Outer rows and columns that rest on a card which may be none of the grid."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn_table import HEIGHT_MM, DrawnTable
from vision.grid_finder import find_lattice
from vision.lattice import FindSettings, Lattice, NotFound
from vision.lattice_judgement import ELSEWHERE
from vision.lattice_model import LatticeModel
from vision.lattice_window import Window
from vision.outer_lines import rests_on_nothing
from vision.window_rivals import Chosen, LaidCards

PITCH = np.array([66.0, 97.0])
SETTINGS = FindSettings()
WHOLE = Window(np.array([0, 0]), np.array([4, 4]))
LAST_ROW = frozenset((3, column) for column in range(4))


def rows_and_one(rows: int, off_mm: float) -> LaidCards:
    """The last full rows of a grid and one card in its first row, so far from its place."""
    cells = np.array([(x, y) for y in range(4 - rows, 4) for x in range(4)] + [(1, 0)])
    corners = cells[:, None] * PITCH + SETTINGS.card.corners_mm
    corners[-1, :, 1] -= off_mm
    return LaidCards(cells, corners, LatticeModel(np.eye(3), PITCH))


def none_of(laid: LaidCards) -> Chosen:
    return np.zeros(len(laid.cells), np.bool_)


def last_of(laid: LaidCards) -> Chosen:
    return np.asarray(np.arange(len(laid.cells)) == len(laid.cells) - 1)


def test_a_card_laid_straight_and_surely_seen_holds_its_row() -> None:
    laid = rows_and_one(3, off_mm=3.0)
    assert not rests_on_nothing(laid, none_of(laid), WHOLE, SETTINGS)


def test_a_doubted_card_alone_in_a_row_holds_nothing() -> None:
    laid = rows_and_one(3, off_mm=0.0)
    assert rests_on_nothing(laid, last_of(laid), WHOLE, SETTINGS)


def test_a_doubted_card_beside_a_sure_one_changes_nothing() -> None:
    laid = rows_and_one(3, off_mm=0.0)
    doubted = none_of(laid)
    doubted[:3] = True
    assert not rests_on_nothing(laid, doubted, WHOLE, SETTINGS)


def test_a_card_far_off_the_lattice_of_all_others_is_a_pile_beside_the_grid() -> None:
    laid = rows_and_one(3, off_mm=7.0)
    assert rests_on_nothing(laid, none_of(laid), WHOLE, SETTINGS)


def test_few_cards_do_not_tell_how_far_off_another_lies() -> None:
    laid = rows_and_one(1, off_mm=7.0)
    assert not rests_on_nothing(laid, none_of(laid), WHOLE, SETTINGS)


def beside(*cards: tuple[float, float]) -> DrawnTable:
    """Three rows, the last one empty, and cards above the second column, where a row could be: by how much
    each lies off that place."""
    places = tuple((66.0 + 28.0 + right, -10.0 - HEIGHT_MM / 2 + down, 0.0) for right, down in cards)
    return DrawnTable(empty=LAST_ROW, strays=places, fill=0.62, size_px=(1920, 1080))


@pytest.mark.parametrize("fan", [((-36.0, -4.0), (-18.0, -2.0), (0.0, 0.0)), ((30.0, 0.0), (0.0, 0.0))])
def test_a_fan_where_a_row_could_be_makes_no_row(fan: tuple[tuple[float, float], ...]) -> None:
    found = find_lattice(beside(*fan).draw())
    assert isinstance(found, NotFound), found.quad


def test_a_pile_a_little_out_of_line_makes_no_row() -> None:
    assert find_lattice(beside((5.0, -5.0)).draw()) == ELSEWHERE


def test_a_neat_pile_in_line_makes_no_row() -> None:
    pile = [(1.5, -1.0), (-1.5, 1.5), (-1.0, -1.5), (1.0, 1.0), (0.0, 0.0)]
    assert find_lattice(beside(*pile).draw()) == ELSEWHERE


def test_a_pile_holds_its_row_where_the_picture_has_no_room_for_the_grid_without_it() -> None:
    pile = [(1.5, -1.0), (-1.5, 1.5), (-1.0, -1.5), (1.0, 1.0), (0.0, 0.0)]
    picture = beside(*pile).draw()
    end = int(find_place(3)[1]) - 10
    found = find_lattice(picture[:end])
    assert isinstance(found, Lattice), found
    assert sum(cell.occupied for cell in found.cells[:4]) == 1


def test_a_pile_holds_its_row_where_something_else_lies_in_the_way_of_the_grid_without_it() -> None:
    pile = [(1.5, -1.0), (-1.5, 1.5), (-1.0, -1.5), (1.0, 1.0), (0.0, 0.0)]
    picture = beside(*pile).draw()
    x, y = (round(place) for place in find_place(3))
    picture[y - 130 : y + 40, x - 200 : x + 60] = (40, 40, 220)
    found = find_lattice(picture)
    assert isinstance(found, Lattice), found
    assert sum(cell.occupied for cell in found.cells[:4]) == 1


def find_place(row: int) -> tuple[float, float]:
    """Where the first card of the empty row would end, in pixels."""
    table = DrawnTable(fill=0.62, size_px=(1920, 1080))
    x, y = table.cards()[row, 0].max(0)
    return float(x), float(y)


def test_a_card_laid_in_line_makes_one() -> None:
    found = find_lattice(beside((0.0, 0.0)).draw())
    assert isinstance(found, Lattice), found
    assert sum(cell.occupied for cell in found.cells[:4]) == 1
