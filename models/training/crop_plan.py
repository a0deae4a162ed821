"""Which decks and seeds are trained on, tuned on and reported; no style and no scene is in two of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MODELS = Path(__file__).parents[1]
DEFAULT_FOLDER = Path("build/training")
PHOTOS_OF_A_SHARD = 18
CONDITION_MIX = (
    *("normal", "normal", "hard", "hard", "hand", "hand", "easy", "glare", "low_light", "warm_light"),
    *("tilt", "blur", "blur", "clutter", "upside_down"),
)
FIRST_SCENE = {
    "train": 1_000_000,
    "flat": 3_000_000,
    "tune": 5_000_000,
    "report": 9_000_000,
    "painted": 11_000_000,
}
FIRST_STYLE = {"train": 1_000, "flat": 20_000, "tune": 5_000, "report": 9_000, "painted": 12_000}
KINDS_IN_TURN = {
    "train": (
        *("style", "house", "style", "things", "style", "illustrated"),
        *("style", "house", "style", "style", "illustrated", "style"),
    ),
    "flat": ("style", "style", "style", "illustrated", "style", "style", "style", "things"),
    "tune": (
        *("style", "house", "style", "things", "style", "house"),
        *("style", "style", "style", "house", "style", "style"),
    ),
    "report": (
        *("style", "house", "style", "untrained-things", "style", "house"),
        *("style", "style", "style", "house", "style", "style"),
    ),
    "painted": ("illustrated",),
}
"""What the shards of a part show, over and over; `flat` has references alone, `painted` is reported apart."""


@dataclass(frozen=True, slots=True)
class ShardPlan:
    """One file of crops: its number in its part, the deck, and the scene seeds from the first one on."""

    part: str
    number: int
    deck: str

    @property
    def name(self) -> str:
        """The file's name."""
        return f"{self.part}-{self.number:04d}-{self.deck}"

    @property
    def first_scene(self) -> int:
        """The seed of the first photograph."""
        return FIRST_SCENE[self.part] + self.number * 64

    @property
    def photos(self) -> int:
        """How many photographs are cut up; of a flat deck there are only its references."""
        return 0 if self.part == "flat" else PHOTOS_OF_A_SHARD


def plan_shards(part: str, count: int) -> Iterator[ShardPlan]:
    """The first shards of a part; every one but the house deck's has a deck of its own."""
    kinds = KINDS_IN_TURN[part]
    for number in range(count):
        kind = kinds[number % len(kinds)]
        deck = kind if kind == "house" else f"{kind}-{FIRST_STYLE[part] + number}"
        yield ShardPlan(part, number, deck)
