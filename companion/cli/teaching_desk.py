"""The teaching desk: hands what pages wish to the classroom's process, and keeps the deck on the table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from pathlib import Path

from companion.cli.deck_shelf import choose_deck, delete_deck, known_decks
from companion.cli.decks import deck_list
from companion.cli.main import UsageError
from companion.cli.worker_process import NoAnswer, TooSlow, WorkerProcess
from companion.games.conclave.components import Deck
from companion.server.teaching import (
    Corrected,
    KnownDeck,
    Lesson,
    NotTeachable,
    TeachingTrouble,
    Unfinished,
)

PATIENCE_SECONDS = 600.0  # trying a whole deck out takes a minute on a slow machine

Changed = Callable[[str, Deck], None]
"""Told which deck lies on the table now, with its cards; also when it is the same with other pictures."""


class TeachingDesk:
    """Teaches decks. The process starts with the first wish, and again after one that broke it."""

    def __init__(self, data: Path, deck_name: str, changed: Changed) -> None:
        self._data, self.on_table, self._tell = data, deck_name, changed
        self._worker = WorkerProcess(_work, (data,), PATIENCE_SECONDS)
        self.busy_with: str | None = None

    async def decks(self) -> tuple[KnownDeck, ...]:
        """Every deck there is."""
        return await asyncio.to_thread(known_decks, self._data, self.on_table)

    async def unfinished(self) -> tuple[Unfinished, ...]:
        """Every lesson that is under way."""
        if not (self._data / "lessons").is_dir():
            return ()  # no process is started to look at nothing
        found = await self._ask("unfinished")
        assert isinstance(found, tuple)
        return found

    async def use(self, deck: str) -> Deck:
        """Put a deck on the table."""
        cards = await asyncio.to_thread(self._cards, deck)
        await asyncio.to_thread(self._remember, deck)
        self.on_table = deck
        self._tell(deck, cards)
        return cards

    async def delete(self, deck: str) -> None:
        """Forget a taught deck."""
        if deck == self.on_table:
            raise NotTeachable(TeachingTrouble.DECK_IN_USE, f"{deck} lies on the table")
        await asyncio.to_thread(delete_deck, self._data, deck)

    async def export(self, deck: str) -> bytes:
        """A deck as one file."""
        return await self._bytes("export", deck)

    async def take_in(self, packed: bytes) -> str:
        """Take in a deck that was exported elsewhere; its name."""
        return str(await self._ask("take_in", packed))

    async def deck_report(self, deck: str) -> bytes:
        """The report on a deck as JSON."""
        return await self._bytes("deck_report", deck)

    async def begin(self, deck: str, copies: Mapping[str, int] | None) -> Lesson:
        """Begin a lesson, or say anew which cards the deck of one holds."""
        return await self._lesson("begin", deck, copies)

    async def lesson(self, deck: str) -> Lesson:
        """How a lesson stands."""
        return await self._lesson("lesson", deck)

    async def add_photo(self, deck: str, content: bytes, layout: str, again: str) -> Lesson:
        """Look at a photo."""
        return await self._lesson("add_photo", deck, content, layout, again)

    async def sheet(self, deck: str, photo: str) -> bytes:
        """The cards of a photo side by side, as JPEG."""
        return await self._bytes("sheet", deck, photo)

    async def answer(self, deck: str, photo: str, cards: Mapping[str, str | None]) -> Lesson:
        """Say which cards lie where in a photo."""
        return await self._lesson("answer", deck, photo, dict(cards))

    async def drop_photo(self, deck: str, photo: str) -> Lesson:
        """Forget a photo."""
        return await self._lesson("drop_photo", deck, photo)

    async def finish(self, deck: str) -> Lesson:
        """Try the deck out and, if nothing stands in the way, keep it."""
        self.busy_with = deck
        try:
            return await self._lesson("finish", deck)
        finally:
            self.busy_with = None

    async def lesson_report(self, deck: str) -> bytes:
        """What was found when it was last tried out, as JSON."""
        return await self._bytes("lesson_report", deck)

    async def give_up(self, deck: str) -> None:
        """Forget a lesson."""
        await self._ask("give_up", deck)

    async def learn(self, picture_jpeg: bytes, cards: tuple[Corrected, ...]) -> str:
        """Add cards that people named to the deck on the table; the name of the deck."""
        deck = self.on_table
        if any(one.own for one in await self.decks() if one.name == deck):
            raise NotTeachable(TeachingTrouble.OWN_DECK, f"{deck} is a deck of the program's own")
        await self._ask("learn", deck, picture_jpeg, cards)
        self._tell(deck, await asyncio.to_thread(self._cards, deck))
        return deck

    def close(self) -> None:
        """Stop at once, whatever is being done."""
        self._worker.close()

    def _cards(self, deck: str) -> Deck:
        try:
            return deck_list(deck, self._data)
        except UsageError as problem:
            raise NotTeachable(TeachingTrouble.NO_DECK, str(problem)) from problem

    def _remember(self, deck: str) -> None:
        try:
            choose_deck(self._data, deck)
        except OSError as problem:
            raise NotTeachable(TeachingTrouble.DISK, problem.strerror or str(problem)) from problem

    async def _lesson(self, do: str, *arguments: object) -> Lesson:
        found = await self._ask(do, *arguments)
        assert isinstance(found, Lesson)
        return found

    async def _bytes(self, do: str, *arguments: object) -> bytes:
        found = await self._ask(do, *arguments)
        assert isinstance(found, bytes)
        return found

    async def _ask(self, do: str, *arguments: object) -> object:
        try:
            answer = await self._worker.ask((do, arguments))
        except (NoAnswer, TooSlow) as problem:
            raise NotTeachable(TeachingTrouble.BROKE, "that broke or took too long") from problem
        if isinstance(answer, Exception):
            raise answer
        return answer


def _work(connection: Connection, data: Path) -> None:
    from companion.cli.classroom import work  # what decodes pictures is loaded in that process alone

    work(connection, data)
