"""Which films the proof of filmed games shoots: their conditions, decks, habits, players and seeds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

FIRST_SEED = 93_001
TAUGHT = "style-659"
GROUPS = (  # condition, deck, habits, how many games
    ("normal", "house", "usual", 8),
    ("normal", "house", "many", 6),
    ("normal", TAUGHT, "usual", 2),
    ("normal", TAUGHT, "many", 2),
    ("hard", "house", "usual", 6),
    ("hard", "house", "many", 3),
    ("hard", TAUGHT, "usual", 3),
)


@dataclass(frozen=True, slots=True)
class Plan:
    """One film of the proof."""

    condition: str
    deck: str
    habits: str
    players: int
    seed: int
    hands: str = "any"

    @property
    def name(self) -> str:
        """The film's name, without ending."""
        hands = "" if self.hands == "any" else f"-{self.hands}"
        return f"{self.condition}-{self.deck}-{self.habits}{hands}-{self.players}p-{self.seed}"

    @property
    def group(self) -> str:
        """The row it counts in."""
        deck = "taught" if self.deck.startswith("style") else "house"
        hands = "" if self.hands == "any" else f", hands like the {self.hands}"
        return f"{self.condition}, {deck}, {self.habits}{hands}"


WHOLE_GAMES = (
    Plan("normal", "house", "usual", 2, 78_001),
    Plan("normal", "house", "many", 3, 78_002),
    Plan("hard", "house", "usual", 2, 78_003),
    Plan("normal", "house", "usual", 4, 78_004),
    Plan("hard", "house", "many", 3, 78_005),
    Plan("normal", TAUGHT, "usual", 2, 78_006),
)
"""Games played to their end."""

RESTING_HANDS = tuple(
    Plan(condition, "house", "resting", 2 + seed % 3, seed, hands)
    for condition, hands, first, games in (
        ("normal", "table", 79_001, 4),
        ("normal", "grain", 79_005, 4),
        ("hard", "table", 79_009, 2),
        ("hard", "grain", 79_011, 2),
    )
    for seed in range(first, first + games)
)
"""Hands that look like the table and rest over cards for one to three seconds."""


def short_games() -> Iterator[Plan]:
    """Games of a few turns: 2, 3 and 4 players in turn, a seed each."""
    seed = FIRST_SEED
    for condition, deck, habits, games in GROUPS:
        for _ in range(games):
            yield Plan(condition, deck, habits, 2 + seed % 3, seed)
            seed += 1


def films(kind: str) -> tuple[Plan, ...]:
    """The films of one kind: `short`, `whole` or `resting`."""
    return {"short": tuple(short_games()), "whole": WHOLE_GAMES, "resting": RESTING_HANDS}[kind]
