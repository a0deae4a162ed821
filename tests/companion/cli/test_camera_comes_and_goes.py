"""A camera that was never there, a phone that stops filming, and a verdict in doubt."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from companion.cli import table_camera
from companion.cli.camera_messages import Doing, Happened
from companion.cli.camera_source import Eyes
from companion.cli.decks import deck_list
from companion.cli.table_camera import WatchedTable
from companion.games.conclave.conclave import Cell
from companion.games.conclave.notation import mage
from companion.games.conclave.verdict import judge
from companion.journal.journal import Journal
from companion.server.camera import CameraView, Sighted
from companion.server.live_table import LiveTable
from companion.table.referee import EmissarySeen
from companion.watching.happenings import WatchEvent
from tests.companion.watching.typed import NOBODY_FOLLOWS


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


def test_a_verdict_on_a_guessed_card_is_in_doubt_before_anybody_is_asked_and_until_it_is_settled(
    tmp_path: Path,
) -> None:
    here = Cell(1, 1)
    seen = EmissarySeen("Ana", mage("orG5"), here, judge(NOBODY_FOLLOWS, here), unbroken=True)

    async def watch() -> list[tuple[tuple[int, int], ...]]:
        table, doubts = LiveTable(Journal(tmp_path), "boot"), []
        camera = WatchedTable(table, deck_list("house"), Eyes("7", "house", tmp_path))
        await camera._take(Happened(0, (WatchEvent(1, 0.1, seen, unsure=(here,)),)))
        for guessed in (((1, 1),), ()):
            await camera._take(Doing(CameraView(source="running"), guessed=guessed))
            assert table.camera is not None
            doubts.append(table.camera.verdict_unsure)
        table.close()
        return doubts

    assert asyncio.run(watch()) == [((1, 1),), ()]
