"""The deck as pixels: one picture a card, trimmed to its edge."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.house_deck.back import draw_back
from calibration.house_deck.cards import CARD_HEIGHT_MM, CARD_WIDTH_MM, COLOURS, HouseCard, house_cards
from calibration.house_deck.face import draw_face
from calibration.house_deck.pixels import Area, render

CARD_AREA = Area(0.0, 0.0, CARD_WIDTH_MM, CARD_HEIGHT_MM)
MOST_AT_ONCE = 4  # a picture that is drawn takes several times its own memory


def face_picture(card: HouseCard, width_px: int) -> NDArray[np.uint8]:
    """One face, BGR."""
    return render(draw_face(card), CARD_AREA, width_px)


def back_picture(colour: str, width_px: int) -> NDArray[np.uint8]:
    """One back, BGR."""
    return render(draw_back(colour), CARD_AREA, width_px)


def all_pictures(width_px: int) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    """Every face and back with its file name, less the ending: puG5, pu-back; drawn several at once."""
    cards, pool = house_cards(), ThreadPoolExecutor(min(os.cpu_count() or 1, MOST_AT_ONCE))
    try:
        faces = pool.map(lambda card: face_picture(card, width_px), cards)
        backs = pool.map(lambda colour: back_picture(colour, width_px), COLOURS)
        yield from zip((card.code for card in cards), faces, strict=True)
        yield from zip((f"{colour}-back" for colour in COLOURS), backs, strict=True)
    finally:
        pool.shutdown(cancel_futures=True)  # who wants no more need not wait for the rest


def encoded(picture_bgr: NDArray[np.uint8], ending: str, options: tuple[int, ...] = ()) -> bytes:
    """The picture as a PNG or JPEG file."""
    done, file = cv2.imencode(ending, picture_bgr, list(options))
    if not done:
        raise OSError(f"cannot encode a {ending} picture")
    return file.tobytes()
