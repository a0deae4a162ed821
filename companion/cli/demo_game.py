"""A game that plays itself, so that the pages can be seen at work without cards."""

from __future__ import annotations

import asyncio
from random import Random

from companion.games.conclave.commands import SetUpGame
from companion.games.conclave.components import Deck
from companion.games.conclave.game import start
from companion.games.conclave.simulate import choose
from companion.journal.entries import Kind
from companion.journal.errors import JournalError
from companion.journal.journal import Journal
from companion.journal.story import Story
from companion.server.live_table import LiveTable

AUTHOR = "demo"
PLAYERS = ("Ana", "Ben", "Carla")
PAUSE_SECONDS = 3.0


async def play_demo(table: LiveTable, deck: Deck, seed: int, pause_seconds: float = PAUSE_SECONDS) -> None:
    """Play one simulated game after another until somebody begins a real one."""
    await table.read(lambda: forget_demos(table.journal))
    while True:
        chance, seed = Random(seed), seed + 1
        story = await table.begin(lambda: _set_up(table.journal, deck, chance))  # noqa: B023 - awaited at once
        while story.game.position.in_turns:
            await asyncio.sleep(pause_seconds)
            if table.story is None or table.story.game_id != story.game_id:
                return
            story = await table.change(lambda now: _decide(table.journal, now, chance))  # noqa: B023
        await asyncio.sleep(20 * pause_seconds)
        if table.story is None or table.story.game_id != story.game_id:
            return


def forget_demos(journal: Journal) -> None:
    """Take the demonstrations of earlier runs out of the history."""
    for game in journal.games():
        try:
            setup = journal.store.entries(game)[0].note
        except JournalError:
            continue
        if setup.kind is Kind.SETUP and setup.author == AUTHOR:
            journal.delete(game)


def _set_up(journal: Journal, deck: Deck, chance: Random) -> Story:
    shuffled = list(deck)
    chance.shuffle(shuffled)
    _, setup = start(SetUpGame(PLAYERS, deck, tuple(shuffled)))
    return journal.start(setup, AUTHOR)


def _decide(journal: Journal, story: Story, chance: Random) -> Story:
    if not story.game.position.in_turns:
        return story
    return journal.record(story, choose(story.game.position, chance), AUTHOR).story
