"""Draw a card, phase 4, and the two Draw Decks it is drawn from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.games.conclave.components import Card, FaceDownMage
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.rulings import PlainRule


class DrawDeck(StrEnum):
    """The two Draw Decks, on opposite sides of the Conclave."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> DrawDeck:
        """The deck on the other side."""
        return DrawDeck.RIGHT if self is DrawDeck.LEFT else DrawDeck.LEFT


@dataclass(frozen=True, slots=True)
class DrawDecks:
    """What is left to draw, top card first.

    At a real table nobody knows how the cards are split between the two decks, at times not even how
    many there are: `uncounted` then says how many lie in either, None if that is unknown as well.
    """

    left: tuple[Card, ...] = ()
    right: tuple[Card, ...] = ()
    uncounted: int | None = 0

    @property
    def cards_left(self) -> int | None:
        """How many cards both decks hold together; None where nobody counted them."""
        if self.uncounted is None:
            return None
        return len(self.left) + len(self.right) + self.uncounted

    @property
    def are_hidden(self) -> bool:
        """Whether the cards to come are unknown even to the program."""
        return self.uncounted is None or self.uncounted > 0

    def holds_cards(self, deck: DrawDeck) -> bool:
        """Whether a card can be drawn from that deck, as far as anybody knows."""
        return self.are_hidden or bool(self._cards(deck))

    def after_drawing(self, deck: DrawDeck) -> tuple[Card, DrawDecks]:
        """The top card of one deck, and the decks without it."""
        if self.uncounted is None:
            return FaceDownMage(), self
        if self.uncounted > 0:
            return FaceDownMage(), replace(self, uncounted=self.uncounted - 1)
        cards = self._cards(deck)
        if not cards:
            raise AgainstTheRules(PlainRule.REMAINING_DECK, f"the {deck.value} deck has run out")
        if deck is DrawDeck.LEFT:
            return cards[0], DrawDecks(cards[1:], self.right)
        return cards[0], DrawDecks(self.left, cards[1:])

    def after_refilling(self, deck: DrawDeck, count: int) -> tuple[tuple[Card, ...], DrawDecks]:
        """Cards for the Conclave from the deck drawn from this turn, then from the other."""
        decks, cards = self, []
        for _ in range(count):
            source = deck if decks.holds_cards(deck) else deck.other
            card, decks = decks.after_drawing(source)
            cards.append(card)
        return tuple(cards), decks

    def _cards(self, deck: DrawDeck) -> tuple[Card, ...]:
        return self.left if deck is DrawDeck.LEFT else self.right
