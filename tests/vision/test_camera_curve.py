"""A camera's curve keeps the middle, rolls highlights off, and can be undone."""

from __future__ import annotations

import numpy as np
import pytest

from vision.camera_curve import CURVES, STRAIGHT, UNCHANGED, CameraCurve, Highlights
from vision.light_curve import linear_light

NUMBERS = np.arange(256, dtype=np.uint8).reshape(1, -1)
EACH = pytest.mark.parametrize("curve", CURVES, ids=lambda curve: f"shoulder {curve.shoulder:g}")


def test_a_file_that_keeps_to_what_it_says_is_taken_at_its_word() -> None:
    assert np.array_equal(STRAIGHT.light(NUMBERS), linear_light(NUMBERS))


@EACH
def test_light_grows_with_the_numbers_and_is_the_same_in_the_middle(curve: CameraCurve) -> None:
    light = curve.light(NUMBERS)[0]
    assert (np.diff(light) > 0).all()
    middle = int(np.abs(linear_light(NUMBERS)[0] - UNCHANGED).argmin())
    assert light[middle] == pytest.approx(UNCHANGED, abs=0.02)


def test_a_stronger_shoulder_stands_for_more_light_behind_white() -> None:
    white = [float(curve.light(NUMBERS)[0, 250]) for curve in CURVES]
    assert white == sorted(white)
    assert white[-1] > 5 * white[0]


@EACH
def test_steepness_is_how_much_light_a_step_of_the_file_is(curve: CameraCurve) -> None:
    said, light = linear_light(NUMBERS)[0], curve.light(NUMBERS)[0]
    middle = slice(20, 240)
    steps = (np.diff(light) / np.diff(said))[middle]
    between = ((said[1:] + said[:-1]) / 2)[middle]
    assert curve.steepness(Highlights.of(between.astype(np.float32))) == pytest.approx(steps, rel=0.03)


@EACH
def test_no_picture_has_no_light(curve: CameraCurve) -> None:
    assert curve.light(np.zeros((0, 8, 5, 3), np.uint8)).shape == (0, 8, 5, 3)
