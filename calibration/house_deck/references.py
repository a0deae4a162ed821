"""Writes the house deck's folder; `python -m calibration.house_deck.references` makes it again from the
drawings, with `learned` after it only what readers learn from the pictures that are there.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2

from calibration.deck_folder import BUILT_IN_DECKS, MANIFEST_NAME, DeckFolder
from calibration.deck_manifest import FORMAT_VERSION
from calibration.house_deck.cards import (
    ANIMALS,
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    COLOURS,
    back_code,
    house_cards,
)
from calibration.house_deck.pictures import all_pictures, encoded
from calibration.kept_learning import keep_learning, learn_now
from calibration.whole_file import write_whole_file

REFERENCE_WIDTH_PX = 372
WEBP_QUALITY = 82  # 78 pictures in under 3 MB; JPEG of that size would blur the numerals' edges


def manifest_text() -> str:
    """The manifest, one label a line so that a change shows as one line."""
    head = {"format": FORMAT_VERSION, "name": "house", "game": "conclave"}
    lines = [f'  "{key}": {json.dumps(value)},' for key, value in head.items()]
    lines.append(f'  "card_mm": [{CARD_WIDTH_MM:g}, {CARD_HEIGHT_MM:g}],')
    lines += [f'  "cards": [\n{_rows(_cards())}\n  ],', f'  "backs": [\n{_rows(_backs())}\n  ]']
    return "\n".join(["{", *lines, "}", ""])


def _cards() -> list[dict[str, object]]:
    return [
        {
            "card": card.code,
            "colour": COLOURS[card.colour],
            "animal": ANIMALS[card.animal],
            "digit": card.influence,
            "count": 1,
            "images": [f"{card.code}.webp"],
        }
        for card in house_cards()
    ]


def _backs() -> list[dict[str, object]]:
    return [
        {"back": back_code(code), "colour": colour, "images": [f"{code}-back.webp"]}
        for code, colour in COLOURS.items()
    ]


def _rows(labels: list[dict[str, object]]) -> str:
    return ",\n".join(f"    {json.dumps(label)}" for label in labels)


def write_references(folder: Path) -> None:
    """Write all pictures and then the manifest that names them into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture_bgr in all_pictures(REFERENCE_WIDTH_PX):
        file = encoded(picture_bgr, ".webp", (cv2.IMWRITE_WEBP_QUALITY, WEBP_QUALITY))
        write_whole_file(folder / f"{name}.webp", file)
    write_whole_file(folder / MANIFEST_NAME, manifest_text().encode())
    write_learning(folder)


def write_learning(folder: Path) -> None:
    """Write what readers learn from the pictures in `folder` beside them."""
    deck = DeckFolder.load(folder)
    keep_learning(deck, learn_now(deck))


if __name__ == "__main__":
    write = write_learning if sys.argv[1:] == ["learned"] else write_references
    write(BUILT_IN_DECKS / "house")
