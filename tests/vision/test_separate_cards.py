"""Separate cards at any place and angle."""

from __future__ import annotations

import numpy as np

from tests.vision.drawn_table import HEIGHT_MM, WIDTH_MM, DrawnTable, _rectangle
from tests.vision.likeness import iou
from vision.lattice import Points, project
from vision.separate_cards import find_separate_cards

NOTHING = frozenset((row, column) for row in range(4) for column in range(4))


def table_of(*places: tuple[float, float, float]) -> tuple[DrawnTable, list[Points]]:
    table = DrawnTable(empty=NOTHING, strays=places, size_px=(1600, 1000))
    size = (WIDTH_MM, HEIGHT_MM)
    quads = [_rectangle(np.array([x, y]), size, np.radians(turn)) for x, y, turn in places]
    return table, [project(table.plane(), quad) for quad in quads]


def likeness(places: list[Points], found: tuple[Points, ...]) -> list[float]:
    return [max((iou(quad, place) for quad in found), default=0.0) for place in places]


def test_every_loose_card_is_found_at_its_own_angle() -> None:
    table, places = table_of((30, 60, 10), (130, 80, 75), (40, 230, -40), (190, 250, 0), (220, 90, 160))
    cards = find_separate_cards(table.draw())
    assert len(cards) == 5
    assert min(likeness(places, tuple(card.corners for card in cards))) > 0.85
    assert not any(card.overlapped for card in cards)


def test_touching_cards_are_told_apart() -> None:
    table, places = table_of((60, 100, 0), (60 + WIDTH_MM, 100, 0), (200, 220, 30))
    cards = find_separate_cards(table.draw())
    assert min(likeness(places, tuple(card.corners for card in cards))) > 0.8
    assert len(cards) == 3


def test_a_card_under_another_is_found_by_what_shows_of_it_and_marked() -> None:
    table, places = table_of((80, 150, 0), (120, 190, 0), (230, 90, 20), (230, 260, -15))
    cards = find_separate_cards(table.draw())
    assert min(likeness(places, tuple(card.corners for card in cards))) > 0.8
    (under,) = [card for card in cards if card.overlapped]
    assert iou(under.corners, places[0]) > 0.8


def test_a_bare_table_has_no_cards() -> None:
    assert find_separate_cards(DrawnTable(empty=NOTHING).draw()) == ()


def test_a_tiny_picture_has_no_cards() -> None:
    assert find_separate_cards(np.zeros((20, 20, 3), np.uint8)) == ()
