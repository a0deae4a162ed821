"""A pytest plugin for `make prove`: the quickest tests first, and a name that mutmut asks for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

MUTATED = Path("mutants")  # what mutmut writes, and where it runs the tests
STATISTICS = "mutmut-stats.json"

if not hasattr(pytest.Item, "_nodeid"):  # mutmut 3.8 asks for `_nodeid`, which pytest 9.2 calls `nodeid`
    pytest.Item._nodeid = property(lambda item: item.nodeid)  # type: ignore[attr-defined]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One failing test is enough: most mutants fall before a whole game has to be played."""
    for measured in (Path(STATISTICS), MUTATED / STATISTICS):
        if measured.exists():
            seconds = json.loads(measured.read_text(encoding="utf-8"))["duration_by_test"]
            items.sort(key=lambda item: seconds.get(item.nodeid, 0))
