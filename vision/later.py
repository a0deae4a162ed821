"""A value that is worked out when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Later(Generic[Value]):
    """Works a value out once, and only if somebody wants it."""

    def __init__(self, work: Callable[[], Value]) -> None:
        self._work: Callable[[], Value] | None = work
        self._done: list[Value] = []

    @classmethod
    def known(cls, value: Value) -> Later[Value]:
        """One that is there already."""
        later = cls(lambda: value)
        _ = later.value
        return later

    @property
    def value(self) -> Value:
        """The value."""
        if self._work is not None:
            self._done.append(self._work())
            self._work = None
        return self._done[0]
