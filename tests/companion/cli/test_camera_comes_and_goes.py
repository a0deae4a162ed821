"""A camera that was never there, and a phone that stops filming."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from companion.cli import table_camera
from companion.cli.camera_messages import Doing
from companion.cli.camera_source import Eyes
from companion.cli.decks import deck_list
from companion.cli.table_camera import WatchedTable
from companion.journal.journal import Journal
from companion.server.camera import CameraView, Sighted
from companion.server.live_table import LiveTable


class Nobody:
    """A camera's process that never says anything."""

    def __init__(self, *_: object) -> None:
        self.words: asyncio.Queue[object] = asyncio.Queue()

    def wish(self, wish: object) -> None:
        """Take it, and do nothing."""

    def close(self) -> None:
        """There is nothing to stop."""


@pytest.fixture(autouse=True)
def no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_camera, "CameraProcess", Nobody)


def test_a_camera_that_was_never_there_is_named_once_on_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def watch() -> list[str]:
        table, seen = LiveTable(Journal(tmp_path), "boot"), []
        camera = WatchedTable(table, deck_list("house"), Eyes("7", "house", tmp_path))
        for source in ("reopening", "reopening", "running", "reopening"):
            await camera._take(Doing(CameraView(source=source)))
            assert table.camera is not None
            seen.append(table.camera.source)
        table.close()
        return seen

    assert asyncio.run(watch()) == ["unreachable", "unreachable", "running", "reopening"]
    assert capsys.readouterr().err.count("Camera 7 cannot be opened") == 1


def test_a_phone_that_stops_filming_is_no_camera_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_camera, "PHONE_GONE_SECONDS", 0.05)

    async def film() -> None:
        table = LiveTable(Journal(tmp_path), "boot")
        camera = WatchedTable(table, deck_list("house"), Eyes(None, "house", tmp_path))
        camera.push(b"frame")
        await camera._take(Sighted(1, b"picture", 64, 48))
        assert table.camera is not None
        await asyncio.sleep(0.3)
        assert table.camera is None
        assert table.sights.latest is None
        camera.push(b"frame")
        assert table.camera is not None, "whoever comes back is the camera again"
        camera.close()
        table.close()

    asyncio.run(film())
