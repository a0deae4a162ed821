"""The live table: the game being played, one decision at a time, on the disk before it is told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Any, Protocol, TypeVar

from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import Cell
from companion.games.conclave.words.catalogue import CATALOGUES
from companion.journal.journal import Journal
from companion.journal.story import Story
from companion.server.camera import CameraView, SightBoard
from companion.server.hub import Hub
from companion.server.refusals import no_game, stale
from companion.server.roles import Audience
from companion.server.view_of import view_of

LANGUAGES = tuple(CATALOGUES)
Result = TypeVar("Result")


class Follower(Protocol):
    """Whoever watches the table and must know what was decided without it."""

    def go_on_from(self, story: Story | None) -> None:
        """Take this game for the truth from now on."""

    def tell(self, cell: Cell, card: Mage | None) -> None:
        """Take a person's word for what lies in a cell."""


class LiveTable:
    """Holds the current story and tells every phone when it changes."""

    def __init__(self, journal: Journal, boot: str) -> None:
        self.journal = journal
        self.hub = Hub(self.encode, boot)
        self.story: Story | None = journal.on_the_table().story
        self.camera: CameraView | None = None  # None: nobody watches
        self.sights = SightBoard()
        self.watcher: Follower | None = None
        self._turn = asyncio.Lock()
        self._writer = ThreadPoolExecutor(
            1, "journal"
        )  # one thread writes, so that no phone waits for a disk

    def current(self) -> Story:
        """The game being played."""
        if self.story is None:
            raise no_game()
        return self.story

    async def change(
        self, work: Callable[[Story], Story], seen: int | None = None, *, by_camera: bool = False
    ) -> Story:
        """Change the current game; refused if whoever asks had not seen the latest."""

        def checked() -> Story:
            story = self.current()
            if seen is not None and seen != story.entries:
                raise stale(seen, story.entries)
            return work(story)

        return await self.begin(checked, by_camera=by_camera)

    async def begin(self, work: Callable[[], Story], *, by_camera: bool = False) -> Story:
        """Put another game, or another state of it, on the table, even if whoever asked has left.

        `by_camera` says that whoever watches has told this, and need not be told of it.
        """
        return await asyncio.shield(asyncio.ensure_future(self._put(work, by_camera=by_camera)))

    async def _put(self, work: Callable[[], Story], *, by_camera: bool) -> Story:
        async with self._turn:
            before, self.story = self.story, await self._written(work)
            if before is None or before.game_id != self.story.game_id:
                await self._mark()
            self._tell(None if by_camera else self.watcher)
            return self.story

    def show_camera(self, camera: CameraView | None) -> None:
        """Tell every phone how the camera is doing, if that is news."""
        if camera != self.camera:
            self.camera = camera
            self.hub.publish()

    def _tell(self, watcher: Follower | None) -> None:
        if watcher is not None:
            watcher.go_on_from(self.story)
        self.hub.publish()

    async def delete(self, game: str) -> None:
        """Forget a game; if it was the current one, the table is empty."""
        async with self._turn:
            await self._written(lambda: self.journal.delete(game))
            if self.story is not None and self.story.game_id == game:
                self.story = None
                await self._mark()
                self._tell(self.watcher)

    async def read(self, work: Callable[[], Result]) -> Result:
        """Read from the journal, in its turn."""
        return await self._written(work)

    def encode(self, audience: Audience, language: str) -> bytes:
        """The message for one audience in one language."""
        camera = asdict(self.camera) if self.camera else None
        if self.story is None:
            view: dict[str, Any] = {"stage": "none", "camera": camera}
        else:
            view = {**asdict(view_of(self.story, audience, language)), "camera": camera}
        return json.dumps(view, ensure_ascii=False, separators=(",", ":")).encode()

    def hang_up(self) -> None:
        """End all streams, and let nobody wait for a picture any more."""
        self.hub.close()
        self.sights.close()

    def close(self) -> None:
        """End all streams and let the journal go."""
        self.hang_up()
        self._writer.shutdown(wait=True)
        self.journal.close()

    async def _mark(self) -> None:
        """Let a restart go on with what lies on the table now."""
        game = None if self.story is None else self.story.game_id
        await self._written(lambda: self.journal.table_mark.put(game))

    async def _written(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._writer, work)
