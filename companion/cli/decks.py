"""Decks by name, for the commands about the rules: their lists of cards, no pictures."""

from __future__ import annotations

from calibration.deck_folder import find_deck
from calibration.deck_manifest import DeckError
from companion.cli.main import UsageError
from companion.games.conclave.components import Deck
from companion.games.conclave.errors import Unreadable
from companion.games.conclave.notation import mage


def deck_list(name: str) -> Deck:
    """Which cards the deck of that name holds, and how many of each."""
    try:
        return Deck({mage(code): count for code, count in find_deck(name).counts.items()})
    except (DeckError, Unreadable) as problem:
        raise UsageError(f"--deck: {problem}") from problem
