"""Where two pictures of a deck differ."""

from __future__ import annotations

import numpy as np

from vision.cell_images import HEIGHT_PX, WIDTH_PX
from vision.details import PairPlaces

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
