"""Cells are cut out the same way, however quickly."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cell_images import ReducedFrame, lay_straight, lay_window_straight, reduce_frame

QUADS = np.array(
    [
        [[40.2, 31.7], [95.1, 38.4], [88.9, 125.3], [30.6, 118.8]],
        [[120.5, 20.1], [178.3, 24.9], [181.2, 110.4], [124.7, 112.6]],
    ]
)


@pytest.fixture
def frame() -> ReducedFrame:
    """A lively picture."""
    rng = np.random.default_rng(3)
    coarse = rng.integers(0, 256, (30, 40, 3), dtype=np.uint8)
    return ReducedFrame(np.asarray(cv2.resize(coarse, (220, 160)), np.uint8), np.zeros(2), 1)


@pytest.mark.parametrize("size_px", [(56, 87), (62, 93), (80, 124), (38, 54)])
def test_four_bytes_a_pixel_give_the_same_cut_outs(frame: ReducedFrame, size_px: tuple[int, int]) -> None:
    """They are cut in lines of whole vectors, of which the rest must not show."""
    plain = lay_straight(frame, QUADS, size_px, 0.04, 2.0)
    quick = lay_straight(frame.in_fours(), QUADS, size_px, 0.04, 2.0)
    assert quick.shape == (2, size_px[1], size_px[0], 3)
    assert np.array_equal(plain, quick)


def test_no_cells_are_no_cut_outs(frame: ReducedFrame) -> None:
    assert lay_straight(frame.in_fours(), QUADS[:0], (56, 87)).shape[0] == 0


def test_a_grey_frame_is_cut_to_nearly_the_grey_of_the_coloured_one(frame: ReducedFrame) -> None:
    grey = lay_straight(frame.in_grey(), QUADS, (56, 87))
    coloured = lay_straight(frame, QUADS, (56, 87))
    assert grey.shape == (2, 87, 56)
    for one, other in zip(grey, coloured, strict=True):
        apart = cv2.absdiff(one, np.asarray(cv2.cvtColor(other, cv2.COLOR_BGR2GRAY), np.uint8))
        assert int(apart.max()) <= 2


@pytest.mark.parametrize("factor", [2, 3, 4, 5])
def test_a_frame_is_shrunk_to_the_mean_of_each_square_of_pixels(factor: int) -> None:
    picture = np.random.default_rng(factor).integers(0, 256, (150 * factor, 200 * factor, 3), dtype=np.uint8)
    quads = factor * np.array([[[40.0, 30.0], [96.0, 30.0], [96.0, 117.0], [40.0, 117.0]]])
    reduced = reduce_frame(picture, quads, 56)
    assert reduced.factor == factor
    left, top = reduced.origin_px.astype(int)
    height, width = reduced.image_bgr.shape[:2]
    part = picture[top : top + height * factor, left : left + width * factor].astype(np.float64)
    means = part.reshape(height, factor, width, factor, 3).mean(axis=(1, 3))
    assert np.abs(reduced.image_bgr - means).max() <= 0.51


def test_a_window_is_what_the_whole_cut_out_shows_there(frame: ReducedFrame) -> None:
    """Small numbers are looked at without cutting out their card."""
    whole = lay_straight(frame, QUADS, (199, 309))
    window = lay_window_straight(frame, QUADS, (199, 309), (140, 5, 186, 51))
    assert window.shape == (2, 46, 46, 3)
    assert int(cv2.absdiff(window.ravel(), whole[:, 5:51, 140:186].ravel()).max()) <= 1
