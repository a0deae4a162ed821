"""Decks by name, for the commands about the rules: their lists of cards, no pictures."""

from __future__ import annotations

from pathlib import Path

from calibration.deck_folder import find_deck
from calibration.deck_manifest import DeckError
from companion.cli.data_folder import data_folder
from companion.cli.main import UsageError
from companion.games.conclave.components import Deck
from companion.games.conclave.errors import Unreadable
from companion.games.conclave.notation import mage

CARDS_OF_THE_GAME = 72


def deck_list(name: str, data: Path | None = None) -> Deck:
    """Which cards the deck of that name holds, and how many of each."""
    return _deck(name, data, least=1)


def deck_limits(name: str, data: Path | None = None) -> Deck:
    """Which cards the deck can hold at most: of a deck that nobody counted, any number of copies."""
    return _deck(name, data, least=CARDS_OF_THE_GAME)


def _deck(name: str, data: Path | None, least: int) -> Deck:
    try:
        deck = find_deck(name, data_folder(data))
        most = 1 if deck.manifest.counted else least
        return Deck({mage(code): max(count, most) for code, count in deck.counts.items()})
    except (DeckError, Unreadable) as problem:
        raise UsageError(f"--deck: {problem}") from problem
