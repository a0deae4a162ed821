"""Cards are taken off from the top, each by the part that shows."""

from __future__ import annotations

import numpy as np

from tests.vision.drawn_table import DrawnTable
from tests.vision.test_free_finder import table_of
from vision.card_marks import default_marker
from vision.lattice import CardSize, Points, planes_of_cards
from vision.loose_table import LooseTable, loose_table
from vision.peeling import PeeledCards, peel, peel_further
from vision.plane_guesses import PlaneGuess
from vision.quads import areas
from vision.small_frame import SmallFrame
from vision.table_plane import TablePlane

CARD = CardSize()


def looked_at(table: DrawnTable, places: list[Points]) -> LooseTable:
    """The table as it is searched on its own plane."""
    quads = np.stack(places)
    size_px = float(np.sqrt(np.abs(areas(quads)).mean()))
    guess = PlaneGuess(TablePlane(table.plane()), quads, 1.0, size_px)
    return loose_table(SmallFrame(table.draw(), np.ones(2)), guess, default_marker(), CARD)


def planes_of(places: list[Points]) -> Points:
    return planes_of_cards(np.stack(places), CARD.size_mm)


def test_what_no_edge_supports_is_no_card() -> None:
    table, places = table_of((60, 100, 0), (200, 220, 30))
    beside = places[0] + np.array([40.0, 30.0])
    cards = peel(looked_at(table, places), planes_of([beside, *places]))
    assert len(cards.likely) == 2
    assert cards.visible.tolist() == [1.0, 1.0]


def test_a_repeat_of_a_card_is_dropped() -> None:
    table, places = table_of((60, 100, 0), (200, 220, 30))
    cards = peel(looked_at(table, places), planes_of([*places, places[0] + 3.0]))
    assert len(cards.likely) == 2


def test_a_card_under_another_is_found_by_its_part() -> None:
    table, places = table_of((80, 150, 0), (120, 190, 0), (230, 90, 20), (230, 260, -15))
    searched = looked_at(table, places)
    cards = peel_further(searched, peel(searched, planes_of(places[1:])))
    assert cards.visible.min() < 0.9
    assert len(cards.likely) == 4


def test_without_guesses_nothing_is_chosen() -> None:
    table, places = table_of((60, 100, 0), (200, 220, 30))
    nothing: PeeledCards = peel(looked_at(table, places), np.zeros((0, 3, 3)))
    assert len(nothing.likely) == 0
