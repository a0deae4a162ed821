from __future__ import annotations

import numpy as np
import pytest

from calibration.teaching.card_ratio import leaves_open, side_ratio, size_of_ratio
from vision.arrays import Points
from vision.lattice import CardSize


@pytest.mark.parametrize("ratio", [1.546, 1.552, 1.560])
def test_a_shape_that_several_sizes_have_is_taken_for_the_likeliest(ratio: float) -> None:
    """A photo does not show that cards are small; 44 x 68 mm has nearly the shape of 56 x 87."""
    assert size_of_ratio(ratio) == CardSize(56.0, 87.0)


def test_other_common_shapes_are_known() -> None:
    assert size_of_ratio(1.397) == CardSize(63.0, 88.0)
    assert size_of_ratio(1.715) == CardSize(70.0, 120.0)


def test_a_shape_of_its_own_is_as_wide_as_usual() -> None:
    assert size_of_ratio(1.25) == CardSize(56.0, 70.0)


def photographed(length: float, tilt: float, lens: float) -> Points:
    """Corners of nine cards of that length and of width 1 on a table, in a picture of 1600 x 1200 pixels."""
    rows, columns = np.mgrid[-1:2, -1:2].reshape(2, -1, 1, 1)
    card = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])[None, None] * (1.0, length)
    flat = (card[0] + np.concatenate([columns * 1.2, rows * (length + 0.2)], axis=-1)).reshape(-1, 2)
    away = flat[:, 1] * np.sin(tilt) + 10.0
    seen = lens * 1600 * np.stack([flat[:, 0], flat[:, 1] * np.cos(tilt)], axis=1) / away[:, None]
    corners: Points = (seen + np.array([799.5, 599.5])).reshape(-1, 4, 2)
    return corners


def test_a_photo_from_straight_above_tells_the_shape_of_its_cards() -> None:
    """Whatever the lens, cards of 1.4 to 1 are not taken for cards of 1.55 to 1."""
    corners = photographed(1.4, tilt=0.0, lens=1.3)
    assert side_ratio(corners, (1600, 1200)) == pytest.approx(1.4, rel=0.005)
    assert not leaves_open(corners, (1600, 1200), 1.55)


def test_a_tilted_photo_leaves_the_shape_open_that_another_lens_would_show() -> None:
    """A wide lens, 30 degrees off: cards that lie straight look too long, and may be as long as others."""
    corners = photographed(1.55, tilt=0.5, lens=0.6)
    assert abs(np.log(side_ratio(corners, (1600, 1200)) / 1.55)) > 0.03
    assert leaves_open(corners, (1600, 1200), 1.55)
    assert not leaves_open(corners, (1600, 1200), 1.2)
