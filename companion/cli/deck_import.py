"""Takes in a deck from a file that may come from anybody: checked byte by byte before anything is written."""

from __future__ import annotations

from pathlib import Path

from calibration.deck_folder import BUILT_IN_DECKS, DECK_NAME, MANIFEST_NAME, DeckFolder
from calibration.deck_manifest import BackLabel, CardLabel, DeckError
from calibration.deck_writer import DeckContents, write_deck
from companion.journal.errors import Damaged
from companion.witness.deck_file import LARGEST_DECK_BYTES, opened_deck
from vision.photos import PhotoLimits, UnreadablePhoto, load_photo

ZIP_START = b"PK\x03\x04"
PICTURE_LIMITS = PhotoLimits(max_pixels=4_000_000, max_file_bytes=8_000_000)


def import_deck(file: Path, data: Path, name: str | None = None, *, replace: bool = False) -> DeckFolder:
    """Write the deck in the file into the data folder, under its own name or another."""
    if file.stat().st_size > LARGEST_DECK_BYTES:
        raise DeckError(f"{file.name}: larger than {LARGEST_DECK_BYTES // 2**20} MB")
    packed = file.read_bytes()
    if not packed.startswith(ZIP_START):
        raise DeckError(f"{file.name} is no exported deck")
    with opened_deck(packed) as deck:
        name = name or deck.name
        if not may_be_taught(name):
            raise DeckError(f"{name!r} cannot be the name of a taught deck: give another with --as")
        if _is_there(name, data) and not replace:
            raise DeckError(f"there is a deck {name!r} already: give another name with --as, or --replace it")
        contents = _contents(deck)
    return write_deck(data / "decks", name, contents)


def take_in_deck(packed: bytes, data: Path) -> DeckFolder:
    """Write a packed deck into the data folder, with a number after its name if that is taken."""
    with opened_deck(packed) as deck:
        names = [deck.name, *(f"{deck.name[:60]}-{number}" for number in range(2, 100))]
        free = [name for name in names if may_be_taught(name) and not _is_there(name, data)]
        if not free:
            raise DeckError(f"{deck.name!r} cannot be the name of a taught deck")
        contents = _contents(deck)
    return write_deck(data / "decks", free[0], contents)


def may_be_taught(name: str) -> bool:
    """Whether a taught deck can have that name."""
    return DECK_NAME.fullmatch(name) is not None and not (BUILT_IN_DECKS / name).exists()


def _is_there(name: str, data: Path) -> bool:
    return (data / "decks" / name / MANIFEST_NAME).exists()


def _contents(deck: DeckFolder) -> DeckContents:
    pictures: dict[str, list[bytes]] = {}
    labels: list[CardLabel | BackLabel] = [*deck.labels, *deck.backs]
    for label in labels:
        if not label.images:
            raise DeckError(f"{label.code} has no picture")
        pictures[label.code] = [_checked(deck.folder / image, image) for image in label.images]
    size = (deck.manifest.card_width_mm, deck.manifest.card_height_mm)
    known = deck.manifest
    return DeckContents(size, pictures, deck.counts, known.counted, known.mistaken, known.under_lamps)


def _checked(path: Path, name: str) -> bytes:
    content = path.read_bytes()
    try:
        load_photo(content, PICTURE_LIMITS, name)
    except UnreadablePhoto as problem:
        raise Damaged("a deck", str(problem)) from problem
    return content
