"""Pictures that come and go beside small things that stay leave nothing behind on the heap."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from vision.held_memory import keep_memory_steady

STATM = Path("/proc/self/statm")
PICTURES = """
from pathlib import Path
from vision.held_memory import keep_memory_steady

def held_mb():
    return int(Path("/proc/self/statm").read_text().split()[1]) / 256

if {steady}:
    keep_memory_steady()
bytearray(6_000_000)  # the first one goes by itself, and glibc draws its conclusions
before, small, pictures = held_mb(), [], []
for _ in range(20):
    pictures.append(bytearray(6_000_000))
    small.append(bytearray(2_000))
del pictures
print(held_mb() - before)
"""


def left_behind_mb(*, steady: bool) -> float:
    done = subprocess.run(
        [sys.executable, "-c", PICTURES.format(steady=steady)], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


@pytest.mark.skipif(
    not STATM.exists() or not hasattr(ctypes.CDLL(None), "mallopt"), reason="another C library"
)
def test_pictures_leave_nothing_behind() -> None:
    assert left_behind_mb(steady=False) > 50, "then this test could not fail"
    assert left_behind_mb(steady=True) < 5


def test_another_c_library_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    keep_memory_steady()
