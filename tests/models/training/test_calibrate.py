"""Beliefs are fitted to what happens, and errors of belief are seen."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.calibrate import Compared, fit, surprise
from models.training.evaluate import Answers, calibration_error, refusals


def answers(believed: list[float], named: list[bool]) -> Answers:
    yes = np.ones(len(named), np.bool_)
    return Answers(
        condition=np.zeros(len(named), np.int16),
        asked=yes,
        face=yes,
        named=np.array(named),
        believed=np.array(believed, np.float32),
        none=np.zeros(len(named), np.float32),
        colour=yes,
        animal_digit=yes,
        shape_animal_digit=yes,
        state=yes,
        turned=yes,
        head_turned=yes,
        head_colour=yes,
        head_animal=yes,
        head_digit=yes,
    )


def test_beliefs_that_come_true_have_no_calibration_error() -> None:
    assert calibration_error(answers([0.5, 0.5, 1.0, 1.0], [True, False, True, True])) == pytest.approx(0)


def test_boasting_is_an_error_of_its_size() -> None:
    assert calibration_error(answers([0.9] * 10, [True] * 5 + [False] * 5)) == pytest.approx(0.4)


def test_what_is_kept_and_what_passes_depends_on_one_belief() -> None:
    known = answers([0.2, *[0.9] * 9], [False, *[True] * 9])
    wrong, passed = refusals(known, np.array([0.1, 0.95], np.float32), 0.9)
    assert wrong == 0
    assert passed == 0.5


def test_the_fit_is_less_surprised_than_a_guess() -> None:
    rng = np.random.default_rng(4)
    right = rng.integers(0, 5, 200)
    cosine = rng.normal(0.3, 0.1, (200, 5)).astype(np.float32)
    cosine[np.arange(200), right] += 0.4
    own = [Compared(cosine, right)]
    strangers = [Compared(rng.normal(0.3, 0.1, (200, 5)).astype(np.float32), np.full(200, 5))]
    sharpness, refusal = fit(own, strangers)
    assert 0.35 < refusal < 0.75
    assert surprise(own, sharpness, refusal) < surprise(own, 8.0, 0.9)
    assert surprise(strangers, sharpness, refusal) < surprise(strangers, 8.0, 0.1)
