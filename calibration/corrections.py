"""What was learned in use: a card that a player named becomes a reference of the deck, with consent."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from calibration.deck_folder import DeckFolder, find_deck
from calibration.deck_manifest import BackLabel, CardLabel, DeckError
from calibration.deck_writer import DeckContents, write_deck
from vision.arrays import Picture, Points
from vision.cell_images import lay_straight, reduce_frame

REFERENCE_PX = (224, 348)
MOST_PICTURES = 6
"""Of one card; the oldest corrections give way, what was taught stays."""
TAUGHT_PICTURES = 3
WEBP_QUALITY = 92


def card_picture(frame_bgr: Picture, corners: Points) -> Picture:
    """A card cut out of a frame by its own corners, as a reference picture."""
    quads = np.asarray(corners, np.float64)[None]
    cut: Picture = lay_straight(reduce_frame(frame_bgr, quads, REFERENCE_PX[0]), quads, REFERENCE_PX)[0]
    return cut


def add_correction(data: Path, name: str, code: str, picture_bgr: Picture) -> DeckFolder:
    """Add a picture of a card to a taught deck. Ask the players first: the deck is theirs."""
    deck = find_deck(name, data)
    if deck.folder.parent != data / "decks":
        raise DeckError(f"{name} is a deck of the program's own and is not changed")
    labels: list[CardLabel | BackLabel] = [*deck.labels, *deck.backs]
    if code not in {label.code for label in labels}:
        raise DeckError(f"the deck {name} has no card {code}: teach it first")
    pictures = {
        label.code: [(deck.folder / image).read_bytes() for image in label.images] for label in labels
    }
    added = cv2.imencode(".webp", picture_bgr, [cv2.IMWRITE_WEBP_QUALITY, WEBP_QUALITY])[1].tobytes()
    held = pictures[code]
    if len(held) >= MOST_PICTURES:
        del held[TAUGHT_PICTURES]
    pictures[code] = [*held, added]
    size = (deck.manifest.card_width_mm, deck.manifest.card_height_mm)
    known = deck.manifest
    contents = DeckContents(size, pictures, deck.counts, known.counted, known.mistaken, known.under_lamps)
    return write_deck(data / "decks", name, contents)
