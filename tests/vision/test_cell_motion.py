"""Rest and motion of cells: hands move, light does not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.games.conclave.conclave import CELLS, Cell
from companion.games.conclave.notation import mage
from companion.watching.closer_look import with_outlines
from tests.companion.watching.drawn import RING, drawn
from vision.arrays import Picture
from vision.cell_motion import CellMotion
from vision.grid_finder import find_lattice
from vision.lattice import Lattice

HERE = CELLS.index(Cell(1, 1))


@pytest.fixture(scope="module")
def lattice() -> Lattice:
    found = find_lattice(drawn(RING))
    assert isinstance(found, Lattice)
    return found


def look(motion: CellMotion, lattice: Lattice, *pictures: Picture) -> None:
    for picture in pictures:
        motion.look(np.asarray(picture[::2, ::2]), 0.5, lattice)


def read_all(motion: CellMotion) -> None:
    for index in range(16):
        motion.note_read(index)


def still(count: int = 4, first: int = 0) -> list[Picture]:
    return [drawn(RING, number=number) for number in range(first, first + count)]


def test_a_new_lattice_is_to_be_read_once_it_rests(lattice: Lattice) -> None:
    motion = CellMotion()
    look(motion, lattice, *still(3))
    assert (len(motion.touched), motion.at_rest) == (16, ())
    look(motion, lattice, *still(1, 3))
    assert len(motion.at_rest) == 16
    read_all(motion)
    look(motion, lattice, *still(4, 4))
    assert motion.touched == ()


def test_a_hand_touches_the_cells_it_passes_and_no_others(lattice: Lattice) -> None:
    motion = CellMotion()
    look(motion, lattice, *still())
    read_all(motion)
    look(motion, lattice, *(drawn(RING, Cell(1, 1), number) for number in range(4, 7)))
    assert HERE in motion.touched
    assert HERE not in motion.at_rest
    assert {CELLS[index].row for index in motion.touched} <= {1, 2}
    look(motion, lattice, *still(4, 7))
    assert HERE in motion.touched, "something may lie there now"
    assert HERE in motion.at_rest


def test_a_card_laid_between_two_frames_is_noticed(lattice: Lattice) -> None:
    motion = CellMotion()
    look(motion, lattice, *still())
    read_all(motion)
    look(motion, lattice, drawn(RING.with_card(Cell(1, 1), mage("orG5")), number=4))
    assert motion.touched == (HERE,)


def test_light_that_grows_or_fades_is_no_motion(lattice: Lattice) -> None:
    motion = CellMotion()
    look(motion, lattice, *still())
    read_all(motion)
    for share in (0.95, 0.85, 0.75, 0.65):
        look(motion, lattice, np.asarray(drawn(RING) * share, np.uint8))
    assert motion.touched == ()


def beside(picture: Picture, x_px: float, y_px: float) -> Picture:
    """The picture as a camera sees it that moved a little and was not followed so far."""
    way = np.array([[1.0, 0.0, x_px], [0.0, 1.0, y_px]])
    return np.asarray(cv2.warpAffine(picture, way, picture.shape[1::-1]), np.uint8)


def test_cards_beside_their_places_rest_before_a_camera_in_a_hand(lattice: Lattice) -> None:
    """Their edges cross samples; it is followed to half a pixel of the small picture, one of the frame."""
    places = with_outlines(lattice, {index: cell.corners + 5 for index, cell in enumerate(lattice.cells)})
    motion = CellMotion()
    look(motion, places, *still())
    read_all(motion)
    for number, (x_px, y_px) in enumerate([(0.5, 0.2), (-0.3, 0.5), (-0.5, -0.5), (0.4, -0.3)] * 2):
        look(motion, places, beside(drawn(RING, number=number), x_px, y_px))
    assert motion.touched == ()
    assert len(motion.at_rest) == 16


def test_where_the_lattice_was_found_anew_nothing_looks_as_it_did(lattice: Lattice) -> None:
    """A cell taken for bare although nobody had read it: so an Emissary laid meanwhile was passed over."""
    motion = CellMotion()
    look(motion, lattice, *still())
    read_all(motion)
    assert motion.looks_as_known(HERE)
    motion.forget()
    sent = RING.with_card(Cell(1, 1), mage("orG5"))
    look(motion, lattice, *(drawn(sent, number=number) for number in range(4)))
    assert not motion.looks_as_known(HERE)
    read_all(motion)
    assert motion.looks_as_known(HERE)
