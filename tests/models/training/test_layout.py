from __future__ import annotations

import numpy as np

from models.training.scenes.condition import CONDITIONS
from models.training.scenes.deck_styles import style_deck
from models.training.scenes.layout import CENTRE, draw_layout, draw_occupied


def test_hands_stray_at_most_four_millimetres_and_six_degrees() -> None:
    for seed in range(30):
        layout = draw_layout(np.random.default_rng(seed), CONDITIONS["hard"], style_deck(0))
        for cell, card in layout.cards.items():
            x, y = layout.middle_mm(*cell)
            assert abs(card.x_mm - x) <= 4
            assert abs(card.y_mm - y) <= 4
            upright = 90.0 if layout.landscape else 0.0
            off = (card.angle_degrees - upright + 90) % 180 - 90
            assert abs(off) <= 6


def test_gaps_stay_within_three_and_twenty_five_millimetres() -> None:
    for seed in range(60):
        layout = draw_layout(np.random.default_rng(seed), CONDITIONS["hard"], style_deck(0))
        assert all(3 <= gap <= 25 for gap in layout.gap_mm)


def test_setup_leaves_the_centre_empty_and_games_leave_anything() -> None:
    rng = np.random.default_rng(4)
    patterns = [draw_occupied(rng) for _ in range(300)]
    setups = [taken for taken in patterns if len(taken) == 12 and not taken & CENTRE]
    assert len(setups) > 60
    assert {len(taken) for taken in patterns} >= set(range(6, 17))


def test_no_card_is_dealt_more_often_than_the_deck_holds_it() -> None:
    layout = draw_layout(np.random.default_rng(8), CONDITIONS["easy"], style_deck(0))
    codes = [card.code for card in layout.cards.values()]
    assert len(codes) == len(set(codes))
