"""What players decide, in the imperative. A command is a wish: the game answers with events or refuses."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.conclave.components import Card, Deck, Mage, Magic
from companion.games.conclave.conclave import Cell, Conclave, Corner
from companion.games.conclave.draw_a_card import DrawDeck, DrawDecks
from companion.games.conclave.rulings import Edition


@dataclass(frozen=True, slots=True)
class SetUpGame:
    """Open play: the whole deck is known, in its shuffled order."""

    players: tuple[str, ...]
    deck: Deck
    shuffled: tuple[Mage, ...]
    cards_removed: int | None = None  # None: as the rulebook says for this number of players
    starting_corner: Corner = Corner.TOP_LEFT
    first_player: str | None = None  # None: the first named
    edition: Edition = Edition.CONCLAVE


@dataclass(frozen=True, slots=True)
class LayOutTable:
    """Hidden play: only what the table shows is known, from the setup or from the middle of a game."""

    players: tuple[str, ...]
    deck: Deck
    conclave: Conclave
    cards_removed: int | None  # None: nobody knows, so the draw decks stay uncounted
    zones: tuple[tuple[Card, ...], ...] = ()  # empty: nobody has followers yet
    hands: tuple[tuple[Card, ...], ...] = ()  # empty: four cards each, of which nothing was seen
    draw_decks: DrawDecks | None = None  # the backs of the spread decks, where somebody looked
    starting_corner: Corner = Corner.TOP_LEFT
    first_player: str | None = None
    edition: Edition = Edition.CONCLAVE


@dataclass(frozen=True, slots=True)
class GiveInfluence:
    """Phase 1: give one whole pile away."""

    player: str
    magic: Magic
    receiver: str


@dataclass(frozen=True, slots=True)
class SendEmissary:
    """Phase 2: send a Mage of the hand to the Conclave."""

    player: str
    mage: Mage
    cell: Cell


@dataclass(frozen=True, slots=True)
class PassTurn:
    """Phase 2 when the Conclave is full: nobody can be sent."""

    player: str


@dataclass(frozen=True, slots=True)
class DrawCard:
    """Phase 4: draw the top card of a deck.

    `decks_ran_out` is asked of those who see the table, and only while the decks are uncounted.
    """

    player: str
    deck: DrawDeck
    decks_ran_out: bool = False


@dataclass(frozen=True, slots=True)
class RefillConclave:
    """Phase 5 of hidden play: the cards that the table shows in the refilled cells, in their order.

    `cells` says where each of them was seen; None if nobody looked whether the order was kept.
    """

    player: str
    mages: tuple[Mage, ...]
    decks_ran_out: bool = False
    cells: tuple[Cell, ...] | None = None


@dataclass(frozen=True, slots=True)
class ShowHand:
    """End of hidden play: the cards left in a hand, which join the Influence Zone."""

    player: str
    mages: tuple[Mage, ...]


Command = GiveInfluence | SendEmissary | PassTurn | DrawCard | RefillConclave | ShowHand
