from __future__ import annotations

import numpy as np
import pytest

from models.training.scenes.animals import DRAWINGS, animal_mask
from models.training.scenes.codes import ALL_CODES, COLOURS
from models.training.scenes.deck import Deck
from models.training.scenes.deck_styles import draw_back, draw_face, draw_style, style_deck
from models.training.scenes.foreign import is_foreign, with_foreign


def apart(first: np.ndarray, second: np.ndarray) -> float:
    return float(np.abs(first.astype(float) - second.astype(float)).mean())


@pytest.mark.parametrize("seed", range(12))
def test_cards_of_a_style_can_be_told_apart(seed: int) -> None:
    style = draw_style(seed)
    card = draw_face(style, "puG4", 112)
    for other in ("reG4", "blG4", "grG4", "orG4", "beG4"):
        assert apart(card, draw_face(style, other, 112)) > 1
    assert np.abs(card.astype(int) - draw_face(style, "puC4", 112)).max() > 60
    assert np.abs(card.astype(int) - draw_face(style, "puG1", 112)).max() > 60


def test_backs_show_their_colour() -> None:
    for seed in range(6):
        style = draw_style(seed)
        means = [draw_back(style, colour, 56).mean(axis=(0, 1)) for colour in COLOURS]
        gaps = [np.abs(a - b).max() for i, a in enumerate(means) for b in means[:i]]
        assert min(gaps) > 8


def test_a_style_deck_has_every_card_and_draws_it_once() -> None:
    deck = style_deck(3, 56)
    assert sorted(deck.faces) == sorted(ALL_CODES)
    assert deck.picture("puG5") is deck.picture("puG5")
    assert deck.picture("puB?") is deck.backs["pu"]


def test_a_deck_without_a_needed_back_is_refused() -> None:
    face = np.zeros((87, 56, 3), np.uint8)
    with pytest.raises(ValueError, match="no back of"):
        Deck("broken", {"puG5": face}, {"re": face})


def test_no_two_animals_are_drawn_alike() -> None:
    for drawing in range(3):
        masks = [animal_mask(animal, drawing, 64, False) for animal in DRAWINGS]
        for index, mask in enumerate(masks):
            assert 0.08 < mask.mean() < 0.6
            assert all(np.abs(mask - other).mean() > 0.08 for other in masks[:index])


def test_strange_cards_are_dealt_among_the_deck_and_known_by_their_code() -> None:
    deck = with_foreign(style_deck(1, 56), seed=4, kinds=5, copies=3)
    dealt = deck.cards()
    assert sum(is_foreign(code) for code in dealt) == 15
    assert not is_foreign("puG5")
    assert not is_foreign(None)
    assert deck.picture("xxS0").shape[2] == 3
