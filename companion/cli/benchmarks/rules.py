"""What the rules cost: judging a position, playing a game."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from random import Random

from companion.cli.benchmarks.measure import Measurement, fastest_cpu_seconds
from companion.cli.decks import deck_list
from companion.cli.json_lines import calm_collector, parse_line, print_line
from companion.cli.resolve import answerer
from companion.games.conclave.components import Deck
from companion.games.conclave.simulate import simulate_game

POSITIONS = 200
PLAYERS = (2, 3, 4)
GAMES = 10
GAMES_A_SECOND = 200.0


def rule_measurements() -> Iterator[Measurement]:
    """Resolve against plain JSON, and simulated games a second on one core."""
    deck = deck_list("house")
    lines = random_positions(deck)
    answer = answerer(Namespace(edition="conclave", deck=None, explain=None))
    calm_collector()  # as the command does; the reference gains by it as well
    plain, judged = fastest_cpu_seconds(
        lambda: [json.dumps(json.loads(line)).encode() for line in lines],
        lambda: [print_line(answer(parse_line(line))) for line in lines],
        rounds=120,  # short ones, so that some of them meet a quiet moment
    )
    yield Measurement(
        what="resolve: read, judge and print a position",
        unit="microseconds",
        measured=1e6 * judged / POSITIONS,
        against="read and print the same JSON",
        reference=1e6 * plain / POSITIONS,
        at_most=5,
    )
    seconds = fastest_cpu_seconds(*(partial(play, deck, players) for players in PLAYERS), rounds=40)
    for players, taken in zip(PLAYERS, seconds, strict=True):
        yield Measurement(
            what=f"simulate: games of {players} players a second on one core",
            unit="games a second",
            measured=GAMES / taken,
            against=f"{GAMES_A_SECOND:g} games a second",
            reference=GAMES_A_SECOND,
            at_least=1 if players == 3 else None,
        )


def play(deck: Deck, players: int) -> None:
    """Some whole games."""
    for seed in range(GAMES):
        simulate_game(deck, players, seed)


def random_positions(deck: Deck) -> list[bytes]:
    """Positions as they come up in play: 12 to 16 cards, the Emissary among them."""
    chance, cards = Random(0), [str(mage) for mage in deck]
    lines = []
    for _ in range(POSITIONS):
        cells: list[str | None] = list(chance.sample(cards, 16))
        emissary = chance.randrange(16)
        for empty in chance.sample([cell for cell in range(16) if cell != emissary], chance.randrange(5)):
            cells[empty] = None
        grid = [cells[start : start + 4] for start in range(0, 16, 4)]
        lines.append(json.dumps({"grid": grid, "emissary": list(divmod(emissary, 4))}).encode())
    return lines
