"""Fixtures of the server's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.server.served import Served, served


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    """A server with an empty table."""
    with served(tmp_path) as one:
        yield one
