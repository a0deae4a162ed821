"""Work that goes on beside other work: on a second core, as long as it needs no Python."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Generic, TypeVar

AT_ONCE = 2  # works of one reading; others wait
Result = TypeVar("Result")


class Beside(Generic[Result]):
    """Begins a work at once in another thread; its result, or its trouble, is asked for later.

    The threads stay: the C library gives each new one whichever heap is free, and every heap keeps the most
    that it ever held. A work may not begin another one and wait for it.
    """

    def __init__(self, work: Callable[[], Result]) -> None:
        self._done = _threads().submit(work)

    def result(self) -> Result:
        """Wait for the end, and give what came of it."""
        return self._done.result()


@lru_cache(maxsize=1)
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(AT_ONCE, "beside")


if hasattr(os, "register_at_fork"):  # a fork takes no threads along: it gets its own
    os.register_at_fork(after_in_child=_threads.cache_clear)
