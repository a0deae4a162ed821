"""Simulated games: random, legal, and the same for the same seed."""

from __future__ import annotations

import pytest

from companion.games.conclave.components import Magic
from companion.games.conclave.conclave import Corner
from companion.games.conclave.events import GameSetUp, InfluenceGiven, MagicCrisisOccurred, TurnEnded
from companion.games.conclave.rejudge import rejudge
from companion.games.conclave.rulings import Edition
from companion.games.conclave.simulate import possible_gifts, simulate_game
from companion.games.conclave.structure_of_a_round import Stage
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR
from tests.companion.games.conclave.naive_checker import naive_gifts
from tests.companion.games.conclave.tables import open_table
from tests.companion.games.conclave.test_game import EXAMPLE


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_end_legally(players: int) -> None:
    for seed in range(25):
        played = simulate_game(FOUR_OF_EACH_PAIR, players, seed)
        assert played.game.position.stage is Stage.OVER
        assert rejudge(played.events) == played.game


def test_the_same_seed_plays_the_same_game_and_another_seed_another() -> None:
    first, again, other = (simulate_game(FOUR_OF_EACH_PAIR, 3, seed) for seed in (4, 4, 5))
    assert first == again
    assert first.events != other.events
    assert (first.seed, other.seed) == (4, 5)


@pytest.mark.parametrize("edition", Edition)
def test_a_game_is_played_in_the_edition_asked_for(edition: Edition) -> None:
    assert simulate_game(FOUR_OF_EACH_PAIR, 2, 1, edition).game.position.edition is edition


def test_turns_and_crises_are_counted_from_the_events() -> None:
    played = next(one for seed in range(100) if (one := simulate_game(FOUR_OF_EACH_PAIR, 2, seed)).crises > 1)
    assert played.crises == sum(isinstance(event, MagicCrisisOccurred) for event in played.events)
    assert played.turns == sum(isinstance(event, TurnEnded) for event in played.events)


def test_chance_reaches_every_corner_every_first_player_and_gifts() -> None:
    games = [simulate_game(FOUR_OF_EACH_PAIR, 3, seed) for seed in range(40)]
    setups = [event for game in games for event in game.events if isinstance(event, GameSetUp)]
    assert {setup.starting_corner for setup in setups} == set(Corner)
    assert {setup.first_player for setup in setups} == {"Player 1", "Player 2", "Player 3"}
    gifts = [event for game in games for event in game.events if isinstance(event, InfluenceGiven)]
    assert {gift.magic for gift in gifts} == set(Magic)


def test_possible_gifts_are_those_a_naive_reader_finds() -> None:
    zones = ("beC2 puG5 beW1 reC1", "beG4 grC1", "reC1")
    game = open_table(EXAMPLE, "reG5 beC1 beC3 beC4", zones=zones, players=3)
    codes = {Magic.EARTH: "be", Magic.MIND: "pu", Magic.LOVE_AND_WAR: "re"}
    names = ["Ana", "Ben", "Cai"]
    found = {(codes[magic], names.index(receiver)) for magic, receiver in possible_gifts(game.position)}
    assert found == naive_gifts([zone.split() for zone in zones], 0)
