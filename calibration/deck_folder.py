"""A deck on disk: a folder with a manifest and the reference images it names.

Only the standard library is needed to know what a deck holds; pictures are decoded when they are asked for.

DeckError
├── DeckNotFound   no deck of that name, built in or taught
└── BrokenDeck     a manifest that cannot be trusted: what is wrong, and in which file
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from calibration.deck_manifest import BackLabel, BrokenDeck, CardLabel, DeckError, DeckManifest, read_manifest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BUILT_IN_DECKS = Path(__file__).parent / "decks"
MANIFEST_NAME = "manifest.json"
UNCOUNTED_COPIES = 4
DECK_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")


class DeckNotFound(DeckError):
    """No deck of that name, with the names that are there."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"no deck named {name!r}; known decks: {', '.join(known) or 'none'}")
        self.name = name
        self.known = known


@dataclass(frozen=True, slots=True)
class DeckFolder:
    """A deck whose manifest has been checked and whose files are all there."""

    folder: Path
    manifest: DeckManifest

    def __post_init__(self) -> None:
        for label in self._all_labels():
            for image in label.images:
                if not (self.folder / image).is_file():
                    raise BrokenDeck(self.folder / MANIFEST_NAME, f"{label.code}: missing file {image}")

    @classmethod
    def load(cls, folder: Path) -> DeckFolder:
        """Read and check the deck in `folder`."""
        return cls(folder, read_manifest(folder / MANIFEST_NAME))

    @property
    def name(self) -> str:
        """What the deck is called in commands."""
        return self.manifest.name

    @property
    def labels(self) -> tuple[CardLabel, ...]:
        """The kinds of card, in the order of the manifest."""
        return self.manifest.cards

    @property
    def backs(self) -> tuple[BackLabel, ...]:
        """The backs, one a colour at most."""
        return self.manifest.backs

    @property
    def counts(self) -> Mapping[str, int]:
        """How many copies of each card code the deck holds."""
        return MappingProxyType({label.code: label.count for label in self.labels})

    @property
    def most_copies(self) -> Mapping[str, int]:
        """How many copies of each card may lie on a table at once; several where nobody counted."""
        least = 1 if self.manifest.counted else UNCOUNTED_COPIES
        return MappingProxyType({label.code: max(label.count, least) for label in self.labels})

    def reference_images(self, code: str) -> list[NDArray[np.uint8]]:
        """The pictures of one card or back, BGR, decoded now."""
        import cv2  # noqa: PLC0415  rules need the counts without loading OpenCV
        import numpy as np  # noqa: PLC0415

        images = []
        for image in self._label(code).images:
            stored = np.frombuffer((self.folder / image).read_bytes(), np.uint8)
            picture_bgr = cv2.imdecode(stored, cv2.IMREAD_COLOR) if stored.size else None
            if picture_bgr is None:
                raise BrokenDeck(self.folder / image, "not an image")
            images.append(picture_bgr.astype(np.uint8, copy=False))
        return images

    def _all_labels(self) -> tuple[CardLabel | BackLabel, ...]:
        return (*self.labels, *self.backs)

    def _label(self, code: str) -> CardLabel | BackLabel:
        for label in self._all_labels():
            if label.code == code:
                return label
        raise KeyError(f"deck {self.name} has no card {code}")


def deck_names(data_directory: Path | None = None) -> tuple[str, ...]:
    """Every deck that can be found: built in, then taught."""
    names = (
        entry.parent.name
        for place in _places(data_directory)
        for entry in sorted(place.glob(f"*/{MANIFEST_NAME}"))
    )
    return tuple(dict.fromkeys(names))


def find_deck(name: str, data_directory: Path | None = None) -> DeckFolder:
    """Load the deck of that name from the built-in decks or from `data_directory`/decks."""
    if DECK_NAME.fullmatch(name):
        for place in _places(data_directory):
            if (place / name / MANIFEST_NAME).is_file():
                return DeckFolder.load(place / name)
    raise DeckNotFound(name, deck_names(data_directory))


def _places(data_directory: Path | None) -> tuple[Path, ...]:
    return (BUILT_IN_DECKS,) if data_directory is None else (BUILT_IN_DECKS, data_directory / "decks")
