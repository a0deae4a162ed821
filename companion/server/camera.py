"""The camera as phones and pages see it: how it is doing, what it asks, and its latest picture."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Protocol

from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import Cell
from companion.table.photographed import PhotographedCell

PICTURES_KEPT = 3
CellPair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CellAsked:
    """A card that stays unsure: what it may be, the likeliest first."""

    cell: CellPair
    candidates: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class CellDiffers:
    """A cell that does not fit: what the rules expect there, and what the table shows."""

    cell: CellPair
    expected: tuple[str | None, ...]
    seen: str | None  # a code; None for an empty cell, `????` for a card nobody could read


@dataclass(frozen=True, slots=True)
class PossibleMove:
    """One step of a course of play that would explain the table."""

    player: str
    card: str | None
    cell: CellPair | None


@dataclass(frozen=True, slots=True)
class CameraView:
    """What everybody is told of the camera; all words for it live in the catalogues."""

    source: str = "starting"  # starting, running, unreachable, stalled, frozen, reopening, finished, closed
    watching: str = "searching"  # searching, waiting, following, lost-thread, table-lost
    advice: tuple[str, ...] = ()  # what people could change, the most urgent first
    phone: bool = False  # whether a phone brings the pictures
    recorded: bool = False  # whether it is the film of a game that others played
    asked: tuple[CellAsked, ...] = ()
    differs: tuple[CellDiffers, ...] = ()
    choices: tuple[tuple[PossibleMove, ...], ...] = ()
    verdict_unsure: tuple[CellPair, ...] = ()  # unsure cards on which the last verdict rests


@dataclass(frozen=True, slots=True)
class Sighted:
    """One picture of the camera and where the cells lie in it."""

    number: int
    picture_jpeg: bytes
    width_px: int
    height_px: int
    cells: tuple[PhotographedCell, ...] = ()


class TableCamera(Protocol):
    """Whoever watches the table."""

    @property
    def takes_frames(self) -> bool:
        """Whether a phone may bring the pictures."""

    def push(self, frame_jpeg: bytes) -> None:
        """Take a picture that a phone brought; the newest wins."""

    def tell(self, cell: Cell, card: Mage | None) -> None:
        """Take a person's word for what lies in a cell."""

    def choose(self, number: int, author: str) -> Awaitable[object]:
        """Take a person's word for which course of play explains the table."""

    def accept(self, author: str) -> Awaitable[object]:
        """Take what the table shows for the truth and play on from it."""


class SightBoard:
    """The latest pictures, for those who look; whoever asks for a newer one waits for it."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[int, Sighted] = OrderedDict()
        self._newer = asyncio.Event()
        self._closed = False

    @property
    def latest(self) -> Sighted | None:
        """The newest picture there is."""
        return next(reversed(self._pictures.values()), None)

    def show(self, sighted: Sighted) -> None:
        """Put up a picture and let go of old ones."""
        self._pictures[sighted.number] = sighted
        while len(self._pictures) > PICTURES_KEPT:
            self._pictures.popitem(last=False)
        self._newer.set()
        self._newer = asyncio.Event()

    def clear(self) -> None:
        """Take all pictures down, since nobody shows the table any more."""
        self._pictures.clear()

    def picture(self, number: int) -> Sighted | None:
        """One picture, if it is still up."""
        return self._pictures.get(number)

    async def newer(self, than: int, wait_seconds: float) -> Sighted | None:
        """The newest picture once it is another than the one named; None if none came."""
        try:
            async with asyncio.timeout(wait_seconds):
                while not self._closed and (self.latest is None or self.latest.number == than):
                    await self._newer.wait()
        except TimeoutError:
            return None
        return None if self._closed else self.latest

    def close(self) -> None:
        """Let nobody wait any more."""
        self._closed = True
        self._newer.set()
