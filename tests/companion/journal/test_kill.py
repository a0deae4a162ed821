"""kill -9 at random moments: nothing acknowledged is lost, and the resumed game is the uninterrupted one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.companion.journal.killing import kill_and_resume


@pytest.mark.parametrize("seed", range(6))
def test_a_game_survives_being_killed_four_times(tmp_path: Path, seed: int) -> None:
    assert kill_and_resume(tmp_path, seed, kills=4) > 0
