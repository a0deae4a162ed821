"""Writes the house deck's folder; `python -m calibration.house_deck.references` makes it again."""

from __future__ import annotations

import json
from pathlib import Path

from calibration.deck_folder import BUILT_IN_DECKS, MANIFEST_NAME
from calibration.deck_manifest import FORMAT_VERSION
from calibration.house_deck.cards import (
    ANIMALS,
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    COLOURS,
    back_code,
    house_cards,
)


def manifest_text() -> str:
    """The manifest, one label a line so that a change shows as one line."""
    head = {"format": FORMAT_VERSION, "name": "house", "game": "conclave"}
    lines = [f'  "{key}": {json.dumps(value)},' for key, value in head.items()]
    lines.append(f'  "card_mm": [{CARD_WIDTH_MM:g}, {CARD_HEIGHT_MM:g}],')
    cards: list[dict[str, object]] = [
        {
            "card": card.code,
            "colour": COLOURS[card.colour],
            "animal": ANIMALS[card.animal],
            "digit": card.influence,
            "count": 1,
            "images": [],
        }
        for card in house_cards()
    ]
    backs: list[dict[str, object]] = [
        {"back": back_code(code), "colour": colour, "images": []} for code, colour in COLOURS.items()
    ]
    lines += [f'  "cards": [\n{_rows(cards)}\n  ],', f'  "backs": [\n{_rows(backs)}\n  ]']
    return "\n".join(["{", *lines, "}", ""])


def _rows(labels: list[dict[str, object]]) -> str:
    return ",\n".join(f"    {json.dumps(label)}" for label in labels)


def write_references(folder: Path) -> None:
    """Write the manifest into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MANIFEST_NAME).write_text(manifest_text(), encoding="utf-8")


if __name__ == "__main__":
    write_references(BUILT_IN_DECKS / "house")
