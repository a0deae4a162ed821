"""How patient a watcher is follows from how often frames come."""

from __future__ import annotations

import pytest

from companion.watching.pace import FILM, STILLS, pace_at


@pytest.mark.parametrize(("frames_a_second", "rest_frames"), [(5, 1), (15, 3), (30, 5), (60, 8)])
def test_rest_lasts_as_long_at_any_rate(frames_a_second: float, rest_frames: int) -> None:
    assert pace_at(frames_a_second).motion.rest_frames == rest_frames


def test_a_very_slow_film_is_a_row_of_stills() -> None:
    assert pace_at(1.0) is STILLS
    assert pace_at(0.0) is FILM, "nobody knows"
