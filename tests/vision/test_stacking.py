from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Points
from vision.explained_cards import ExplainedCards
from vision.stacking import stacked
from vision.visible_parts import BLOCKS

CARD = np.array([[0.0, 0.0], [56.0, 0.0], [56.0, 87.0], [0.0, 87.0]]) + 100.0


def moved(right: float) -> Points:
    card: Points = CARD + np.array([right, 0.0])
    return card


def cards(corners: list[Points], shows: list[Floats]) -> ExplainedCards:
    count = len(corners)
    numbers = np.zeros(count, np.float32)
    blocks = np.stack(shows).astype(np.float32)
    return ExplainedCards(np.stack(corners), np.zeros(count, np.intp), blocks, numbers, numbers)


def strip(columns: int) -> Floats:
    """Blocks of a card of which only the left columns show."""
    blocks = np.zeros(BLOCKS, np.float32)
    blocks[:, :columns] = 1.0
    return blocks


def test_the_card_whose_drawing_shows_in_the_common_ground_lies_on_top() -> None:
    lower, upper = CARD, moved(14.0)
    stack = stacked(cards([lower, upper], [strip(2), np.ones(BLOCKS, np.float32)]))
    assert abs(float(stack.uncovered[0].mean()) - 14 / 56) < 0.03
    assert stack.uncovered[1].all()
    other_way = stacked(cards([upper, lower], [np.ones(BLOCKS, np.float32), strip(2)]))
    assert abs(float(other_way.uncovered[1].mean()) - 14 / 56) < 0.03


def test_a_block_that_an_edge_runs_through_shows_as_far_as_no_card_hides_it() -> None:
    """The strip is ten pixels wide: one block and a part of the next, which looks like neither card."""
    stack = stacked(cards([CARD, moved(10.0)], [strip(1), np.ones(BLOCKS, np.float32)]))
    shown = stack.shown[0].reshape(87, 56)
    assert (shown[20:60, :9] > 0).all()
    assert (shown[:, 11:] == 0).all()


def test_a_patch_of_cloth_explains_little_of_what_nothing_hides() -> None:
    patch = np.zeros(BLOCKS, np.float32)
    patch[2:4, 2:4] = 1.0
    stack = stacked(cards([CARD, moved(300.0)], [patch, np.ones(BLOCKS, np.float32)]))
    share = stack.share(np.ones((2, *BLOCKS), np.float32))
    assert share[0] < 0.1
    assert share[1] > 0.9
