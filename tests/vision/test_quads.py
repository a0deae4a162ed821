"""Outlines with four sides."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.quads import Outlines, areas, clockwise, outlines_of_masks, without_twins


def test_a_white_rectangle_is_one_outline_with_its_corners() -> None:
    mask = np.zeros((200, 300), np.uint8)
    cv2.rectangle(mask, (50, 40), (110, 130), 255, -1)
    found = outlines_of_masks(iter([mask, mask]), 20000.0)
    assert len(found) == 1
    assert sorted(map(tuple, found.corners[0].tolist())) == [(50, 40), (50, 130), (110, 40), (110, 130)]


def test_a_disc_is_no_card() -> None:
    mask = np.zeros((200, 300), np.uint8)
    cv2.circle(mask, (100, 100), 50, 255, -1)
    assert len(outlines_of_masks(iter([mask]), 20000.0)) == 0


def test_what_is_too_large_is_no_card() -> None:
    mask = np.full((200, 300), 255, np.uint8)
    assert len(outlines_of_masks(iter([mask]), 20000.0)) == 0


def test_outlines_run_clockwise_as_seen() -> None:
    back = np.array([[[0.0, 0.0], [0.0, 9.0], [6.0, 9.0], [6.0, 0.0]]])
    assert areas(back)[0] == -54
    assert areas(clockwise(back))[0] == 54


def test_of_twins_the_better_is_kept() -> None:
    quad = np.array([[0.0, 0.0], [56.0, 0.0], [56.0, 87.0], [0.0, 87.0]])
    kept = without_twins(Outlines(np.stack([quad, quad + 0.5, quad + 100]), np.array([0.9, 0.95, 0.9])))
    assert kept.quality.tolist() == [0.95, 0.9]
    assert kept.corners[0, 0].tolist() == [0.5, 0.5]


def test_every_outline_has_a_quality() -> None:
    with pytest.raises(ValueError, match="expected 2 x 4 x 2 corners"):
        Outlines(np.zeros((3, 4, 2)), np.zeros(2))
