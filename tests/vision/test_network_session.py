"""A network that stays open for an evening holds no more memory after a large picture than before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

LARGE_PICTURE = """
from pathlib import Path
import numpy as np
from vision.card_marks import default_marker
from vision.held_memory import keep_memory_steady

def held_mb():
    return int(Path("/proc/self/statm").read_text().split()[1]) / 256

keep_memory_steady()
frame_bgr = np.random.default_rng(4).integers(0, 255, (540, 960, 3), np.uint8)
default_marker().mark(frame_bgr)
before = held_mb()
default_marker().mark(frame_bgr, finer=2.5)
print(held_mb() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is counted elsewhere")
def test_a_large_picture_leaves_nothing_behind_in_a_network() -> None:
    done = subprocess.run([sys.executable, "-c", LARGE_PICTURE], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 15
