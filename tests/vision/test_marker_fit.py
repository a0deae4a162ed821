from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.marker_corners import sharpen_corners
from vision.marker_fit import FitSettings, Grid, SeenTile, fit_mat
from vision.mat_tiles import TILES, Points

GRID = Grid(4, 4, (56.0, 87.0))


def tiles_on(plane: Points, gaps_mm: tuple[float, float] = (10.0, 10.0)) -> list[SeenTile]:
    """Where a camera with this plane would see the four tiles, without any error."""
    size = GRID.size_mm(np.array(gaps_mm))
    seen = []
    for tile in TILES:
        on_table = tile.marker_corners_mm + np.array([tile.right, tile.down]) * size
        mapped = np.column_stack([on_table, np.ones(4)]) @ plane.T
        seen.append(SeenTile(tile, mapped[:, :2] / mapped[:, 2:]))
    return seen


PLANE = np.array([[2.0, 0.3, 300.0], [-0.2, 1.7, 120.0], [2e-4, 5e-4, 1.0]])


@pytest.mark.parametrize("gaps", [(10.0, 10.0), (4.0, 6.0), (20.0, 20.0)])
def test_perfect_tiles_give_the_perfect_grid(gaps: tuple[float, float]) -> None:
    fit = fit_mat(tiles_on(PLANE, gaps), GRID, FitSettings())
    assert fit is not None
    corners = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * GRID.size_mm(np.array(gaps))
    mapped = np.column_stack([corners, np.ones(4)]) @ PLANE.T
    assert np.allclose(fit.corners_px, mapped[:, :2] / mapped[:, 2:], atol=0.15)
    assert np.allclose(fit.gaps_mm, gaps, atol=0.5)
    assert fit.misfit < 0.5


def test_the_doubt_is_smallest_where_tiles_are() -> None:
    seen = tiles_on(PLANE)
    doubts = [
        fit.doubt_px for count in (4, 3, 2) if (fit := fit_mat(seen[:count], GRID, FitSettings())) is not None
    ]
    assert len(doubts) == 3
    assert doubts[0] < doubts[1] < doubts[2]


def test_exchanged_tiles_misfit() -> None:
    seen = tiles_on(PLANE)
    swapped = [
        SeenTile(seen[1].tile, seen[0].corners_px),
        SeenTile(seen[0].tile, seen[1].corners_px),
        *seen[2:],
    ]
    fit = fit_mat(swapped, GRID, FitSettings())
    assert fit is None or fit.misfit > 2.5


pixel = st.floats(-5000, 5000, allow_nan=False) | st.sampled_from([0.0, 1.0, 640.0])


@given(st.lists(st.lists(st.tuples(pixel, pixel), min_size=4, max_size=4), min_size=2, max_size=4))
@settings(max_examples=60, deadline=None)
def test_no_arrangement_of_tiles_breaks_the_fit(quads: list[list[tuple[float, float]]]) -> None:
    seen = [SeenTile(tile, np.array(quad)) for tile, quad in zip(TILES, quads, strict=False)]
    fit = fit_mat(seen, GRID, FitSettings())
    assert fit is None or np.isfinite(fit.corners_px).all()


@pytest.mark.parametrize("blur_px", [0.5, 1.5, 3.0])
def test_sides_keep_their_place_under_blur(blur_px: float) -> None:
    """Drawn eight times as fine, so that the true corner lies between pixels."""
    fine = np.full((1600, 1600), 220, np.uint8)
    corners = np.array([[410.0, 330.0], [1190.0, 430.0], [1120.0, 1230.0], [350.0, 1090.0]])
    cv2.fillPoly(fine, [corners.astype(np.int32)], 25)
    picture = cv2.GaussianBlur(cv2.resize(fine, (200, 200), interpolation=cv2.INTER_AREA), (0, 0), blur_px)
    true = (corners + 0.5) / 8 - 0.5
    start = true + np.array([[0.8, -0.6], [-0.7, 0.9], [0.6, 0.6], [-0.9, -0.5]])
    assert np.abs(sharpen_corners(picture, start) - true).max() < 0.15


def test_a_marker_without_clear_sides_keeps_the_corners_it_had() -> None:
    corners = np.array([[20.0, 20.0], [60.0, 20.0], [60.0, 60.0], [20.0, 60.0]])
    assert np.array_equal(sharpen_corners(np.full((80, 80), 90, np.uint8), corners), corners)
