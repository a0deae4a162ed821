"""What happened, in the past tense. The game is the fold of its events."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.conclave.components import Card, Deck, Mage, Magic
from companion.games.conclave.conclave import Cell, Conclave, Corner
from companion.games.conclave.draw_a_card import DrawDeck, DrawDecks
from companion.games.conclave.rulings import Edition
from companion.games.conclave.structure_of_a_round import Player


@dataclass(frozen=True, slots=True)
class GameSetUp:
    """The table is laid and the first player may begin."""

    edition: Edition
    deck: Deck
    starting_corner: Corner
    players: tuple[Player, ...]
    first_player: str
    conclave: Conclave
    draw_decks: DrawDecks
    removed: tuple[Card, ...] | None  # None: nobody knows how many


@dataclass(frozen=True, slots=True)
class InfluenceGiven:
    """Phase 1: a pile went to another Influence Zone."""

    player: str
    magic: Magic
    receiver: str


@dataclass(frozen=True, slots=True)
class EmissarySent:
    """Phase 2: a Mage left the hand for the Conclave."""

    player: str
    mage: Mage
    cell: Cell


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """Phase 2: the Conclave was full and nobody could be sent."""

    player: str


@dataclass(frozen=True, slots=True)
class MagicCrisisOccurred:
    """After phase 3: the Conclave was full and nobody had followed."""

    player: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class FollowersGained:
    """Phase 3 is over: these Mages, perhaps none, left the Conclave for the Influence Zone."""

    player: str
    followers: tuple[tuple[Cell, Mage], ...]


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """Phase 4: a card went from a deck to the hand."""

    player: str
    card: Card
    deck: DrawDeck


@dataclass(frozen=True, slots=True)
class ConclaveRefilled:
    """Phase 5: new Mages were laid, in this order."""

    player: str
    mages: tuple[tuple[Cell, Mage], ...]


@dataclass(frozen=True, slots=True)
class DrawDecksRanOut:
    """Both draw decks are empty: when this turn is over, everybody takes one more."""

    player: str


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn goes to the player on the left, or the last turn is over."""

    player: str


@dataclass(frozen=True, slots=True)
class HandShown:
    """End of the game: the cards left in a hand joined the Influence Zone."""

    player: str
    mages: tuple[Mage, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Every hand has been shown: the zones can be tallied."""


TurnEvent = (
    InfluenceGiven
    | EmissarySent
    | TurnPassed
    | MagicCrisisOccurred
    | FollowersGained
    | CardDrawn
    | ConclaveRefilled
    | DrawDecksRanOut
    | TurnEnded
    | HandShown
    | GameEnded
)
Event = GameSetUp | TurnEvent
