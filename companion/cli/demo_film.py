"""The recorded game, played through the whole pipeline until somebody begins a game of their own."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from companion.cli.table_camera import WatchedTable
from companion.demo.film import PLAYERS
from companion.journal.entries import Kind
from companion.journal.errors import JournalError
from companion.journal.journal import Journal
from companion.journal.story import Story
from companion.watching.opening import Opening

AUTHOR = "demo"
REST_SECONDS = 45.0  # between the end of the film and its beginning


class DemoTable(WatchedTable):
    """A table whose camera is a film. As soon as people put another game on it, the film is over."""

    _resting: asyncio.Task[None] | None = None
    _beginning: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Show the film from its beginning, to an empty table; the games of before stay in the history."""
        await self._table.read(lambda: forget_demos(self._table.journal))
        self._table.story = None
        self.open()
        self._followed = None
        self.follow(Opening(PLAYERS, self._deck))
        self._table.hub.publish()

    def go_on_from(self, story: Story | None) -> None:
        """Follow the film's own game; leave the table to any other."""
        if story is None or story.game_id == self._followed:
            return super().go_on_from(story)
        self.close()
        self._eyes = replace(self._eyes, source=None)  # from now on a phone may be the camera
        self._table.show_camera(None)
        return None

    def close(self) -> None:
        """Stop the film."""
        if self._resting is not None:
            self._resting.cancel()
        super().close()

    def _open_again(self) -> None:
        self._beginning = asyncio.create_task(self.begin())

    def _show(self) -> None:
        super()._show()
        if self._doing.view.source == "finished" and self._resting is None:
            self._resting = asyncio.create_task(self._rest())

    async def _rest(self) -> None:
        await asyncio.sleep(REST_SECONDS)
        self._resting = None
        self.play_again()
        await self.begin()


def forget_demos(journal: Journal) -> None:
    """Take the demonstrations of earlier runs out of the history."""
    for game in journal.games():
        try:
            setup = journal.store.entries(game)[0].note
        except JournalError:
            continue
        if setup.kind is Kind.SETUP and setup.author == AUTHOR:
            journal.delete(game)
