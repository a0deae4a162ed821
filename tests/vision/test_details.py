"""Where two pictures of a deck differ."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Picture
from vision.cell_images import HEIGHT_PX, WIDTH_PX, ReducedFrame, straight_corners
from vision.details import PairPlaces, tell_apart

PAPER, PALE_INK = 224, 210


def test_a_pale_numeral_is_where_two_cards_differ() -> None:
    """Two faces that share their drawing and differ by a small numeral, printed pale on paper."""
    pictures = np.full((2, HEIGHT_PX, WIDTH_PX, 3), PAPER, np.uint8)
    pictures[:, 60:120, 20:90] = 90
    pictures[0, 10:20, 50:56] = PALE_INK
    pictures[1, 10:20, 60:66] = PALE_INK
    places = PairPlaces(pictures).between(0, 1)
    assert places
    assert all(top < 30 for _, top, _, _ in places)


def test_two_prints_of_one_card_differ_nowhere() -> None:
    pictures = np.full((2, HEIGHT_PX, WIDTH_PX, 3), PAPER, np.uint8)
    pictures[:, 60:120, 20:90] = 90
    noise = np.random.default_rng(1).normal(0, 3, pictures.shape)
    noisy = np.clip(pictures + noise, 0, 255).astype(np.uint8)
    assert PairPlaces(noisy).between(0, 1) == ()


def numbered(value: int) -> Picture:
    """A dark card with its numeral small and white."""
    card = np.full((HEIGHT_PX, WIDTH_PX, 3), 40, np.uint8)
    where, font = (50, 165), cv2.FONT_HERSHEY_DUPLEX
    return np.asarray(
        cv2.putText(card, str(value), where, font, 0.42, (240, 240, 240), 1, cv2.LINE_AA), np.uint8
    )


def test_a_numeral_seen_sharply_is_told_by_sharp_pictures() -> None:
    """Blurred, the holes of a small numeral fill in, and it is as like another."""
    sharp = np.stack([numbered(3), numbered(5)])
    soft = np.stack([cv2.GaussianBlur(picture, (0, 0), 2.0) for picture in sharp]).astype(np.uint8)
    frame, corners = ReducedFrame(numbered(3), np.zeros(2), 1), straight_corners(WIDTH_PX, HEIGHT_PX)
    pairs = PairPlaces(soft)
    blurred, sharply = (tell_apart(frame, corners, pairs, [0, 1], sharper)[1] for sharper in (None, sharp))
    assert sharply < 2 * blurred < 0
