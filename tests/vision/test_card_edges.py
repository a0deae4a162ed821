"""Measuring edges where cards are expected."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.card_edges import measure_sides, placed_planes
from vision.lattice import CardSize, Image, Points, project
from vision.refine import refine_corners

CARD = CardSize()
SCALE = 2.0
FINE = 8
PLANE = np.array([[[SCALE, 0.0, 80.0], [0.0, SCALE, 80.0], [0.0, 0.0, 1.0]]])


def picture_of(degrees: float, x_mm: float, y_mm: float, frame_mm: float = 0.0) -> tuple[Image, Points]:
    """A light card, moved and turned, perhaps with a dark frame printed near its edge; and its corners."""
    turn, middle = np.radians(degrees), np.array([28.0, 43.5])
    rotate = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = ((CARD.corners_mm - middle) @ rotate.T + middle + (x_mm, y_mm)) * SCALE + 80.0
    picture = np.full((360 * FINE, 300 * FINE, 3), 70, np.uint8)
    _fill(picture, corners, (220, 225, 230))
    if frame_mm:
        _fill(picture, corners.mean(0) + (corners - corners.mean(0)) * (1.0 - frame_mm / 28.0), (20, 10, 10))
    small = cv2.resize(picture, (300, 360), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (3, 3), 0), np.uint8), corners


def _fill(picture: Image, corners: Points, ink: tuple[int, int, int]) -> None:
    # Drawn finer and reduced: a filled polygon is half a pixel larger than its corners say.
    cv2.fillPoly(picture, [np.rint((corners + 0.5) * FINE - 0.5).astype(np.int32)], ink)


@pytest.mark.parametrize(
    ("degrees", "x_mm", "y_mm"), [(0, 0, 0), (5, 0, 0), (-4, 2, 0), (3, 0, -3), (0, 4, 3), (-6, -4, 4)]
)
def test_a_card_is_found_where_it_was_moved_and_turned(degrees: float, x_mm: float, y_mm: float) -> None:
    picture, corners = picture_of(degrees, x_mm, y_mm)
    placements = measure_sides(picture, PLANE, CARD).place()
    found = project(placed_planes(PLANE, placements, CARD), CARD.corners_mm[None])[0]
    assert np.abs(found - corners).max() / SCALE < 1.6
    assert placements.sides.min() > 0.5


def test_a_bare_table_supports_no_card() -> None:
    bare = np.full((360, 300, 3), 70, np.uint8)
    assert measure_sides(bare, PLANE, CARD).place().sides.max() < 0.1


def test_the_card_is_its_outermost_edge_not_the_frame_printed_on_it() -> None:
    picture, _ = picture_of(0.0, 0.0, 0.0, frame_mm=3.0)
    smaller = PLANE @ np.array([[50 / 56, 0, 3.0], [0, 81 / 87, 3.0], [0, 0, 1.0]])
    outer = measure_sides(picture, smaller, CARD).outer_offsets((6.0, 6.0))
    assert np.allclose(outer, 3.3, atol=0.8)


@pytest.mark.parametrize("degrees", [0.0, 1.0, -1.2])
def test_corners_are_refined_below_a_quarter_of_a_millimetre(degrees: float) -> None:
    picture, corners = picture_of(degrees, 0.4, -0.6)
    rough = CARD.corners_mm * SCALE + 80.0
    refined = refine_corners(picture, rough[None], CARD)[0]
    assert np.abs(refined - corners).max() / SCALE < 0.25


def test_without_edges_corners_stay_where_they_were() -> None:
    rough = CARD.corners_mm[None] * SCALE + 80.0
    assert np.allclose(refine_corners(np.full((360, 300, 3), 70, np.uint8), rough, CARD), rough)


def test_no_outlines_are_refined_to_none() -> None:
    assert refine_corners(np.zeros((10, 10, 3), np.uint8), np.zeros((0, 4, 2)), CARD).shape == (0, 4, 2)
