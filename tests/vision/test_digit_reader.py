"""Numbers are read where their deck prints them, also on cards that were cut out badly."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.numbered_cards import INKS, SEEN_PX, face, on_a_table, taught
from vision.arrays import Floats, Picture, Points
from vision.digit_learning import learn_digits
from vision.digit_places import DigitPlaces
from vision.digit_reader import read_digits


@pytest.fixture(scope="module")
def known() -> DigitPlaces:
    pictures = taught()
    return learn_digits(list(pictures), list(pictures.values()), np.arange(len(pictures)))


def digits_told(frame: Picture, corners: Points, known: DigitPlaces) -> Floats:
    """What is said of each digit of a card that may be of any colour, on the ground of the first."""
    told: Floats = read_digits(frame, corners[None], known, np.ones((1, len(INKS)), np.bool_)).behind[0, 0]
    return told


@pytest.mark.parametrize("code", ["blC1", "reG4", "grC3", "orG2"])
@pytest.mark.parametrize("off_mm", [(0.0, 0.0), (2.5, -2.5)])
def test_the_digit_of_a_card_is_read(known: DigitPlaces, code: str, off_mm: tuple[float, float]) -> None:
    """Cut out two millimetres off, too."""
    frame, corners = on_a_table(face(code[:2], code[2], int(code[3])))
    told = digits_told(frame, corners + np.array(off_mm) * SEEN_PX[0] / 56, known)
    assert known.digits[int(told.argmax())] == code[3]
    assert np.sort(told)[-2] < -1


def test_a_cell_that_is_not_asked_about_says_nothing(known: DigitPlaces) -> None:
    frame, corners = on_a_table(face("bl", "C", 1))
    told = read_digits(frame, corners[None], known, np.zeros((1, len(INKS)), np.bool_)).behind
    assert not told.any()


def test_what_shows_no_number_tells_little(known: DigitPlaces) -> None:
    """A disc that is empty must not be taken for a digit for certain."""
    card = face("bl", "C", None)
    cv2.circle(card, (108, 32), 13, (30, 30, 30), -1, cv2.LINE_AA)
    frame, corners = on_a_table(card)
    blank = digits_told(frame, corners, known)
    frame, corners = on_a_table(face("bl", "C", 1))
    clear = digits_told(frame, corners, known)
    assert -np.sort(blank)[-2] < -0.5 * np.sort(clear)[-2]


def test_cells_are_read_together_as_each_is_alone(known: DigitPlaces) -> None:
    """Those beside it change nothing."""
    cards = [face("bl", "C", 1), face("re", "G", 4), face("gr", "C", None)]
    tables = [on_a_table(card) for card in cards]
    frame = np.concatenate([picture for picture, _ in tables], axis=1)
    corners = np.stack(
        [own + np.array([index * (SEEN_PX[0] + 80), 0]) for index, (_, own) in enumerate(tables)]
    )
    together = read_digits(frame, corners, known, np.ones((3, len(INKS)), np.bool_)).behind
    for index in range(len(cards)):
        asked = np.repeat((np.arange(3) == index)[:, None], len(INKS), axis=1)
        alone = read_digits(frame, corners, known, asked).behind
        assert np.allclose(together[index], alone[index], atol=0.02)
        assert not np.delete(alone, index, axis=0).any()
