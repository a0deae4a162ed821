"""Telling a card from the table around it."""

from __future__ import annotations

import numpy as np

from tests.vision.drawn_table import DrawnTable
from vision.empty_cells import table_share
from vision.lattice import CardSize, planes_of_cards


def test_a_bare_place_shows_the_table_and_a_card_does_not() -> None:
    holed = DrawnTable(empty=frozenset({(1, 1)}), table="wood")
    places = DrawnTable().cards()
    planes = planes_of_cards(np.stack([places[1, 1], places[2, 2]]), CardSize().size_mm)
    shares = table_share(holed.draw(), planes, CardSize(), 10.0)
    assert shares[0] > 0.9
    assert shares[1] < 0.6


def test_no_places_have_no_shares() -> None:
    assert len(table_share(np.zeros((9, 9, 3), np.uint8), np.zeros((0, 3, 3)), CardSize(), 10.0)) == 0
