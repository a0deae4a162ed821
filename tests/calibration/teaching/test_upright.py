"""Cards of teaching photos are turned the way up that the deck agrees on."""

from __future__ import annotations

import numpy as np

from calibration.teaching.upright import turned_cards
from tests.calibration.teaching.table_photos import face
from vision.arrays import Picture

CODES = ("blC1", "blC2", "blC4", "blC5")


def test_one_card_among_others_that_lies_upside_down_is_turned() -> None:
    assert turned({("blC4", "a.jpg")}) == {("blC4", "a.jpg")}


def test_a_card_that_lies_upside_down_in_all_its_photos_is_turned_in_all_of_them() -> None:
    """Its photos agree with each other, and with no other card of the deck."""
    upside_down = {("blC4", photo) for photo in ("a.jpg", "b.jpg", "c.jpg")}
    assert turned(upside_down) == upside_down


def test_a_whole_photo_that_lies_upside_down_is_turned() -> None:
    upside_down = {(code, "b.jpg") for code in CODES}
    assert turned(upside_down) == upside_down


def turned(upside_down: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Which of three photos of each card are told to be upside down, if those are."""
    shown = [(code, photo) for photo in ("a.jpg", "b.jpg", "c.jpg") for code in CODES]
    pictures = [_picture(code, (code, photo) in upside_down) for code, photo in shown]
    codes, photos = [code for code, _ in shown], [photo for _, photo in shown]
    told = turned_cards(pictures, codes, photos, np.zeros(len(shown), np.bool_))
    return {one for one, turn in zip(shown, told, strict=True) if turn}


def _picture(code: str, upside_down: bool) -> Picture:
    picture = np.pad(face(code), ((28, 28), (18, 18), (0, 0)), mode="edge")
    return np.ascontiguousarray(picture[::-1, ::-1]) if upside_down else picture
