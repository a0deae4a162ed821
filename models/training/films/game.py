"""The game that a film shows: turn by turn what hands will do, decided by the real rules."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from companion.games.conclave.commands import SetUpGame
from companion.games.conclave.components import Deck, Mage
from companion.games.conclave.conclave import Cell, Conclave, Corner
from companion.games.conclave.events import (
    ConclaveRefilled,
    EmissarySent,
    FollowersGained,
    InfluenceGiven,
    TurnEnded,
    TurnEvent,
)
from companion.games.conclave.game import start
from companion.games.conclave.simulate import choose
from companion.games.conclave.verdict import Verdict, judge

NAMES = ("Ana", "Ben", "Carla", "Dario")


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn as hands play it; a player who had to pass sends nobody."""

    player: str
    given: InfluenceGiven | None
    sent: EmissarySent | None
    verdict: Verdict | None
    followers: tuple[tuple[Cell, Mage], ...]
    refill: tuple[tuple[Cell, Mage], ...]


@dataclass(frozen=True, slots=True)
class FilmedGame:
    """Who plays, what lies there at first, and the turns in their order."""

    players: tuple[str, ...]
    starting_corner: Corner
    opening: Conclave
    turns: tuple[Turn, ...]


def play_game(deck: Deck, players: int, seed: int, most_turns: int | None = None) -> FilmedGame:
    """Play a game of random legal decisions, to its end or for so many turns."""
    chance = Random(seed)
    shuffled = list(deck)
    chance.shuffle(shuffled)
    names = NAMES[:players]
    game, setup = start(SetUpGame(names, deck, tuple(shuffled)))
    turns: list[Turn] = []
    while game.position.in_turns and (most_turns is None or len(turns) < most_turns):
        conclave = game.position.conclave
        happened: list[TurnEvent] = []
        while not any(isinstance(event, TurnEnded) for event in happened):
            game, events = game.apply(choose(game.position, chance))
            happened += events
        turns.append(_turn(happened, conclave))
    return FilmedGame(names, setup.starting_corner, setup.conclave, tuple(turns))


def _turn(events: list[TurnEvent], conclave: Conclave) -> Turn:
    ended = next(event for event in events if isinstance(event, TurnEnded))
    sent = next((event for event in events if isinstance(event, EmissarySent)), None)
    verdict = judge(conclave.with_card(sent.cell, sent.mage), sent.cell) if sent else None
    return Turn(
        player=ended.player,
        given=next((event for event in events if isinstance(event, InfluenceGiven)), None),
        sent=sent,
        verdict=verdict,
        followers=next((event.followers for event in events if isinstance(event, FollowersGained)), ()),
        refill=next((event.mages for event in events if isinstance(event, ConclaveRefilled)), ()),
    )
