"""A game as a camera would have recorded it: each Emissary with a photograph of the Conclave it stands in."""

from __future__ import annotations

from calibration.deck_folder import find_deck
from companion.games.conclave.commands import Command, SendEmissary
from companion.games.conclave.components import Deck
from companion.games.conclave.events import GameSetUp
from companion.games.conclave.notation import mage
from companion.games.conclave.simulate import simulate_game
from companion.journal.journal import Journal
from companion.journal.story import Story
from tests.companion.journal.tables import decisions
from tests.companion.witness.photographed import photographed, places, witness

HOUSE = Deck({mage(code): count for code, count in find_deck("house").counts.items()})


def house_game(seed: int, players: int = 2) -> tuple[GameSetUp, list[Command]]:
    """A random game with the house deck: its setup and its decisions."""
    events = simulate_game(HOUSE, players, seed).events
    setup = events[0]
    assert isinstance(setup, GameSetUp)
    return setup, decisions(tuple(events[1:]))


def watched_game(journal: Journal, seed: int = 5, moves: int = 8) -> Story:
    """The first decisions of a game, photographed; one of them is corrected and one disputed."""
    setup, commands = house_game(seed)
    story = journal.start(setup, "camera")
    for command in commands[:moves]:
        frames: tuple[bytes, ...] = ()
        if isinstance(command, SendEmissary):
            shown = story.game.position.conclave.with_card(command.cell, command.mage)
            frames = witness().testify(photographed(shown, len(story.moves)), places()).pieces
        story = journal.record(story, command, "camera", frames).story
    story = journal.open_dispute(story, "Ben", "was that card <b>mine</b>?")
    story = journal.undo(story, story.moves[-1].place, "judge", "it was withdrawn, “señor”")
    return journal.settle_dispute(story, "judge", "seen on the frame", upheld=False)
