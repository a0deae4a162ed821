"""The cloths laid under labelled cards, and the boxes painted on cards."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.masks.batches import draw_batch
from models.training.masks.cloths import CLOTHS, Draw, with_cloth
from models.training.masks.tables import CORE, RIM


def test_a_cloth_changes_the_table_and_leaves_the_cards() -> None:
    piece = np.full((96, 96, 3), 120, np.uint8)
    is_card = np.zeros((96, 96), bool)
    is_card[20:70, 30:60] = True
    laid = with_cloth(np.random.default_rng(1), piece, is_card)
    assert (laid[26:64, 36:54] == 120).all()
    assert (laid[~is_card] != 120).mean() > 0.9


@pytest.mark.parametrize("draw", CLOTHS)
def test_every_cloth_is_another_with_another_seed_and_the_same_with_the_same(draw: Draw) -> None:
    first, again, other = (draw(np.random.default_rng(seed), 48) for seed in (5, 5, 6))
    assert first.shape == (48, 48, 3)
    assert np.isfinite(first).all()
    assert (first == again).all()
    assert (first != other).any()


def test_batches_have_cloths_and_boxes_but_the_marks_of_the_cards_as_they_were() -> None:
    """Of one plain table with one plain card, drawn many times, some pieces show more than two levels."""
    frame, labels = np.full((360, 640, 3), 90, np.uint8), np.zeros((360, 640), np.uint8)
    frame[100:260, 250:350], labels[100:260, 250:350] = 200, RIM
    labels[120:240, 263:337] = CORE
    batch = draw_batch(np.random.default_rng(2), [(frame, labels)], 12)
    assert set(np.unique(batch.marks)) == {0.0, 1.0}
    assert (batch.marks[:, 1] >= batch.marks[:, 0]).all()
    rough = [np.abs(np.diff(piece[..., 1].astype(int), axis=1)).mean() for piece in batch.frames]
    assert max(rough) > 3 * min(rough)
