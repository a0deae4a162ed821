"""A stamped deck is as mean as it says: one picture for five cards, which differ in a small mark alone."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from models.training.crop_shards import REFERENCE_CODES, CropShard
from models.training.stamped_decks import LARGEST_PX, stamped

PLACES = 124 * 80


def deck_of_four_values() -> CropShard:
    """Ninety pictures of noise; of every colour and animal the value 1 is missing."""
    rng = np.random.default_rng(5)
    return CropShard(
        crops=rng.integers(0, 255, (2, 124, 80, 3), np.uint8),
        states=np.zeros(2, np.int16),
        codes=np.array([3, 4], np.int16),
        turned=np.zeros(2, np.bool_),
        visible=np.ones(2, np.float32),
        conditions=np.zeros(2, np.int16),
        references=rng.integers(60, 190, (len(REFERENCE_CODES), 124, 80, 3), np.uint8),
        known=np.array([code >= 90 or code % 5 > 0 for code in range(len(REFERENCE_CODES))]),
    )


@pytest.mark.parametrize("seed", range(12))
def test_cards_of_one_picture_differ_in_a_small_mark(seed: int) -> None:
    deck = stamped(np.random.default_rng(seed), deck_of_four_values())
    for one, other in combinations(deck.references[:5], 2):
        apart = int((one != other).any(axis=2).sum())
        assert 0 < apart <= 2 * LARGEST_PX**2
    assert int((deck.references[0] != deck.references[5]).any(axis=2).sum()) > PLACES // 2


def test_a_stamped_deck_has_every_value_and_no_photographs() -> None:
    """The photographs show the cards as they were before."""
    plain = deck_of_four_values()
    deck = stamped(np.random.default_rng(1), plain)
    assert len(deck.crops) == len(deck.codes) == 0
    assert bool(deck.known.all())
    assert np.array_equal(deck.references[90:], plain.references[90:])
    assert not plain.known[0]


def test_the_same_seed_stamps_the_same_deck() -> None:
    first, second = (stamped(np.random.default_rng(3), deck_of_four_values()) for _ in range(2))
    assert np.array_equal(first.references, second.references)
