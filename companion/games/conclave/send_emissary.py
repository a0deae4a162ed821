"""Send a Mage as an Emissary to the Conclave, phase 2."""

from __future__ import annotations

from companion.games.conclave.components import Card, FaceDownMage, Mage
from companion.games.conclave.conclave import Cell, Conclave
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.rulings import PlainRule, Ruling


def legal_places(conclave: Conclave) -> tuple[Cell, ...]:
    """Every cell an Emissary may be sent to; none when the Conclave is full."""
    if conclave.is_empty:
        return conclave.empty_cells
    return tuple(cell for cell in conclave.empty_cells if conclave.touches_a_card(cell))


def require_legal_place(conclave: Conclave, cell: Cell) -> None:
    """Refuse an occupied cell and one that touches no card."""
    if conclave[cell] is not None:
        raise AgainstTheRules(PlainRule.EMPTY_SPACE, f"cell {cell} already holds a card")
    if not conclave.is_empty and not conclave.touches_a_card(cell):
        raise AgainstTheRules(Ruling.ADJACENT_PLACE, f"cell {cell} touches no card")


def card_played(hand: tuple[Card, ...], mage: Mage) -> Card | None:
    """Which card of a hand was turned up as this Mage: itself if known, else the back that fits best."""
    if mage in hand:
        return mage
    backs = [card for card in hand if isinstance(card, FaceDownMage) and card.may_be(mage)]
    return min(backs, key=lambda back: back.magic is None, default=None)
