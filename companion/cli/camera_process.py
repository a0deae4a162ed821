"""The process that watches, as the table sees it: wishes go in without waiting, words come out in order."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from collections import deque
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from companion.cli.camera_messages import PushFrame, Wish, Word
from companion.cli.camera_source import Eyes


class CameraProcess:
    """Starts the process and talks to it through two threads, so that the table itself never waits."""

    def __init__(self, eyes: Eyes, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.words: asyncio.Queue[Word | None] = asyncio.Queue()  # None: the process has ended
        self._outbox = _Outbox()
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process: SpawnProcess = context.Process(
            target=_work, args=(theirs, eyes), name="camera", daemon=True
        )
        self._process.start()
        theirs.close()
        for work in (self._hear, self._send):
            threading.Thread(target=work, daemon=True).start()

    def wish(self, wish: Wish) -> None:
        """Say something to the process, as soon as it listens."""
        self._outbox.put(wish)

    def close(self) -> None:
        """End it at once."""
        self._process.kill()
        self._outbox.put(None)
        self._process.join()
        self._connection.close()

    def _hear(self) -> None:
        while True:
            try:
                word: Word | None = self._connection.recv()
            except (EOFError, OSError):
                word = None
            try:
                self._loop.call_soon_threadsafe(self.words.put_nowait, word)
            except RuntimeError:
                return  # the table is closed
            if word is None:
                return

    def _send(self) -> None:
        while (wish := self._outbox.take()) is not None:
            try:
                self._connection.send(wish)
            except (OSError, ValueError):
                return


class _Outbox:
    """Wishes in their order; of the frames that a phone brings only the newest waits."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._wishes: deque[Wish | None] = deque()
        self._frame: PushFrame | None = None

    def put(self, wish: Wish | None) -> None:
        """Take in a wish; None closes."""
        with self._changed:
            if isinstance(wish, PushFrame):
                self._frame = wish
            else:
                self._wishes.append(wish)
            self._changed.notify()

    def take(self) -> Wish | None:
        """The next wish, once there is one."""
        with self._changed:
            self._changed.wait_for(lambda: self._wishes or self._frame)
            if self._wishes:
                return self._wishes.popleft()
            frame, self._frame = self._frame, None
            return frame


def _work(connection: Connection, eyes: Eyes) -> None:
    from companion.cli.watch_worker import work  # what sees is loaded in that process alone

    work(connection, eyes)
