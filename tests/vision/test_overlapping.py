"""Outlines that share ground."""

from __future__ import annotations

import cv2
import numpy as np

from vision.overlapping import drop_repeats, lies_under, not_frames, shared_ground, within

CARD = np.array([[0.0, 0.0], [56.0, 0.0], [56.0, 87.0], [0.0, 87.0]])


def test_half_of_a_card_is_shared_ground() -> None:
    assert shared_ground(CARD, CARD + np.array([28.0, 0.0])) == 28 * 87
    assert shared_ground(CARD, CARD + 200.0) == 0.0


def test_a_repeat_yields_to_the_better_outline() -> None:
    corners = np.stack([CARD, CARD + 2.0, CARD + 60.0])
    assert drop_repeats(corners, np.array([0.5, 0.9, 0.7])).tolist() == [1, 2]


def test_a_frame_printed_on_a_card_is_no_card() -> None:
    frame = CARD.mean(0) + 0.92 * (CARD - CARD.mean(0))
    assert not_frames(np.stack([CARD, frame, CARD + 100.0])).tolist() == [True, False, True]


def test_the_card_whose_edge_is_broken_lies_under_the_other() -> None:
    lower, upper = CARD + 40.0, CARD + 70.0
    picture = np.full((220, 220, 3), 60, np.uint8)
    for quad, ink in ((lower, (200, 120, 120)), (upper, (120, 200, 230))):
        cv2.fillConvexPoly(picture, quad.astype(np.int32), ink)
    assert lies_under(picture, np.stack([lower, upper])).tolist() == [True, False]
    assert lies_under(picture, np.stack([upper, lower])).tolist() == [False, True]


def test_points_are_within_an_outline_or_near_it() -> None:
    points = np.array([[28.0, 40.0], [-3.0, 40.0], [-30.0, 40.0]])
    assert within(points, CARD[None], 0.0).tolist() == [True, False, False]
    assert within(points, CARD[None], 5.0).tolist() == [True, True, False]
