"""Strewn digits are where the spots say, and nowhere else."""

from __future__ import annotations

import numpy as np

from models.training.scattered_digits import MAP_SIZE, NO_DIGIT, NOT_ASKED, strew

GROUNDS = np.full((2, 124, 80, 3), 128, np.uint8)


def test_every_spot_is_a_digit_none_or_not_asked() -> None:
    strewn = strew(np.random.default_rng(1), 6, GROUNDS)
    assert strewn.images.shape == (6, 124, 80, 3)
    assert strewn.spots.shape == (6, *MAP_SIZE)
    assert set(np.unique(strewn.spots)) <= {*range(NO_DIGIT), NO_DIGIT, NOT_ASKED}
    assert bool(((strewn.spots >= 0) & (strewn.spots < NO_DIGIT)).any(axis=(1, 2)).all())


def test_digits_keep_apart() -> None:
    """Two digits under one spot could not be told apart."""
    for sheet in strew(np.random.default_rng(2), 12, GROUNDS).spots:
        places = np.argwhere((sheet >= 0) & (sheet < NO_DIGIT))
        gaps = np.abs(places[:, None] - places[None]).max(axis=2) + 99 * np.eye(len(places), dtype=int)
        assert gaps.min(initial=99) > 2


def test_the_same_seed_strews_the_same() -> None:
    first, second = (strew(np.random.default_rng(3), 2, GROUNDS) for _ in range(2))
    assert np.array_equal(first.images, second.images)
