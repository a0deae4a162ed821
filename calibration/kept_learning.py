"""What was learned of a deck is kept in its folder: it takes seconds to learn, at every start otherwise.

The file is no part of the deck. Whoever passes a deck on leaves it behind, a folder that cannot be written to
does without it, and one that does not fit the deck's pictures, or the code that learns, is made anew.
"""

from __future__ import annotations

import contextlib
import hashlib
from dataclasses import replace
from pathlib import Path

from calibration.deck_folder import BUILT_IN_DECKS, MANIFEST_NAME, DeckFolder
from calibration.deck_manifest import COLOUR_OF_CODE
from calibration.whole_file import write_whole_file
from vision.lattice import CardSize
from vision.learned_deck import LARGEST_BYTES, LearnedDeck, NotAsLearned, learned_file, read_learned
from vision.references import DeckReferences, learned_of

LEARNED_NAME = "learned.bin"


def references_of(deck: DeckFolder) -> DeckReferences:
    """The pictures of a deck, ready to compare with."""
    learned = kept_learning(deck)
    if learned is None:
        learned = learn_now(deck)
        with contextlib.suppress(OSError):  # a folder that nobody may write to is a deck all the same
            keep_learning(deck, learned)
    codes = (*(label.code for label in deck.labels), *(back.code for back in deck.backs))
    card = CardSize(deck.manifest.card_width_mm, deck.manifest.card_height_mm)
    found = replace(DeckReferences.of(codes, len(deck.labels), learned, deck.most_copies), card=card)
    found = found.with_mistaken(deck.manifest.mistaken).with_lamps(deck.manifest.under_lamps)
    taught = {label.code[:2] for label in deck.labels}
    return found.with_all_colours() if taught >= COLOUR_OF_CODE.keys() else found


def kept_learning(deck: DeckFolder) -> LearnedDeck | None:
    """What is kept of a deck, or nothing if there is no file that can be believed.

    A built-in deck that came back from elsewhere is the same deck: what is kept of it is beside the original.
    """
    learned, wanted = None, learned_from(deck)
    for folder in (deck.folder, BUILT_IN_DECKS / deck.name):
        with contextlib.suppress(OSError, NotAsLearned):
            learned = learned or _read(folder / LEARNED_NAME, wanted)
    return learned


def _read(path: Path, wanted: str) -> LearnedDeck:
    if path.stat().st_size > LARGEST_BYTES:
        raise NotAsLearned("it is too large")
    return read_learned(path.read_bytes(), wanted)


def learn_now(deck: DeckFolder) -> LearnedDeck:
    """Learn a deck from its pictures."""
    faces = {label.code: deck.reference_images(label.code) for label in deck.labels}
    backs = {label.code: deck.reference_images(label.code) for label in deck.backs}
    return learned_of(faces, backs)


def keep_learning(deck: DeckFolder, learned: LearnedDeck) -> None:
    """Write what was learned into the deck's folder."""
    write_whole_file(deck.folder / LEARNED_NAME, learned_file(learned, learned_from(deck)))


def learned_from(deck: DeckFolder) -> str:
    """A digest of the manifest and of every picture that it names."""
    digest = hashlib.sha256()
    shown = (*(label.images for label in deck.labels), *(back.images for back in deck.backs))
    for name in (MANIFEST_NAME, *(image for images in shown for image in images)):
        digest.update(hashlib.sha256((deck.folder / name).read_bytes()).digest())
    return digest.hexdigest()
