"""The pace of requests: those who ask too often wait, and only the most insistent are sent away."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

LONGEST_WAIT_SECONDS = 2.0
ADDRESSES_REMEMBERED = 4096


@dataclass(frozen=True, slots=True)
class Pace:
    """So many at once, and so many a second after that."""

    at_once: int
    each_second: float


EVERYTHING = Pace(at_once=120, each_second=40)
JOINS = Pace(at_once=20, each_second=2)


class PaceKeeper:
    """Counts the requests of each address."""

    def __init__(
        self,
        pace: Pace,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._pace, self._clock, self._sleep = pace, clock, sleep
        self._free_at: OrderedDict[str, float] = OrderedDict()

    async def admit(self, address: str) -> bool:
        """Wait until it is this address's turn; False if that would take too long."""
        wait = self._reserve(address)
        if wait > LONGEST_WAIT_SECONDS:
            return False
        if wait > 0:
            await self._sleep(wait)
        return True

    def _reserve(self, address: str) -> float:
        """How long to wait. Each request takes its share of a second, of which some may be owed."""
        now, share = self._clock(), 1 / self._pace.each_second
        owed_from = now - self._pace.at_once * share
        free_at = max(self._free_at.pop(address, owed_from), owed_from) + share
        wait = free_at - now
        self._free_at[address] = free_at - share if wait > LONGEST_WAIT_SECONDS else free_at
        while len(self._free_at) > ADDRESSES_REMEMBERED:
            self._free_at.popitem(last=False)
        return wait
