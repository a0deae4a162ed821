"""Games for the journal's tests: a hidden table as a group would type it in, and simulated games."""

from __future__ import annotations

from companion.games.conclave.commands import Command, LayOutTable
from companion.games.conclave.events import Event, GameSetUp, TurnEvent
from companion.games.conclave.game import start
from companion.games.conclave.game_setup import CARDS_REMOVED
from companion.games.conclave.notation import parse_conclave
from companion.games.conclave.rejudge import decision_behind
from companion.games.conclave.simulate import simulate_game
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
