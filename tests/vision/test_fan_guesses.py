from __future__ import annotations

import numpy as np

from vision.arrays import Points
from vision.fan_guesses import ASIDE_MM, guesses_beside
from vision.top_view import TopView

VIEW = TopView(np.zeros((400, 400, 3), np.uint8), np.eye(3), 1.0)
CARD = np.array([[100.0, 100.0], [156.0, 100.0], [156.0, 187.0], [100.0, 187.0]])


def beside(left_px: list[tuple[float, float]]) -> Points:
    return guesses_beside(VIEW, CARD[None], np.array(left_px, np.float64).reshape(-1, 2))


def test_cards_are_guessed_only_where_print_is_left_over() -> None:
    assert len(beside([])) == 0
    assert len(beside([(110.0, 110.0), (120.0, 120.0)])) == 0  # on the card itself
    assert len(beside([(90.0, 120.0)])) == 0  # one speck is any cloth's


def test_a_card_that_peeps_out_to_the_left_is_guessed_near_its_place() -> None:
    guesses = beside([(92.0, 120.0), (94.0, 130.0)])
    assert (guesses.mean(1)[:, 0] < CARD.mean(0)[0]).all()
    for shift in np.arange(ASIDE_MM[0] - 2, ASIDE_MM[-1] + 2):
        nearest = np.abs(guesses.mean(1) - (CARD.mean(0) - (shift, 0.0))).max(1).min()
        assert nearest < 5.0, shift


def test_a_turned_card_has_its_guesses_along_its_own_axes() -> None:
    """Its top lies to the right, so its right side is below."""
    flat = np.array([[200.0, 100.0], [200.0, 156.0], [113.0, 156.0], [113.0, 100.0]])
    guesses = guesses_beside(VIEW, flat[None], np.array([[150.0, 170.0], [160.0, 172.0]]))
    assert len(guesses) > 0
    assert (guesses.mean(1)[:, 1] > flat.mean(0)[1]).all()
