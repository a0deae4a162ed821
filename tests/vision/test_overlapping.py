"""Outlines that share ground."""

from __future__ import annotations

import numpy as np

from vision.overlapping import not_frames, shared_ground, within

CARD = np.array([[0.0, 0.0], [56.0, 0.0], [56.0, 87.0], [0.0, 87.0]])


def test_half_of_a_card_is_shared_ground() -> None:
    assert shared_ground(CARD, CARD + np.array([28.0, 0.0])) == 28 * 87
    assert shared_ground(CARD, CARD + 200.0) == 0.0


def test_a_frame_printed_on_a_card_is_no_card() -> None:
    frame = CARD.mean(0) + 0.92 * (CARD - CARD.mean(0))
    assert not_frames(np.stack([CARD, frame, CARD + 100.0])).tolist() == [True, False, True]


def test_points_are_within_an_outline_or_near_it() -> None:
    points = np.array([[28.0, 40.0], [-3.0, 40.0], [-30.0, 40.0]])
    assert within(points, CARD[None], 0.0).tolist() == [True, False, False]
    assert within(points, CARD[None], 5.0).tolist() == [True, True, False]
