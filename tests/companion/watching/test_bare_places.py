"""Cloth with a pattern looks strange to every reader; seen bare once, it is known again."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.games.conclave.conclave import CELLS, Cell
from companion.games.conclave.notation import mage
from companion.watching.bare_places import BarePlaces
from tests.companion.watching.drawn import RING, drawn
from vision.arrays import Picture
from vision.cell_motion import MotionSettings
from vision.grid_finder import find_lattice
from vision.lattice import Lattice

HERE = CELLS.index(Cell(1, 1))
SETTINGS = MotionSettings()


@pytest.fixture(scope="module")
def lattice() -> Lattice:
    found = find_lattice(drawn(RING))
    assert isinstance(found, Lattice)
    return found


def with_a_flower(picture: Picture, lattice: Lattice) -> Picture:
    left, top = lattice.cells[HERE].corners.min(axis=0)
    right, bottom = lattice.cells[HERE].corners.max(axis=0)
    middle = (int((left + right) / 2), int((top + bottom) / 2))
    painted = picture.copy()
    cv2.circle(painted, middle, int(0.35 * (right - left)), (40, 160, 240), cv2.FILLED)
    cv2.circle(painted, middle, int(0.12 * (right - left)), (60, 230, 250), cv2.FILLED)
    return painted


def look(places: BarePlaces, picture: Picture, lattice: Lattice) -> bool:
    places.look(np.asarray(picture[::2, ::2]), 0.5, lattice)
    return places.looks_bare(HERE, SETTINGS)


def test_a_place_seen_bare_is_known_again_after_cards_lay_there_and_in_less_light(lattice: Lattice) -> None:
    places, bare = BarePlaces(), with_a_flower(drawn(RING), lattice)
    assert not look(places, bare, lattice)
    places.note(HERE)
    assert not look(places, drawn(RING.with_card(Cell(1, 1), mage("puG5"))), lattice)
    dimmer = (with_a_flower(drawn(RING, number=3), lattice) * 0.8).astype(np.uint8)
    assert look(places, dimmer, lattice)


def test_another_pattern_is_not_taken_for_it(lattice: Lattice) -> None:
    places = BarePlaces()
    look(places, drawn(RING), lattice)
    places.note(HERE)
    assert not look(places, with_a_flower(drawn(RING), lattice), lattice)
