"""Another deck on the table: the camera looks with it, and the film of the demonstration ends."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from companion.cli import table_camera
from companion.cli.camera_messages import Wish, Word
from companion.cli.camera_source import Eyes
from companion.cli.decks import deck_list
from companion.cli.demo_film import AUTHOR, DemoTable
from companion.cli.table_camera import WatchedTable
from companion.journal.journal import Journal
from companion.server.live_table import LiveTable


class Looking:
    """A camera process that does nothing but remember with which eyes it looks."""

    opened: list[Eyes]
    closed = 0

    def __init__(self, eyes: Eyes, _loop: asyncio.AbstractEventLoop) -> None:
        Looking.opened.append(eyes)
        self.words: asyncio.Queue[Word | None] = asyncio.Queue()

    def wish(self, wish: Wish) -> None:
        """Take no notice."""

    def close(self) -> None:
        Looking.closed += 1


@pytest.fixture(autouse=True)
def looking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_camera, "CameraProcess", Looking)
    Looking.opened, Looking.closed = [], 0


def used(kind: type[WatchedTable], eyes: Eyes, *, is_open: bool) -> WatchedTable:
    async def use() -> WatchedTable:
        table = LiveTable(Journal(eyes.data), "boot")
        camera = kind(table, deck_list("house"), eyes)
        if is_open:
            camera.open()
        camera.use("mine", deck_list("house"))
        still_open = camera._process is not None
        assert still_open is (len(Looking.opened) > Looking.closed)
        camera.close()
        table.close()
        return camera

    return asyncio.run(use())


def test_an_open_camera_looks_again_with_the_other_deck(tmp_path: Path) -> None:
    used(WatchedTable, Eyes("0", "house", tmp_path), is_open=True)
    assert [eyes.deck_name for eyes in Looking.opened] == ["house", "mine"]
    assert Looking.opened[1].source == "0"


def test_a_camera_that_nobody_opened_stays_closed(tmp_path: Path) -> None:
    camera = used(WatchedTable, Eyes(None, "house", tmp_path), is_open=False)
    assert Looking.opened == []
    assert camera._eyes.deck_name == "mine"


def test_the_film_of_the_demonstration_ends(tmp_path: Path) -> None:
    """It was played with the house deck, which another deck cannot read."""
    camera = used(DemoTable, Eyes("film.mp4", "house", tmp_path, AUTHOR), is_open=True)
    assert [eyes.deck_name for eyes in Looking.opened] == ["house"]
    assert camera.takes_frames
