"""The decks that crops are cut from: the house deck, decks in drawn styles, and things that are no cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from calibration.house_deck.pictures import all_pictures
from models.training.crop_shards import REFERENCE_CODES
from models.training.other_things import TRAINED_THINGS, UNTRAINED_THINGS, deck_of_things
from models.training.scenes.arrays import Picture, as_picture
from models.training.scenes.codes import back_code, colour_of
from models.training.scenes.crops import CropShape
from models.training.scenes.deck import Deck
from models.training.scenes.deck_styles import illustrated_deck, style_deck
from vision.likeness import flat_reference
from vision.network_manifest import CropSize

FACE_WIDTH_PX = 260
SHARE_FACE_DOWN = 0.12


@dataclass(frozen=True, slots=True)
class FaceDown:
    """A deck in which some faces show their back, and which codes those are."""

    deck: Deck
    codes: frozenset[str]


def house_deck(folder: Path) -> Deck:
    """The house deck; its drawings are slow, so they are kept in the folder."""
    kept = folder / f"house-{FACE_WIDTH_PX}.npz"
    if not kept.exists():
        folder.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(".part")
        with part.open("wb") as file:
            np.savez(file, allow_pickle=False, **dict(all_pictures(FACE_WIDTH_PX)))
        part.replace(kept)
    with np.load(kept) as arrays:
        pictures: dict[str, Picture] = {name: arrays[name] for name in arrays.files}
    return Deck(
        name="house",
        faces={name: picture for name, picture in pictures.items() if not name.endswith("-back")},
        backs={name[:2]: picture for name, picture in pictures.items() if name.endswith("-back")},
    )


def named_deck(name: str, folder: Path) -> Deck:
    """The deck of a name: house, style-7, illustrated-7, things-7, untrained-things-7."""
    if name == "house":
        return house_deck(folder)
    kind, _, seed = name.rpartition("-")
    if kind == "style":
        return style_deck(int(seed), FACE_WIDTH_PX)
    if kind == "illustrated":
        return illustrated_deck(int(seed), FACE_WIDTH_PX)
    if kind in ("things", "untrained-things"):
        return deck_of_things(int(seed), TRAINED_THINGS if kind == "things" else UNTRAINED_THINGS)
    raise ValueError(f"no such deck: {name!r}")


def some_face_down(deck: Deck, rng: np.random.Generator) -> FaceDown:
    """Backs are rare in play; in some photographs more cards lie on their face."""
    codes = sorted(deck.faces)
    down = frozenset(code for code in codes if rng.random() < SHARE_FACE_DOWN)
    faces = _Shown(deck, down)
    return FaceDown(replace(deck, name=f"{deck.name}-down", faces=faces), down)


class _Shown(Mapping[str, Picture]):
    """Faces, or the backs of those that lie on their face; drawn when asked for."""

    def __init__(self, deck: Deck, down: frozenset[str]) -> None:
        self._deck, self._down = deck, down

    def __getitem__(self, code: str) -> Picture:
        return self._deck.picture(back_code(colour_of(code)) if code in self._down else code)

    def __iter__(self) -> Iterator[str]:
        return iter(self._deck.faces)

    def __len__(self) -> int:
        return len(self._deck.faces)


def references_of(deck: Deck, shape: CropShape) -> tuple[Picture, list[bool]]:
    """The flat references in the order of codes, and which of them the deck has."""
    black = np.zeros((shape.height_px, shape.width_px, 3), np.uint8)
    size = CropSize(shape.height_px, shape.width_px, shape.margin)
    known = [code in deck.faces or code.endswith("B?") for code in REFERENCE_CODES]
    pictures = [
        flat_reference(deck.picture(code), size) if there else black
        for code, there in zip(REFERENCE_CODES, known, strict=True)
    ]
    return as_picture(np.stack(pictures)), known
