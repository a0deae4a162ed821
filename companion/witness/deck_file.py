"""A deck as one file among the evidence: a frame can be read again with the very pictures of that day."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from calibration.deck_folder import MANIFEST_NAME, DeckFolder
from calibration.deck_manifest import FILE_NAME, DeckError
from calibration.kept_learning import references_of
from companion.journal.archive import NotAsWritten, pack, unpack
from companion.journal.errors import Damaged
from vision.photo_header import BadPhotoHeader, read_photo_header
from vision.references import DeckReferences, UnusableReferences

LARGEST_DECK_BYTES = 256 * 2**20
MOST_PIXELS = 200_000_000  # of all pictures together: a small file can unfold into gigabytes


def pack_deck(deck: DeckFolder) -> bytes:
    """The manifest and every picture it names."""
    faces = {image for label in deck.labels for image in label.images}
    images = sorted(faces | {image for back in deck.backs for image in back.images})
    return pack({name: (deck.folder / name).read_bytes() for name in (MANIFEST_NAME, *images)})


def open_deck_file(content: bytes) -> DeckReferences:
    """The pictures of a packed deck; anything wrong with it is `Damaged`."""
    with opened_deck(content) as deck:
        try:
            return references_of(deck)
        except (DeckError, UnusableReferences, ValueError) as problem:
            raise Damaged("a deck", str(problem).replace(str(deck.folder), "")) from problem


@contextmanager
def opened_deck(content: bytes) -> Iterator[DeckFolder]:
    """A packed deck as a folder, for as long as it is looked at; anything wrong with it is `Damaged`."""
    try:
        members = unpack(content)
    except NotAsWritten as problem:
        raise Damaged("a deck", str(problem)) from problem
    strange = [name for name in members if FILE_NAME.fullmatch(name) is None]
    if strange:
        raise Damaged("a deck", f"it holds {strange[0][:60]!r}")
    _require_moderate(members)
    with tempfile.TemporaryDirectory() as folder:
        for name, picture in members.items():
            (Path(folder) / name).write_bytes(picture)
        try:
            deck = DeckFolder.load(Path(folder))
        except DeckError as problem:
            raise Damaged("a deck", str(problem).replace(folder, "")) from problem
        yield deck


def _require_moderate(members: Mapping[str, bytes]) -> None:
    """Refuse pictures that ask for more memory than a deck needs, before any of them is decoded."""
    pixels = 0
    for name, content in members.items():
        if name == MANIFEST_NAME:
            continue
        try:
            pixels += read_photo_header(content).pixels
        except BadPhotoHeader as problem:
            raise Damaged("a deck", f"{name} {problem}") from problem
    if pixels > MOST_PIXELS:
        raise Damaged("a deck", f"its pictures have {pixels} pixels, more than any deck needs")
