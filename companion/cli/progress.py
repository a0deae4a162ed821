"""How far a long command has come, said on the terminal so that nobody waits before a blank line."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

Thing = TypeVar("Thing")

CLEAR_LINE = "\r\x1b[K"


@contextmanager
def underway(words: str) -> Iterator[None]:
    """Words on stderr while something is done that takes long, as far as a person watches."""
    is_seen = sys.stderr is not None and sys.stderr.isatty()
    if is_seen:
        print(f"{CLEAR_LINE}{words}", end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        if is_seen:
            print(CLEAR_LINE, end="", file=sys.stderr, flush=True)


def counted(things: Iterable[Thing], total: int, name: str) -> Iterator[Thing]:
    """The things one by one, with "12 of 78 NAME" on stderr while a person watches."""
    is_seen = sys.stderr is not None and sys.stderr.isatty()
    for done, thing in enumerate(things, start=1):
        if is_seen:
            print(f"{CLEAR_LINE}{done} of {total} {name}", end="", file=sys.stderr, flush=True)
        yield thing
    if is_seen:
        print(CLEAR_LINE, end="", file=sys.stderr, flush=True)
