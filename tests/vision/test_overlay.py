"""Pictures of what was found."""

from __future__ import annotations

import numpy as np

from tests.vision.drawn_table import DrawnTable
from vision.free_finder import FreeCard
from vision.grid_finder import find_lattice
from vision.lattice import Lattice, NotFound
from vision.overlay import CARD, EMPTY, LONGEST_PX, PARTLY, REFUSED, draw_cards, draw_lattice, draw_refusal


def has(picture: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool((np.abs(picture.astype(int) - colour).max(-1) < 12).any())


def test_cards_are_green_and_empty_cells_grey() -> None:
    frame = DrawnTable(empty=frozenset({(1, 1)})).draw()
    lattice = find_lattice(frame)
    assert isinstance(lattice, Lattice)
    picture = draw_lattice(frame, lattice)
    assert has(picture, CARD)
    assert has(picture, EMPTY)
    assert picture.shape[1] == frame.shape[1]
    assert picture.shape[0] > frame.shape[0]


def test_a_card_under_another_is_orange() -> None:
    frame = np.full((400, 600, 3), 60, np.uint8)
    quad = np.array([[100.0, 100.0], [156.0, 100.0], [156.0, 187.0], [100.0, 187.0]])
    assert not has(draw_cards(frame, [FreeCard(quad, 0.9, False)]), PARTLY)
    assert has(draw_cards(frame, [FreeCard(quad, 0.9, True)]), PARTLY)


def test_a_refusal_is_red_and_large_frames_are_reduced() -> None:
    picture = draw_refusal(np.zeros((3000, 4000, 3), np.uint8), NotFound("the image is black — or nearly so"))
    assert has(picture, REFUSED)
    assert picture.shape[1] == LONGEST_PX
