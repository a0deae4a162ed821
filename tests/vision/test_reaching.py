"""An arm reaches in from outside; a card that was taken or laid, other light and a knock do not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.games.conclave.conclave import CELLS, Cell
from companion.games.conclave.notation import mage
from companion.watching.closer_look import with_outlines
from tests.companion.watching.drawn import CARD_PX, CLOTH_BGR, GAP_PX, HAND_BGR, RING, corner_px, drawn
from vision.arrays import Picture
from vision.grid_finder import find_lattice
from vision.lattice import Lattice
from vision.reaching import is_still, slots_reached
from vision.table_overview import Overview, look_from_above, slots_of

OVER = Cell(2, 1)


@pytest.fixture(scope="module")
def lattice() -> Lattice:
    found = find_lattice(drawn(RING))
    assert isinstance(found, Lattice)
    return found


def overview(picture: Picture, lattice: Lattice) -> Overview:
    return look_from_above(np.ascontiguousarray(picture[::2, ::2]), 0.5, lattice)


def test_every_slot_shows_its_own_cell(lattice: Lattice) -> None:
    """The empty middle is cloth, the ring is not."""
    above = overview(drawn(RING), lattice)
    index = slots_of(above.colours.shape[:2]).index
    off = np.abs(above.colours - np.array(CLOTH_BGR)).max(axis=-1)
    bare = [cell for place, cell in enumerate(CELLS) if np.median(off[index == place]) < 12]
    assert bare == [cell for cell in CELLS if RING[cell] is None]


@pytest.mark.parametrize("hand_bgr", [(130, 160, 215), (82, 104, 72), (60, 80, 50)])
def test_a_hand_reaches_all_cells_that_lie_under_it_and_its_arm(
    lattice: Lattice, hand_bgr: tuple[int, int, int]
) -> None:
    """Even one that is hardly lighter or darker than the cloth."""
    peace = overview(drawn(RING), lattice)
    now = overview(drawn(RING, OVER, 4, hand_bgr), lattice)
    reached = {CELLS[index] for index in slots_reached(now, peace)}
    assert {OVER, Cell(2, 2), Cell(2, 3)} <= reached
    assert reached.isdisjoint(CELLS[:4])


def test_cards_laid_and_taken_are_no_arm(lattice: Lattice) -> None:
    peace = overview(drawn(RING), lattice)
    table = RING.with_card(Cell(1, 1), mage("orG5")).without([Cell(1, 3), Cell(3, 3), Cell(0, 0)])
    now = overview(drawn(table, number=2), lattice)
    assert not slots_reached(now, peace)
    assert not is_still(now, peace)


LOW, LOW_PX = Cell(3, 1), 16


def with_low_card(picture: Picture) -> Picture:
    """The picture with one card of the lowest row laid a little lower, at the very edge of the picture."""
    (x, y), (width, height) = corner_px(LOW), CARD_PX
    card = picture[y : y + height, x : x + width].copy()
    picture[y : y + LOW_PX, x : x + width] = CLOTH_BGR
    picture[y + LOW_PX : y + LOW_PX + height, x : x + width] = card
    return at_the_edge(picture)


def at_the_edge(picture: Picture) -> Picture:
    return picture[: corner_px(LOW)[1] + CARD_PX[1] + LOW_PX + 2]


@pytest.fixture(scope="module")
def low(lattice: Lattice) -> Lattice:
    place = CELLS.index(LOW)
    return with_outlines(lattice, {place: lattice.cells[place].corners + np.array([0, LOW_PX])})


def test_a_card_taken_at_the_edge_of_the_picture_is_no_arm(low: Lattice) -> None:
    peace = overview(with_low_card(drawn(RING)), low)
    now = overview(at_the_edge(drawn(RING.without([LOW]), number=2)), low)
    assert not slots_reached(now, peace)


def test_an_arm_over_the_edge_of_the_picture_is_one(low: Lattice) -> None:
    peace = overview(with_low_card(drawn(RING)), low)
    picture = with_low_card(drawn(RING, number=2))
    x, y = corner_px(LOW)
    cv2.line(picture, (x + 50, y + 40), (x + 80, y + 400), HAND_BGR, CARD_PX[0] + 2 * GAP_PX)
    assert CELLS.index(LOW) in slots_reached(overview(picture, low), peace)


def test_light_that_fades_towards_one_side_is_no_arm(lattice: Lattice) -> None:
    picture = drawn(RING, number=3)
    fading = np.linspace(0.55, 1.0, picture.shape[1])[None, :, None]
    now = overview((picture * fading).astype(np.uint8), lattice)
    assert is_still(now, overview(drawn(RING), lattice))


def planked(picture: Picture, shift_px: int) -> Picture:
    """Dark joints between the planks of a table, seen wherever cloth shows."""
    joints = np.zeros(picture.shape[:2], bool)
    for start in range(100, picture.shape[0], 163):
        joints[start + shift_px : start + shift_px + 14] = True
    cloth = np.abs(picture.astype(np.int16) - np.array(CLOTH_BGR)).max(axis=-1) < 25
    return np.where((joints & cloth)[..., None], np.uint8(25), picture)


def test_a_table_found_a_little_beside_where_it_lay_is_no_arm(lattice: Lattice) -> None:
    """The joints between its planks run on under a card that was taken; a hand is a hand all the same."""
    peace = overview(planked(drawn(RING), 0), lattice)
    taken = overview(planked(drawn(RING.without([Cell(1, 0)])), 10), lattice)
    assert slots_reached(taken, peace)
    assert not slots_reached(taken, peace, slack_px=1)
    hand = overview(planked(drawn(RING, OVER, 4), 10), lattice)
    assert CELLS.index(OVER) in slots_reached(hand, peace, slack_px=1)
