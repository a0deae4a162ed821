"""A pytest plugin for `make prove`: the quickest tests first, and a name that mutmut asks for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

MEASURED = Path("mutmut-stats.json")  # beside the mutated copy, where mutmut runs the tests

if not hasattr(pytest.Item, "_nodeid"):  # mutmut 3.8 asks for `_nodeid`, which pytest 9.2 calls `nodeid`
    pytest.Item._nodeid = property(lambda item: item.nodeid)  # type: ignore[attr-defined]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One failing test is enough: most mutants fall before a whole game has to be played."""
    if MEASURED.exists():
        seconds = json.loads(MEASURED.read_text(encoding="utf-8"))["duration_by_test"]
        items.sort(key=lambda item: seconds.get(item.nodeid, 0))
