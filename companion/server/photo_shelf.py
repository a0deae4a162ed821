"""Photos that judges have sent: the last few, under names made here, for as long as the table is open."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable
from typing import Protocol, TypeVar

from companion.server.refusals import Refused
from companion.table.photographed import PhotographedTable, PhotographedZone, UnusablePhoto, ZoneAsked

Read = TypeVar("Read")
PHOTOS_KEPT = 24
PHOTOS_AT_ONCE = 3  # on their way in; each may be some megabytes
LONGEST_WAIT_SECONDS = 20.0


class PhotoReader(Protocol):
    """Whoever can read a photo of a table."""

    async def read(self, content: bytes) -> PhotographedTable:
        """What the photo shows; raises `UnusablePhoto`."""

    async def read_zone(self, asked: ZoneAsked) -> PhotographedZone:
        """The cards of a zone; raises `UnusablePhoto`."""


class PhotoShelf:
    """Has photos read, a few at a time, and keeps what was made of them in memory alone."""

    def __init__(self, reader: PhotoReader | None) -> None:
        self._reader = reader
        self._photos: OrderedDict[str, PhotographedTable] = OrderedDict()
        self._room = asyncio.Semaphore(PHOTOS_AT_ONCE)

    async def enter(self) -> None:
        """Wait for room to take in one more photo; `leave` gives it back."""
        try:
            async with asyncio.timeout(LONGEST_WAIT_SECONDS):
                await self._room.acquire()
        except TimeoutError as problem:
            raise Refused(503, "busy", "too many photos are being read") from problem

    def leave(self) -> None:
        """Make room again."""
        self._room.release()

    async def zone(self, asked: ZoneAsked) -> PhotographedZone:
        """Have a photo of a zone read; the journal keeps it."""
        return await _usable(self._require_reader().read_zone(asked))

    def _require_reader(self) -> PhotoReader:
        if self._reader is None:
            raise Refused(503, "no-reader", "this table reads no photos")
        return self._reader

    async def take(self, content: bytes) -> str:
        """Have a photo read and keep it; the name it got."""
        photo = await _usable(self._require_reader().read(content))
        name = secrets.token_hex(8)
        self._photos[name] = photo
        while len(self._photos) > PHOTOS_KEPT:
            self._photos.popitem(last=False)
        return name

    def __getitem__(self, name: str) -> PhotographedTable:
        photo = self._photos.get(name)
        if photo is None:
            raise Refused(404, "unknown-photo", "that photo is not kept any more; take it again")
        return photo


async def _usable(reading: Awaitable[Read]) -> Read:
    try:
        return await reading
    except UnusablePhoto as problem:
        raise Refused(422, problem.trouble.value, problem.fact) from problem
