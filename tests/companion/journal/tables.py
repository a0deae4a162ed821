"""Games for the journal's tests: a hidden table as a group would type it in, and simulated games."""

from __future__ import annotations

from dataclasses import replace

from companion.games.conclave.commands import Command, LayOutTable
from companion.games.conclave.components import Mage
from companion.games.conclave.events import Event, GameSetUp, HandShown, TurnEvent
from companion.games.conclave.game import start
from companion.games.conclave.game_setup import CARDS_REMOVED
from companion.games.conclave.notation import parse_conclave
from companion.games.conclave.rejudge import decision_behind
from companion.games.conclave.simulate import simulate_game
from companion.journal.journal import Journal
from companion.journal.story import Story
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR

RING = """
    beC2  puW4  grC2  orC1
    grG4  ....  ....  reW4
    blC4  ....  ....  puG1
    grW1  grW5  beW1  puC4
"""


def hidden_setup(conclave: str = RING, players: tuple[str, ...] = ("Ana", "Ben")) -> GameSetUp:
    """Two players at a real table: hands and decks unseen, the decks counted."""
    _, setup = start(
        LayOutTable(players, FOUR_OF_EACH_PAIR, parse_conclave(conclave), CARDS_REMOVED[len(players)])
    )
    return setup


def simulated(seed: int, players: int = 2) -> tuple[GameSetUp, list[Command], tuple[TurnEvent, ...]]:
    """A random game: its setup, the decisions in it, and all events after the setup."""
    events = simulate_game(FOUR_OF_EACH_PAIR, players, seed).events
    setup = events[0]
    assert isinstance(setup, GameSetUp)
    told = tuple(event for event in events[1:] if not isinstance(event, GameSetUp))
    return setup, decisions(told), told


def decisions(events: tuple[Event, ...]) -> list[Command]:
    """What was decided, without what followed by itself. Open play refills and shows hands by itself."""
    by_itself = ("ConclaveRefilled", "HandShown")
    found = [decision_behind(event, ()) for event in events if type(event).__name__ not in by_itself]
    return [command for command in found if command is not None]


def played_out(journal: Journal, seed: int, players: int = 2) -> Story:
    """A simulated game, recorded to its end."""
    setup, commands, _ = simulated(seed, players)
    story = journal.start(setup, "host")
    for command in commands:
        story = journal.record(story, command, "host").story
    return story


def followed_to_the_hands(journal: Journal, seed: int) -> tuple[Story, dict[str, tuple[Mage, ...]]]:
    """A simulated game as a camera follows it, hands and decks unseen; and the hands still to be shown."""
    setup, _, events = simulated(seed)
    names = tuple(player.name for player in setup.players)
    first = LayOutTable(names, FOUR_OF_EACH_PAIR, setup.conclave, CARDS_REMOVED[len(names)])
    story = journal.start(
        start(replace(first, starting_corner=setup.starting_corner, first_player=setup.first_player))[1],
        "camera",
    )
    for event in events:
        command = decision_behind(event, ())
        if command is not None and not isinstance(event, HandShown):
            story = journal.record(story, command, "camera").story
    return story, {event.player: event.mages for event in events if isinstance(event, HandShown)}
