from __future__ import annotations

import cv2
import numpy as np

from vision.lattice import CardSize, Points
from vision.outline_peeling import peel

CARD = CardSize()


def plane_at(x: float, y: float) -> Points:
    """A card at two pixels a millimetre, its top left there."""
    return np.array([[2.0, 0.0, x], [0.0, 2.0, y], [0.0, 0.0, 1.0]])


def painted(*places: tuple[int, int]) -> np.ndarray:
    image = np.full((500, 700, 3), (70, 90, 60), np.uint8)
    for index, (x, y) in enumerate(places):
        ink = ((200, 210, 215), (120, 160, 220), (210, 160, 120))[index % 3]
        cv2.rectangle(image, (x, y), (x + 112, y + 174), ink, -1)
    return image


def test_cards_come_off_from_the_top_and_what_no_edge_supports_stays() -> None:
    image = painted((100, 100), (160, 150))
    planes = np.stack([plane_at(100, 100), plane_at(160, 150), plane_at(420, 200)])
    peeled = peel(image, planes, CARD)
    assert peeled.chosen.tolist() == [1, 0]
    assert peeled.visible[0] == 1.0
    assert 0.5 < peeled.visible[1] < 0.8


def test_a_repeat_of_a_card_is_dropped() -> None:
    peeled = peel(painted((100, 100)), np.stack([plane_at(100, 100), plane_at(104, 97)]), CARD)
    assert peeled.chosen.tolist() == [0]


def test_edges_of_cards_that_were_taken_off_make_no_card_between_them() -> None:
    image = painted((100, 100), (216, 100))
    planes = np.stack([plane_at(100, 100), plane_at(216, 100), plane_at(158, 100)])
    assert sorted(peel(image, planes, CARD).chosen.tolist()) == [0, 1]


def test_without_guesses_nothing_is_chosen() -> None:
    assert len(peel(painted(), np.zeros((0, 3, 3)), CARD).chosen) == 0
