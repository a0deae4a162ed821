from __future__ import annotations

import subprocess
import sys

import pytest

from vision.readings import CardReading, CellState, Guess, TableReading


def card(row: int, column: int, accepted: bool = True) -> CardReading:
    return CardReading(row, column, CellState.CARD, (Guess("puG5", 0.9), Guess("puG4", 0.1)), 0.9, accepted)


def test_a_card_is_named_by_its_likeliest_candidate() -> None:
    assert card(0, 0).code == "puG5"


def test_an_empty_cell_names_no_card_but_keeps_what_else_it_could_be() -> None:
    reading = CardReading(1, 2, CellState.EMPTY, (Guess("beC2", 0.01),), 0.99, True)
    assert reading.code is None
    assert reading.candidates[0].name == "beC2"


def test_what_is_not_accepted_must_be_asked_about() -> None:
    table = TableReading((card(0, 0), card(0, 1, accepted=False)))
    assert [(cell.row, cell.column) for cell in table.unsure] == [(0, 1)]


def test_cells_stand_in_reading_order_and_once() -> None:
    with pytest.raises(ValueError, match="reading order"):
        TableReading((card(0, 1), card(0, 0)))


def test_a_confidence_is_a_probability() -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        Guess("puG5", 1.2)


def test_readings_load_without_numbers_or_pictures() -> None:
    check = "import sys, vision.readings; sys.exit(bool({'numpy', 'cv2'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
