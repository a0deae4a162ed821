"""What shows of a card, block by block: it stays known where haze or a tone curve lifts its darks."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.arrays import Picture
from vision.cell_images import SMALL_HEIGHT_PX, SMALL_WIDTH_PX
from vision.explained_cards import deck_blocks
from vision.references import DeckReferences
from vision.visible_parts import visible_parts

ORANGE, RED, GREEN = (12, 112, 228), (60, 40, 225), (60, 160, 30)
DARK, WHITE = (28, 22, 28), (250, 250, 250)


def plain_face(colour: tuple[int, int, int], seed: int) -> Picture:
    """A card of one full colour with a dark figure and a white disc, as many drawn decks are."""
    face = np.full((348, 224, 3), colour, np.uint8)
    cv2.circle(face, (112, 300), 36, WHITE, -1)
    outline = np.random.default_rng(seed).integers((60, 90), (165, 230), (7, 2)).astype(np.int32)
    cv2.fillPoly(face, [cv2.convexHull(outline)], DARK)
    for x in (85, 135):
        cv2.line(face, (x, 250), (x, 200), DARK, 9)
    return face


FACES = {"orC1": plain_face(ORANGE, 1), "reC1": plain_face(RED, 1), "grG1": plain_face(GREEN, 2)}


@pytest.mark.parametrize("code", FACES)
def test_a_full_colour_seen_through_haze_is_still_explained(code: str) -> None:
    """Its dark channel is lifted most; that alone says little of what lies there."""
    deck = DeckReferences.prepare({name: [face] for name, face in FACES.items()}, {}, dict.fromkeys(FACES, 1))
    size = (SMALL_WIDTH_PX, SMALL_HEIGHT_PX)
    clear = cv2.resize(FACES[code], size, interpolation=cv2.INTER_AREA).astype(np.float32)
    hazy = 0.8 * clear + 22
    cut = np.stack([clear, hazy]).astype(np.uint8)
    parts = visible_parts(cut, deck_blocks(deck)[1])
    assert [deck.codes[deck.kinds[picture]] for picture in parts.picture] == [code, code]
    assert parts.score[1] > 0.65 * parts.score[0]
    assert parts.shows[1].mean() > 0.85
