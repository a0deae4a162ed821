"""A process that answers one question at a time: what breaks there does not break the table."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess


class NoAnswer(Exception):
    """The process broke on a question; the next one finds a new process."""


class TooSlow(Exception):
    """No answer came in time; the process was ended."""


class WorkerProcess:
    """Starts with the first question. `work` takes questions from a connection until that is closed."""

    def __init__(
        self, work: Callable[..., None], arguments: tuple[object, ...], patience_seconds: float
    ) -> None:
        self._work, self._arguments, self._patience_seconds = work, arguments, patience_seconds
        self._turn = ThreadPoolExecutor(1, work.__module__)
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None

    async def ask(self, question: object) -> object:
        """Its answer, once all earlier questions are answered; raises `NoAnswer` or `TooSlow`."""
        return await asyncio.get_running_loop().run_in_executor(self._turn, self.ask_now, question)

    def ask_now(self, question: object) -> object:
        """The same, for whoever may wait and asks alone."""
        try:
            connection = self._connection or self._begin()
            connection.send(question)
            if connection.poll(self._patience_seconds):
                answer: object = connection.recv()
                return answer
        except (EOFError, OSError) as problem:
            self._end()
            raise NoAnswer("the question broke who should answer it") from problem
        self._end()
        raise TooSlow

    def restart(self, *arguments: object) -> None:
        """Answer all later questions with other arguments."""
        self._turn.submit(self._end)
        self._arguments = arguments

    def close(self) -> None:
        """Stop at once, whatever is being answered."""
        process = self._process
        if process is not None:
            process.kill()  # whoever waits for an answer hears that none will come
        self._turn.shutdown(wait=True, cancel_futures=True)
        self._end()

    def _begin(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=self._work, args=(theirs, *self._arguments), daemon=True)
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
