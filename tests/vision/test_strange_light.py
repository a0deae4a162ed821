"""What it takes to tell a colour in a light that the deck was not taught in."""

from __future__ import annotations

import numpy as np

from vision.strange_light import (
    FAR_AHEAD,
    STRANGE_TINT,
    colours_too_near,
    far_ahead_under_lamps,
    is_strange,
)
from vision.under_lamps import UnderLamps

CODES = ("beC1", "orC1", "reC1", "beB?")
COLOURS = np.array([0, 1, 2, -1])
PAIRS = (
    UnderLamps("beC1", "orC1", 50.0),
    UnderLamps("orC1", "reC1", -30.0),
    UnderLamps("beC1", "reC1", -90.0),
)


def far() -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    found = far_ahead_under_lamps(CODES, COLOURS, PAIRS)
    assert found is not None
    return found


def test_the_worse_the_lamps_the_farther_ahead_a_colour_must_be() -> None:
    needed = far()
    assert (needed == needed.T).all()
    assert needed[0, 1] == FAR_AHEAD + 25
    assert needed[1, 2] == FAR_AHEAD - 15
    assert needed[0, 2] == 0
    assert far_ahead_under_lamps(CODES, COLOURS, ()) is None


def test_a_colour_is_doubted_only_where_another_one_is_too_near() -> None:
    scores = np.array(
        [[0, -59, -99, -99], [0, -61, -1, -99], [-61, 0, -19, -99], [-61, 0, -21, 5]], np.float32
    )
    chosen = np.array([0, 0, 1, 1])
    near = colours_too_near(scores, chosen, COLOURS, far())
    assert near.tolist() == [
        [False, True, False, False],
        [False] * 4,
        [False, False, True, False],
        [False] * 4,
    ]


def test_a_back_is_of_no_colour() -> None:
    scores = np.array([[-1, -1, -1, 0]], np.float32)
    assert not colours_too_near(scores, np.array([3]), COLOURS, far()).any()


def test_a_light_is_strange_by_most_of_the_cards_of_a_table() -> None:
    even = np.zeros((5, 2), np.float32)
    warm = np.tile(np.array([-2 * STRANGE_TINT, 0.0], np.float32), (5, 1))
    assert not is_strange(even, None)
    assert is_strange(warm, None)
    assert is_strange(np.concatenate([warm, even[:2]]), strange_before=False)
    assert not is_strange(np.concatenate([even, warm[:2]]), strange_before=True)


def test_one_card_alone_says_less_than_an_earlier_look_at_the_whole_table() -> None:
    warm = np.array([[0.0, 2 * STRANGE_TINT]], np.float32)
    assert not is_strange(warm, strange_before=False)
    assert is_strange(-warm * 0, strange_before=True)
    assert is_strange(warm, None)
    assert not is_strange(warm[:0], None)
