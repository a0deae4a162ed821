"""The decks of filmed games as the companion knows them: the house deck, or one taught from photographs.

A drawn deck is photographed fifteen cards at a time, each grid from two sides, and taught by `conclave teach`
itself. A deck that is refused is photographed again, as a person would.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from companion.cli import teach
from companion.cli.decks import deck_list
from companion.cli.main import UsageError
from companion.cli.read import load_references
from companion.games.conclave.components import Deck
from models.training.films.decks import FilmDeck
from models.training.scenes.deck import Deck as PictureDeck
from tests.proofs.teaching_photos import Shot, take
from vision.references import DeckReferences

ACROSS, DOWN = 5, 3
SIDES = 2
ATTEMPTS = 3
PHOTO_SEED = 9_100_000


@dataclass(frozen=True, slots=True)
class KnownDeck:
    """What a watcher is told of a deck: its pictures and its list of cards."""

    references: DeckReferences
    cards: Deck


def known_deck(name: str, film: FilmDeck, kept: Path) -> KnownDeck:
    """The deck of a film as the companion knows it; a drawn one is taught unless it is kept already."""
    data = kept / "data"
    if name != "house" and not (data / "decks" / name).is_dir():
        teach_deck(name, film, kept)
    return KnownDeck(load_references(name, data), deck_list(name, data))


def teach_deck(name: str, film: FilmDeck, kept: Path) -> None:
    """Photograph a deck and teach it; a deck that is refused is photographed again, on another table."""
    for attempt in range(ATTEMPTS):
        folder = kept / f"photos-{name}-{attempt}"
        folder.mkdir(parents=True, exist_ok=True)
        first = PHOTO_SEED + 1000 * int(name.rpartition("-")[2]) + 100 * SIDES * attempt
        codes = [str(card) for card in film.cards.copies]
        lines = ["photo,row,column,card"]
        for side in range(SIDES):
            lines += photograph(film.pictures, codes, folder, first + 100 * side)
        labels = folder / "labels.csv"
        labels.write_text("\n".join(lines), encoding="utf-8")
        try:
            _conclave_teach(name, folder, labels, kept / "data")
        except UsageError:
            if attempt == ATTEMPTS - 1:
                raise
        else:
            break


def photograph(deck: PictureDeck, codes: list[str], folder: Path, seed: int) -> Iterator[str]:
    """Write photographs that show every card once; the lines that say which card lies where."""
    for start in range(0, len(codes), ACROSS * DOWN):
        shown = codes[start : start + ACROSS * DOWN]
        rows = tuple(tuple(shown[first : first + ACROSS]) for first in range(0, len(shown), ACROSS))
        photo = take(Shot(rows, "normal", seed + start, fill=0.85, table_seed=seed), deck)
        name = f"{seed}-{start}.jpg"
        cv2.imwrite(str(folder / name), photo.frame_bgr, [cv2.IMWRITE_JPEG_QUALITY, 93])
        yield from (f"{name},{card.row},{card.column},{card.code}" for card in photo.cards)


def _conclave_teach(name: str, photos: Path, labels: Path, data: Path) -> None:
    parser = argparse.ArgumentParser()
    teach.add_arguments(parser)
    words = [name, "--photos", str(photos), "--labels", str(labels), "--data", str(data)]
    teach.run(parser.parse_args(words))
