"""Cards are looked up both ways round at once."""

from __future__ import annotations

import numpy as np

from vision.shapes import both_ways_round


def test_products_both_ways_round_are_those_of_a_picture_and_of_the_same_turned() -> None:
    """Half of the work gives both."""
    rng = np.random.default_rng(5)
    deck, seen = (rng.normal(size=(count, 3, 44, 28)).astype(np.float32) for count in (7, 4))
    shared, unlike = np.matmul(both_ways_round(deck), both_ways_round(seen).transpose(0, 2, 1))
    flat = deck.reshape(len(deck), -1)
    upright, turned = seen.reshape(len(seen), -1), seen[:, :, ::-1, ::-1].reshape(len(seen), -1)
    assert np.allclose(shared + unlike, flat @ upright.T, atol=1e-3)
    assert np.allclose(shared - unlike, flat @ turned.T, atol=1e-3)
