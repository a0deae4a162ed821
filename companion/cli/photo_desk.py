"""The photo desk: hands photos to a process that reads them, one at a time, and never waits for ever."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

from companion.table.photographed import (
    LARGEST_PHOTO_BYTES,
    PhotographedTable,
    PhotoTrouble,
    UnusablePhoto,
)

PATIENCE_SECONDS = 60.0  # for starting and for one photo, on a slow machine as well


class PhotoDesk:
    """Reads photos of the table. The process starts with the first one, and again after one that broke it."""

    def __init__(
        self, deck_name: str, data: Path | None = None, patience_seconds: float = PATIENCE_SECONDS
    ) -> None:
        self._deck, self._patience_seconds = (deck_name, data), patience_seconds
        self._turn = ThreadPoolExecutor(1, "photos")
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None

    async def read(self, content: bytes) -> PhotographedTable:
        """What the photo shows; raises `UnusablePhoto`."""
        return await asyncio.get_running_loop().run_in_executor(self._turn, self.read_now, content)

    def read_now(self, content: bytes) -> PhotographedTable:
        """The same, for whoever may wait."""
        if len(content) > LARGEST_PHOTO_BYTES:
            raise UnusablePhoto(PhotoTrouble.TOO_LARGE)
        try:
            answer = self._asked(content)
        except (EOFError, OSError) as problem:
            self._end()
            raise UnusablePhoto(PhotoTrouble.DAMAGED, "the photo broke what reads it") from problem
        if isinstance(answer, UnusablePhoto):
            raise answer
        return answer

    def _asked(self, content: bytes) -> PhotographedTable | UnusablePhoto:
        connection = self._connection or self._begin()
        connection.send_bytes(content)
        if not connection.poll(self._patience_seconds):
            self._end()
            raise UnusablePhoto(PhotoTrouble.TOO_SLOW)
        answer: PhotographedTable | UnusablePhoto = connection.recv()
        return answer

    def _begin(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, *self._deck), name="photos", daemon=True)
        self._process.start()
        theirs.close()
        return self._connection

    def _end(self) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._connection = self._process = None

    def close(self) -> None:
        """Stop at once, whatever is being read."""
        process = self._process
        if process is not None:
            process.kill()  # whoever waits for an answer hears that none will come
        self._turn.shutdown(wait=True, cancel_futures=True)
        self._end()


def _work(connection: Connection, deck_name: str, data: Path | None) -> None:
    from companion.cli.photo_worker import work  # what decodes pictures is loaded in that process alone

    work(connection, deck_name, data)
