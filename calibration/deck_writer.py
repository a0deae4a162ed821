"""Writes a deck so that it is there in full or as it was before.

Pictures are named by their content and written first; the manifest that names them is put in place in one
step. Whatever stops in between leaves the old manifest with all the pictures it names.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from calibration.deck_folder import DECK_NAME, MANIFEST_NAME, DeckFolder
from calibration.deck_manifest import BACK_CODE, DeckManifest, back_label, card_label, manifest_text
from calibration.whole_file import write_whole_file
from vision.under_lamps import UnderLamps

SUFFIX_OF_START = {b"RIFF": ".webp", b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg"}
GAME = "conclave"


@dataclass(frozen=True, slots=True)
class DeckContents:
    """What a deck is to hold: encoded pictures by code, faces and backs alike, and copies of each face.

    `mistaken` are the cards that its photos mistake for each other, `under_lamps` those that lamps would.
    """

    card_mm: tuple[float, float]
    pictures: Mapping[str, Sequence[bytes]]
    copies: Mapping[str, int]
    counted: bool
    mistaken: tuple[tuple[str, str], ...] = ()
    under_lamps: tuple[UnderLamps, ...] = ()


def write_deck(place: Path, name: str, contents: DeckContents) -> DeckFolder:
    """Write the deck of that name into the folder `place`, over the one that is there."""
    if DECK_NAME.fullmatch(name) is None:
        raise ValueError(f"not a name for a deck: {name!r}")
    folder = place / name
    folder.mkdir(parents=True, exist_ok=True)
    before = {path.name for path in folder.iterdir()}
    names: dict[str, tuple[str, ...]] = {}
    try:
        for code, pictures in contents.pictures.items():
            names[code] = tuple(_written(folder, code, picture) for picture in pictures)
        write_whole_file(folder / MANIFEST_NAME, manifest_text(_manifest(name, contents, names)).encode())
    except BaseException:
        _clear(folder, keep=before)
        raise
    _clear(folder, keep={MANIFEST_NAME, *(image for images in names.values() for image in images)})
    return DeckFolder.load(folder)


def picture_name(code: str, picture: bytes) -> str:
    """A file name that no other picture has."""
    stem = code.replace("B?", "-back")
    suffix = next((its for start, its in SUFFIX_OF_START.items() if picture.startswith(start)), ".img")
    return f"{stem}-{hashlib.sha256(picture).hexdigest()[:12]}{suffix}"


def _written(folder: Path, code: str, picture: bytes) -> str:
    name = picture_name(code, picture)
    if not (folder / name).is_file():
        write_whole_file(folder / name, picture)
    return name


def _manifest(name: str, contents: DeckContents, names: Mapping[str, tuple[str, ...]]) -> DeckManifest:
    return DeckManifest(
        name=name,
        game=GAME,
        card_width_mm=contents.card_mm[0],
        card_height_mm=contents.card_mm[1],
        cards=tuple(
            card_label(code, contents.copies.get(code, 1), images)
            for code, images in names.items()
            if BACK_CODE.fullmatch(code) is None
        ),
        backs=tuple(back_label(code, images) for code, images in names.items() if BACK_CODE.fullmatch(code)),
        counted=contents.counted,
        mistaken=contents.mistaken,
        under_lamps=contents.under_lamps,
    )


def _clear(folder: Path, keep: set[str]) -> None:
    """Remove pictures that nothing names; a deck's folder holds nothing of anybody else."""
    for path in folder.iterdir():
        if path.name not in keep and path.suffix in {*SUFFIX_OF_START.values(), ".img"}:
            path.unlink(missing_ok=True)
    if not any(folder.iterdir()):
        folder.rmdir()
