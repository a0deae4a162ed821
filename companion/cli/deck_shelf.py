"""The decks of a data folder, and which of them lies on the table; no pictures are decoded here."""

from __future__ import annotations

import shutil
from pathlib import Path

from calibration.deck_folder import BUILT_IN_DECKS, MANIFEST_NAME, DeckNotFound, deck_names, find_deck
from calibration.deck_manifest import DeckError
from calibration.whole_file import write_whole_file
from companion.server.teaching import KnownDeck, NotTeachable, TeachingTrouble

HOUSE_DECK = "house"
CHOSEN_NAME = "deck-on-the-table.txt"
REPORT_FILE = "report.json"


def known_decks(data: Path, on_table: str) -> tuple[KnownDeck, ...]:
    """Every deck there is; one that cannot be used says why."""
    return tuple(_known(data, name, on_table) for name in deck_names(data))


def delete_deck(data: Path, name: str) -> None:
    """Forget a taught deck."""
    if (BUILT_IN_DECKS / name).exists():
        raise NotTeachable(TeachingTrouble.OWN_DECK, f"{name} is a deck of the program's own")
    folder = data / "decks" / name
    if not (folder / MANIFEST_NAME).is_file():
        raise NotTeachable(TeachingTrouble.NO_DECK, f"there is no deck {name}")
    (folder / MANIFEST_NAME).unlink()  # from here on it is none, whatever stops the rest
    shutil.rmtree(folder)


def chosen_deck(data: Path) -> str:
    """The deck that was last put on the table by a page, if it is still there."""
    try:
        name = (data / CHOSEN_NAME).read_text(encoding="utf-8").strip()
        return find_deck(name, data).folder.name
    except (OSError, ValueError, DeckError):
        return HOUSE_DECK


def choose_deck(data: Path, name: str) -> None:
    """Remember the deck on the table for the next start."""
    write_whole_file(data / CHOSEN_NAME, name.encode())


def _known(data: Path, name: str, on_table: str) -> KnownDeck:
    own, lies_there = (BUILT_IN_DECKS / name).exists(), name == on_table
    try:
        deck = find_deck(name, data)
    except DeckNotFound as problem:
        return KnownDeck(name, damaged=str(problem))
    except DeckError as problem:
        return KnownDeck(name, own=own, on_table=lies_there, damaged=str(problem))
    return KnownDeck(
        name=name,
        kinds=len(deck.labels),
        cards=sum(deck.counts.values()) if deck.manifest.counted else None,
        backs=len(deck.backs),
        own=own,
        on_table=lies_there,
        copies=dict(deck.counts),
        has_report=(deck.folder / REPORT_FILE).is_file(),
    )
