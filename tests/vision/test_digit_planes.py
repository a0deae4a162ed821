"""The plane in which a number stands out is told by the cards themselves."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Indices
from vision.digit_planes import GREY, telling_plane

SAMPLES = 64
DIGITS, DRAWINGS = 3, 3


def patches(ground: tuple[int, int, int], ink: tuple[int, int, int]) -> tuple[Floats, Indices, Indices]:
    """Noisy patches of each digit on each drawing: a bar at another place for each digit."""
    rng = np.random.default_rng(4)
    digits, drawings = (part.ravel() for part in np.mgrid[0:DIGITS, 0:DRAWINGS])
    shown = np.tile(np.array(ground, np.float32), (len(digits), SAMPLES, 1))
    for patch, digit in zip(shown, digits.tolist(), strict=True):
        patch[20 * digit : 20 * digit + 12] = ink
    noisy: Floats = (shown + rng.normal(0, 3, shown.shape)).astype(np.float32)
    return noisy, digits, drawings


def contrast(
    plane: tuple[float, float, float], ground: tuple[int, int, int], ink: tuple[int, int, int]
) -> float:
    return abs(float(np.dot(plane, np.subtract(ink, ground))))


def test_grey_is_preferred_where_it_shows_the_number() -> None:
    """It hardly changes with the light."""
    assert telling_plane(*patches((60, 60, 60), (230, 230, 230))) == GREY
    assert telling_plane(*patches((190, 90, 40), (235, 240, 240))) == GREY


def test_a_number_as_bright_as_its_ground_is_seen_by_its_colour() -> None:
    for ground, ink in (((70, 140, 66), (60, 92, 190)), ((96, 186, 222), (140, 188, 214))):
        plane = telling_plane(*patches(ground, ink))
        assert contrast(plane, ground, ink) > 3 * contrast(GREY, ground, ink)
        assert np.isclose(np.abs(plane).sum(), 1)


def test_where_no_number_shows_no_colour_is_sought() -> None:
    shown, digits, drawings = patches((90, 90, 90), (90, 90, 90))
    assert telling_plane(shown, digits, drawings) == GREY
