"""The frame at the size at which cards are looked for."""

from __future__ import annotations

import numpy as np
import pytest

from vision.shrinking import halved
from vision.small_frame import noise_of, shrink


@pytest.mark.parametrize(
    ("width", "height"), [(1280, 720), (1920, 1080), (1080, 1920), (2560, 1440), (4000, 3000), (600, 500)]
)
def test_every_frame_size_comes_near_the_working_size(width: int, height: int) -> None:
    small = shrink(np.zeros((height, width, 3), np.uint8), 960)
    assert max(small.image.shape[:2]) <= 1.15 * 960
    assert np.allclose(small.scale * small.image.shape[1::-1], (width, height))


def test_halving_stops_above_the_given_length() -> None:
    assert halved(np.zeros((1081, 1923, 3), np.uint8), 480).shape == (270, 480, 3)
    assert halved(np.zeros((400, 700, 3), np.uint8), 480).shape == (400, 700, 3)


def test_a_noisy_frame_is_smoothed_and_a_clean_one_is_not() -> None:
    clean = np.full((540, 960, 3), 90, np.uint8)
    noisy = np.clip(np.random.default_rng(1).normal(90, 14, clean.shape), 0, 255).astype(np.uint8)
    assert (shrink(clean, 960).image == clean).all()
    assert noise_of(shrink(noisy, 960).image) < 0.5 * noise_of(noisy)
