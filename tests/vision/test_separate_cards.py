"""Cards that lie apart are found as they are, whatever shape they were thought to have."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.test_free_finder import NOTHING, likeness, table_of
from vision.arrays import Picture
from vision.lattice import Points
from vision.separate_cards import find_separate_cards

APART = ((30, 60, 0), (130, 70, 5), (40, 230, -4), (190, 250, 0))


def stretched(broader: float) -> tuple[Picture, list[Points]]:
    """A table with cards that are broader by so much than those that are looked for, and where they lie."""
    table, places = table_of(*APART)
    frame = np.asarray(cv2.resize(table.draw(), None, fx=broader, fy=1.0), np.uint8)
    return frame, [(place + 0.5) * (broader, 1.0) - 0.5 for place in places]


@pytest.mark.parametrize("broader", [0.85, 0.9, 1.0, 1.12])
def test_cards_of_another_shape_keep_the_outline_that_is_seen(broader: float) -> None:
    frame, places = stretched(broader)
    cards = find_separate_cards(frame)
    assert len(cards) == len(APART)
    assert min(likeness(places, tuple(card.corners for card in cards))) > 0.9


def test_a_card_that_lies_under_another_is_marked() -> None:
    table, _ = table_of((80, 150, 0), (120, 190, 0), (230, 90, 20), (230, 260, -15))
    assert sum(card.overlapped for card in find_separate_cards(table.draw())) == 1


def test_nothing_is_found_where_no_card_lies() -> None:
    bare, _ = table_of()
    assert bare.empty == NOTHING
    assert find_separate_cards(bare.draw()) == ()
    assert find_separate_cards(np.zeros((20, 20, 3), np.uint8)) == ()
