"""Decks for tests: a deck is only a list, so tests write their own."""

from __future__ import annotations

from companion.games.conclave.components import Deck, Mage, deck_of
from companion.games.conclave.notation import MAGES_BY_CODE, mage

FOUR_OF_EACH_PAIR = deck_of([one for code, one in MAGES_BY_CODE.items() if code[3] != "3"])
"""72 different cards: every Magic and Brotherhood with Influence 1, 2, 4 and 5."""

TWINS = deck_of([one for one in MAGES_BY_CODE.values() if one.influence in (2, 4)] * 2)
"""72 cards of 36 kinds, each of them twice: nothing may assume that a card is unique."""


def mages(codes: str) -> tuple[Mage, ...]:
    """Several Mages, their codes apart by blanks."""
    return tuple(mage(code) for code in codes.split())


def deck(codes: str) -> Deck:
    """The deck of these cards."""
    return deck_of(mages(codes))
