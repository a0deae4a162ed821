"""Memory that lies free is given back to the machine."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from vision import held_memory
from vision.held_memory import give_back_free_memory

STATM = Path("/proc/self/statm")
PAGE_BYTES = 4096
PIECE_BYTES = 60_000  # too small to be mapped by itself, too large for Python's own pools
PIECES = 1000


def held_bytes() -> int:
    return int(STATM.read_text(encoding="ascii").split()[1]) * PAGE_BYTES


@pytest.mark.skipif(
    not STATM.exists() or not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="another C library"
)
def test_what_lies_free_under_something_that_stays_is_given_back() -> None:
    pieces = [bytearray(PIECE_BYTES) for _ in range(PIECES)]
    stays = pieces[-1], bytearray(PIECE_BYTES)
    del pieces
    before = held_bytes()
    give_back_free_memory()
    assert before - held_bytes() > PIECES * PIECE_BYTES / 2
    assert stays


def test_a_c_library_that_cannot_do_so_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: object) -> object:
        return object()

    monkeypatch.setattr(ctypes, "CDLL", missing)
    held_memory._trim.cache_clear()
    give_back_free_memory()
    assert held_memory._trim() is None
    held_memory._trim.cache_clear()
