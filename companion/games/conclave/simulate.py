"""Whole games played at random through the real rules, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.games.conclave.commands import (
    Command,
    DrawCard,
    GiveInfluence,
    PassTurn,
    SendEmissary,
    SetUpGame,
)
from companion.games.conclave.components import Deck, Mage, Magic
from companion.games.conclave.conclave import Corner
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.events import Event, MagicCrisisOccurred
from companion.games.conclave.game import Game, start
from companion.games.conclave.give_influence import can_be_given
from companion.games.conclave.position import Position
from companion.games.conclave.rulings import Edition
from companion.games.conclave.scoring import Tally, tally
from companion.games.conclave.send_emissary import legal_places
from companion.games.conclave.structure_of_a_round import TurnPhase

CHANCE_OF_A_GIFT = 0.2  # how often a player who could give a pile does


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """A game played to its end."""

    seed: int
    events: tuple[Event, ...]
    game: Game

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return self.game.position.turn - 1

    @property
    def crises(self) -> int:
        """How many Magic Crises occurred."""
        return sum(isinstance(event, MagicCrisisOccurred) for event in self.events)

    @property
    def tally(self) -> Tally:
        """The end-game tally."""
        return tally([(player.name, player.zone) for player in self.game.position.players])


def simulate_game(deck: Deck, players: int, seed: int, edition: Edition = Edition.CONCLAVE) -> SimulatedGame:
    """Play one game of random legal decisions to the end."""
    chance = Random(seed)
    shuffled = list(deck)
    chance.shuffle(shuffled)
    names = tuple(f"Player {seat}" for seat in range(1, players + 1))
    game, setup = start(
        SetUpGame(
            players=names,
            deck=deck,
            shuffled=tuple(shuffled),
            starting_corner=chance.choice(list(Corner)),
            first_player=chance.choice(names),
            edition=edition,
        )
    )
    events: list[Event] = [setup]
    while game.position.in_turns:
        game, happened = game.apply(choose(game.position, chance))
        events.extend(happened)
    return SimulatedGame(seed, tuple(events), game)


def choose(position: Position, chance: Random) -> Command:
    """A random legal decision for the player whose turn it is, in open play."""
    player = position.player
    if position.phase is TurnPhase.DRAW:
        decks = [deck for deck in DrawDeck if position.draw_decks.holds_cards(deck)]
        return DrawCard(player.name, chance.choice(decks))
    if position.phase is TurnPhase.GIVE and chance.random() < CHANCE_OF_A_GIFT:
        gifts = list(possible_gifts(position))
        if gifts:
            magic, receiver = chance.choice(gifts)
            return GiveInfluence(player.name, magic, receiver)
    places = legal_places(position.conclave)
    if not places:
        return PassTurn(player.name)
    mages = [card for card in player.hand if isinstance(card, Mage)]
    return SendEmissary(player.name, chance.choice(mages), chance.choice(places))


def possible_gifts(position: Position) -> Iterator[tuple[Magic, str]]:
    """Every pile the player whose turn it is may give, and to whom."""
    giver = position.player
    for other in position.players:
        for magic in Magic:
            if other is not giver and can_be_given(giver.zone, magic, other.zone):
                yield magic, other.name
