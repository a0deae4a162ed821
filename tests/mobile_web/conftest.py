"""Fixtures of the browser tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.companion.server.live import LiveServer, live_server
from tests.mobile_web.browser import CHROMIUM, chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, started once."""
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine")
    with chromium() as one:
        yield one


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveServer]:
    """A server with an empty table."""
    with live_server(tmp_path) as server:
        yield server
