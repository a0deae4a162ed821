"""Components: the Mages, what is printed on them, and the deck they make up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.rulings import Ruling

LEAST_INFLUENCE = 1  # rulebook: Components
MOST_INFLUENCE = 5


class Magic(Enum):
    """The six Magics, in the rulebook's order; none is stronger than another."""

    EARTH = "earth"
    WIND = "wind"
    MIND = "mind"
    WISDOM = "wisdom"
    LOVE_AND_WAR = "love-and-war"
    NATURE = "nature"


class Brotherhood(Enum):
    """The three Brotherhoods."""

    CROW = "crow"
    GAZELLE = "gazelle"
    WILD_BOAR = "wild-boar"


COLOUR_CODES = {
    Magic.EARTH: "be",
    Magic.WIND: "bl",
    Magic.MIND: "pu",
    Magic.WISDOM: "or",
    Magic.LOVE_AND_WAR: "re",
    Magic.NATURE: "gr",
}
BROTHERHOOD_CODES = {Brotherhood.CROW: "C", Brotherhood.GAZELLE: "G", Brotherhood.WILD_BOAR: "W"}


@dataclass(frozen=True, slots=True)
class Mage:
    """One card, seen from its face."""

    magic: Magic
    brotherhood: Brotherhood
    influence: int

    def __post_init__(self) -> None:
        if type(self.influence) is not int or not LEAST_INFLUENCE <= self.influence <= MOST_INFLUENCE:
            raise ValueError(f"Influence runs from 1 to 5, got {self.influence}")

    def __str__(self) -> str:
        return f"{COLOUR_CODES[self.magic]}{BROTHERHOOD_CODES[self.brotherhood]}{self.influence}"


@dataclass(frozen=True, slots=True)
class FaceDownMage:
    """One card, seen from its back, which shows the Magic; None where not even the back was seen."""

    magic: Magic | None = None

    def may_be(self, mage: Mage) -> bool:
        """Whether this card, turned up, could show that Mage."""
        return self.magic is None or self.magic is mage.magic

    def __str__(self) -> str:
        return f"{COLOUR_CODES[self.magic] if self.magic else '??'}B?"


Card = Mage | FaceDownMage


@dataclass(frozen=True, slots=True)
class Deck:
    """The printed cards of one deck: a list with counts (ruling deck-list), never an assumption."""

    copies: Mapping[Mage, int]

    def __post_init__(self) -> None:
        for mage, count in self.copies.items():
            if count < 1:
                raise ValueError(f"a deck holds each of its cards at least once, got {count} of {mage}")
        object.__setattr__(self, "copies", MappingProxyType(dict(self.copies)))

    def __hash__(self) -> int:
        return hash(frozenset(self.copies.items()))

    def __reduce__(self) -> tuple[type[Deck], tuple[dict[Mage, int]]]:
        return Deck, (dict(self.copies),)  # a game travels to the process that watches it

    def __len__(self) -> int:
        return sum(self.copies.values())

    def __iter__(self) -> Iterator[Mage]:
        for mage, count in self.copies.items():
            yield from [mage] * count

    def require_holds(self, mages: Iterable[Mage]) -> None:
        """Refuse more copies of a card than the deck has."""
        for mage, count in Counter(mages).items():
            held = self.copies.get(mage, 0)
            if count > held:
                raise AgainstTheRules(Ruling.DECK_LIST, f"{count} of {mage}, and the deck holds {held}")


def deck_of(mages: Iterable[Mage]) -> Deck:
    """The deck that holds just these cards."""
    return Deck(dict(Counter(mages)))
