"""A deck from a folder of flat pictures: `puG5.png` for a face, `pu-back.png` for a back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import cv2

from models.training.scenes.arrays import Picture, as_picture
from models.training.scenes.deck import Deck

FACE = re.compile(r"[a-z]{2}[A-Z][0-9]")
BACK = re.compile(r"([a-z]{2})-back")


def picture_deck(folder: Path, copies: Mapping[str, int] | None = None) -> Deck:
    """The deck whose pictures lie in a folder; other files there are passed over."""
    faces: dict[str, Picture] = {}
    backs: dict[str, Picture] = {}
    for path in sorted(folder.iterdir()):
        back = BACK.fullmatch(path.stem)
        if back:
            backs[back[1]] = _picture(path)
        elif FACE.fullmatch(path.stem):
            faces[path.stem] = _picture(path)
    if not faces:
        raise ValueError(f"no card pictures such as puG5.png in {folder}")
    return Deck(folder.name, faces, backs, copies or {})


def _picture(path: Path) -> Picture:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"{path} is no readable picture")
    return as_picture(picture)
