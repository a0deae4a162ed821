"""The recorded game, played through the whole pipeline until somebody begins a game of their own."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from functools import partial

from companion.cli.table_camera import WatchedTable
from companion.demo.film import PLAYERS, phones_path
from companion.games.conclave.commands import Command, GiveInfluence, ShowHand
from companion.games.conclave.components import Deck, Magic
from companion.games.conclave.errors import ConclaveError
from companion.games.conclave.notation import mage
from companion.games.conclave.position import Position
from companion.games.conclave.simulate import possible_gifts
from companion.games.conclave.structure_of_a_round import Stage, TurnPhase
from companion.journal.entries import Kind
from companion.journal.errors import JournalError
from companion.journal.journal import Journal
from companion.journal.story import Story
from companion.server.camera import CameraView
from companion.watching.happenings import GameBegun, WatchEvent
from companion.watching.opening import Opening

AUTHOR = "demo"
REST_SECONDS = 45.0  # between the end of the film and its beginning


class DemoTable(WatchedTable):
    """A table whose camera is a film. As soon as people put another game on it, the film is over."""

    _resting: asyncio.Task[None] | None = None
    _beginning: asyncio.Task[None] | None = None
    _own: str | None = None  # the film's game

    async def begin(self) -> None:
        """Show the film from its beginning, to an empty table; the games of before stay in the history."""
        await self._table.read(lambda: forget_demos(self._table.journal))
        self._table.story = self._own = None
        self.open()
        self._followed = None
        self.follow(Opening(PLAYERS, self._deck))
        self._table.hub.publish()

    def go_on_from(self, story: Story | None) -> None:
        """Follow the film's own game; leave the table to any other."""
        if story is None:
            return super().go_on_from(None)
        if story.game_id == self._own:
            return super().go_on_from(story) if story.game.position.in_turns else None
        return self._leave_the_table()

    def use(self, deck_name: str, deck: Deck) -> None:
        """Leave the table to another deck: the film was played with ours."""
        if self._eyes.source is not None:
            self._leave_the_table()
        super().use(deck_name, deck)

    def _leave_the_table(self) -> None:
        self.close()
        self._eyes = replace(self._eyes, source=None)  # from now on a phone may be the camera
        self._table.show_camera(None)

    def close(self) -> None:
        """Stop the film."""
        if self._resting is not None:
            self._resting.cancel()
        super().close()

    async def _keep(self, event: WatchEvent) -> None:
        await super()._keep(event)
        if isinstance(event.happening, GameBegun):
            self._own = self._followed
        while self._table.story is not None and self._table.story.game_id == self._own:
            command = done_on_a_phone(self._table.story.game.position)
            if command is None:
                return
            try:
                await self._table.change(partial(self._decided, command))
            except (ConclaveError, JournalError):
                return  # somebody corrected the film's game so that this does not fit any more

    def _decided(self, command: Command, story: Story) -> Story:
        return self._table.journal.record(story, command, command.player).story

    def _open_again(self) -> None:
        self._beginning = asyncio.create_task(self.begin())

    def _tell_of(self, view: CameraView) -> None:
        super()._tell_of(replace(view, recorded=self._eyes.source is not None))

    def _show(self) -> None:
        super()._show()
        if self._doing.view.source == "finished" and self._resting is None:
            self._resting = asyncio.create_task(self._rest())

    async def _rest(self) -> None:
        await asyncio.sleep(REST_SECONDS)
        self._resting = None
        self.play_again()
        await self.begin()


def done_on_a_phone(position: Position) -> Command | None:
    """What a player of the recorded game does next that no camera sees; None while there is nothing."""
    recorded = json.loads(phones_path().read_text(encoding="utf-8"))
    if position.stage is Stage.SHOWING_HANDS:
        player = next(one for one in position.players if one.hand)
        return ShowHand(player.name, tuple(map(mage, recorded["hands"][player.name])))
    if position.in_turns and position.phase is TurnPhase.GIVE:
        possible = set(possible_gifts(position))
        for gift in recorded["gifts"]:
            given = Magic(gift["magic"]), gift["receiver"]
            if (gift["turn"], gift["player"]) == (position.turn, position.player.name) and given in possible:
                return GiveInfluence(gift["player"], *given)
    return None


def forget_demos(journal: Journal) -> None:
    """Take the demonstrations of earlier runs out of the history."""
    for game in journal.games():
        try:
            setup = journal.store.entries(game)[0].note
        except JournalError:
            continue
        if setup.kind is Kind.SETUP and setup.author == AUTHOR:
            journal.delete(game)
