from __future__ import annotations

import json

import numpy as np
import pytest

from models.training.scenes.deck_styles import style_deck
from models.training.scenes.free_scene import render_free_scene

SIZE = (640, 480)


@pytest.mark.parametrize("seed", range(5))
def test_loose_cards_come_with_corners_and_visible_shares(seed: int) -> None:
    truth = render_free_scene(seed, "easy", style_deck(1), SIZE).truth
    assert truth.quad is None
    assert truth.cells == ()
    assert len(truth.free_cards) >= 5
    assert all(0 < card.visible <= 1.001 for card in truth.free_cards)
    top = max(card.visible for card in truth.free_cards)
    assert top > 0.97, "the card laid last is covered by nothing"


def test_truth_is_plain_json() -> None:
    told = json.loads(render_free_scene(3, "normal", style_deck(1), SIZE).truth.to_json())
    assert np.array(told["free_cards"][0]["corners"]).shape == (4, 2)
