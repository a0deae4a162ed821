"""The photo desk: hands photos to a process that reads them, one at a time, and never waits for ever."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeVar

from companion.cli.worker_process import NoAnswer, TooSlow, WorkerProcess
from companion.table.photographed import (
    LARGEST_PHOTO_BYTES,
    PhotographedTable,
    PhotographedZone,
    PhotoTrouble,
    UnusablePhoto,
    ZoneAsked,
)

Told = TypeVar("Told", PhotographedTable, PhotographedZone)
PATIENCE_SECONDS = 60.0  # for starting and for one photo, on a slow machine as well


class PhotoDesk:
    """Reads photos of the table. The process starts with the first one, and again after one that broke it."""

    def __init__(
        self, deck_name: str, data: Path | None = None, patience_seconds: float = PATIENCE_SECONDS
    ) -> None:
        self._data = data
        self._worker = WorkerProcess(_work, (deck_name, data), patience_seconds)

    def use(self, deck_name: str) -> None:
        """Read with another deck from now on, or with the same one as it is now."""
        self._worker.restart(deck_name, self._data)

    async def read(self, content: bytes) -> PhotographedTable:
        """What the photo shows; raises `UnusablePhoto`."""
        with _usable(content):
            return _told(await self._worker.ask(content), PhotographedTable)

    async def read_zone(self, asked: ZoneAsked) -> PhotographedZone:
        """The cards of a zone, wherever they lie; raises `UnusablePhoto`."""
        with _usable(asked.content):
            return _told(await self._worker.ask(asked), PhotographedZone)

    def read_now(self, content: bytes) -> PhotographedTable:
        """The same, for whoever may wait."""
        with _usable(content):
            return _told(self._worker.ask_now(content), PhotographedTable)

    def close(self) -> None:
        """Stop at once, whatever is being read."""
        self._worker.close()


@contextmanager
def _usable(content: bytes) -> Iterator[None]:
    if len(content) > LARGEST_PHOTO_BYTES:
        raise UnusablePhoto(PhotoTrouble.TOO_LARGE)
    try:
        yield
    except TooSlow as problem:
        raise UnusablePhoto(PhotoTrouble.TOO_SLOW) from problem
    except NoAnswer as problem:
        raise UnusablePhoto(PhotoTrouble.DAMAGED, "the photo broke what reads it") from problem


def _told(answer: object, kind: type[Told]) -> Told:
    if isinstance(answer, UnusablePhoto):
        raise answer
    assert isinstance(answer, kind)
    return answer


def _work(connection: Connection, deck_name: str, data: Path | None) -> None:
    from companion.cli.photo_worker import work  # what decodes pictures is loaded in that process alone

    work(connection, deck_name, data)
