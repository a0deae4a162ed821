"""The cards of a deck are brought into one frame, and the deck does not wander off with them."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.teaching.common_frame import common_frame
from calibration.teaching.photo_cards import MARGIN
from calibration.teaching.sheet import CARD_PX, Sheet, lay_out
from tests.vision.numbered_cards import DIGITS, INKS, face
from vision.arrays import Picture, Points

MM = CARD_PX[0] / 56


def kept(card: Picture, off_mm: tuple[float, float], rng: np.random.Generator) -> Picture:
    """A cut-out with its margin, of a card on a table that was found off its place."""
    width, height = (round(side / (1 - 2 * MARGIN)) for side in CARD_PX)
    way = np.array([[1, 0, MARGIN * width + MM * off_mm[0]], [0, 1, MARGIN * height + MM * off_mm[1]]])
    table = np.full((height, width, 3), (60, 90, 120), np.uint8)
    cv2.warpAffine(card, way, (width, height), dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    shade = 1 + rng.normal(0, 0.1) * np.linspace(-0.5, 0.5, width)[None, :, None]
    return np.clip(table * shade + rng.normal(0, 2, table.shape), 0, 255).astype(np.uint8)


def deck_sheet(offs: dict[int, tuple[float, float]], usual_mm: float) -> tuple[Sheet, list[str], Points]:
    """Cards of four photos, each found a little off or as told, and how far off each is."""
    rng = np.random.default_rng(4)
    codes = [f"{colour}{animal}{digit}" for colour in INKS for animal in "CG" for digit in DIGITS]
    off = np.array([offs.get(index, tuple(rng.normal(0, usual_mm, 2))) for index in range(len(codes))])
    pictures = [
        kept(face(code[:2], code[2], int(code[3])), (float(x), float(y)), rng)
        for code, (x, y) in zip(codes, off, strict=True)
    ]
    return lay_out(pictures), codes, off


def left_over(sheet: Sheet, codes: list[str], off: Points) -> Points:
    """How far, in millimetres, the middle of each card still lies off."""
    photos = [code[:2] for code in codes]
    quads = common_frame(sheet, codes, photos, np.zeros(len(codes), np.bool_))
    moved = (quads - sheet.quads).mean(axis=1) / MM
    return np.asarray(np.linalg.norm(moved - off, axis=1))


def test_cards_that_were_found_badly_are_moved_to_where_the_others_lie() -> None:
    sheet, codes, off = deck_sheet({3: (2.0, -1.5), 17: (-1.8, 2.0)}, usual_mm=0.2)
    left = left_over(sheet, codes, off)
    assert left[3] < 0.7
    assert left[17] < 0.7


def test_a_deck_that_was_found_well_stays_where_it_is() -> None:
    """Cards slid onto each other over and over wandered by millimetres."""
    sheet, codes, off = deck_sheet({}, usual_mm=0.3)
    left = left_over(sheet, codes, off)
    assert float(np.median(left)) < 0.3
    assert float(left.max()) < 0.9


def test_exact_cards_stay() -> None:
    sheet, codes, _ = deck_sheet({}, usual_mm=0.3)
    quads = common_frame(sheet, codes, codes, np.ones(len(codes), np.bool_))
    assert np.array_equal(quads, sheet.quads)
