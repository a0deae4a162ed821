from __future__ import annotations

import cv2
import numpy as np

from vision.lattice import CardSize, Points
from vision.refine import refine_corners

CARD = CardSize(56, 87)
CORNERS = np.array(
    [[100.0, 80.0], [268.0, 80.0], [268.0, 341.0], [100.0, 341.0]]
)  # three pixels a millimetre


def table_with_a_card(corners: Points = CORNERS) -> np.typing.NDArray[np.uint8]:
    """A pale card with a printed frame on a dark table."""
    table = np.full((420, 380, 3), (40, 60, 80), np.uint8)
    cv2.fillPoly(table, [np.rint(corners).astype(np.int32)], (210, 225, 235))
    inset = corners + np.array([[12, 12], [-12, 12], [-12, -12], [12, -12]])
    cv2.polylines(table, [np.rint(inset).astype(np.int32)], True, (30, 30, 120), 3)
    return np.asarray(cv2.GaussianBlur(table, (5, 5), 1.0), np.uint8)


def test_a_side_moves_onto_the_edge_that_is_there() -> None:
    """A guess that is a millimetre off all around."""
    guess = CORNERS + np.array([[-3, -3], [3, -3], [3, 3], [-3, 3]])
    assert np.abs(refine_corners(table_with_a_card(), guess[None], CARD)[0] - CORNERS).max() < 1.0


def test_an_edge_out_of_reach_is_found_once_the_opposite_one_is() -> None:
    """The card lies 2 mm higher than it was guessed and is 2 mm shorter: its lower edge is 4 mm away."""
    guess = CORNERS + np.array([[0, 6], [0, 6], [0, 12], [0, 12]])
    assert np.abs(refine_corners(table_with_a_card(), guess[None], CARD)[0] - CORNERS).max() < 1.0


def test_no_card_leaves_no_corners() -> None:
    """Nothing in, nothing out."""
    assert refine_corners(table_with_a_card(), np.zeros((0, 4, 2)), CARD).shape == (0, 4, 2)
