"""The network's own white balance, done before it looks: the same bytes as pixel by pixel."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.crop_balance import CropBalance, mean_patches
from vision.network_manifest import read_network_manifest

MANIFEST = Path(__file__).parents[2] / "models" / "cards.json"
Crops = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]


@pytest.fixture(scope="module")
def balance() -> CropBalance:
    found = read_network_manifest(MANIFEST).balance
    assert found is not None
    return found


def crops(count: int) -> Crops:
    dim = np.random.default_rng(5).integers(0, 256, (count, 124, 80, 3), dtype=np.uint8)
    return (dim // np.arange(1, count + 1, dtype=np.uint8)[:, None, None, None]).astype(np.uint8)


def test_a_patch_is_the_mean_of_its_pixels_by_channel() -> None:
    pictures = crops(2)
    patches = mean_patches(pictures)
    assert patches.shape == (2, 3, 31, 20)
    assert patches[1, 2, 3, 4] == pytest.approx(pictures[1, 12:16, 16:20, 2].mean() / 255, abs=1e-6)


def test_a_balanced_crop_is_what_each_pixel_would_be_by_itself(balance: CropBalance) -> None:
    pictures = crops(3)
    patches = pictures.reshape(3, 31, 4, 20, 4, 3).mean(axis=(2, 4)) / 255
    means = patches.mean(axis=(1, 2))
    rim = [patches[:, 1], patches[:, -2], patches[:, :, 1], patches[:, :, -2]]
    told = np.log(np.hstack([means, patches.max(axis=(1, 2)), sum(s.mean(axis=1) for s in rim) / 4]) + 0.03)
    told -= told[:, :3].mean(axis=1, keepdims=True)
    hidden = np.maximum(told @ balance.inward + balance.offset, 0)
    gains = np.exp(0.6 * np.tanh(hidden @ balance.outward))
    factors = gains * (0.5 / 255) / ((means * gains).mean(axis=1, keepdims=True) + 0.04)
    numbers = np.minimum(pictures * factors[:, None, None], 3.0) - 0.5
    expected = np.clip(np.rint(numbers / balance.scale + balance.zero), 0, 255)
    off = np.abs(balance.balanced(pictures) - expected)
    assert off.max() <= 1  # a number that lies half way between two bytes
    assert (off == 0).mean() > 0.999


def test_no_crops_are_balanced_to_none(balance: CropBalance) -> None:
    assert balance.balanced(crops(0)).shape == (0, 124, 80, 3)


def test_a_balance_says_its_numbers_so_that_they_are_read_again(balance: CropBalance) -> None:
    words = balance.as_words()
    assert np.array_equal(np.asarray(words["outward"], np.float32), balance.outward)
    assert (words["scale"], words["zero"]) == (balance.scale, balance.zero)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"offset": np.zeros(4, np.float32)}, "9 numbers inward"),
        ({"outward": np.full((16, 3), np.nan, np.float32)}, "finite"),
        ({"scale": 0.0}, "scale"),
        ({"zero": 256}, "byte"),
    ],
)
def test_a_balance_that_cannot_be_is_refused(
    balance: CropBalance, change: dict[str, object], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        replace(balance, **change)  # type: ignore[arg-type]
