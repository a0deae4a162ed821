"""Frames of a table drawn flat from the house deck: quick to make, with a hand that comes and goes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np

from calibration.deck_folder import find_deck
from companion.cli.decks import deck_list
from companion.cli.read import load_references
from companion.games.conclave.conclave import CELLS, Cell, Conclave
from companion.games.conclave.notation import parse_conclave
from companion.watching.opening import Opening
from vision.arrays import Picture
from vision.frame import Frame
from vision.references import DeckReferences

WIDTH_PX, HEIGHT_PX = 960, 720
CARD_PX = (92, 143)
LEFT_PX, TOP_PX, GAP_PX = 240, 40, 20
HAND_BGR = (130, 160, 215)
CLOTH_BGR = (70, 92, 60)
FPS = 15

RING = parse_conclave("""
    beC2  puW4  puC4  orC1
    grG4  ....  ....  reW4
    blC4  ....  ....  blC5
    orW2  grW5  beW1  reG2
""")


@cache
def references() -> DeckReferences:
    return load_references("house")


def opening(*players: str) -> Opening:
    return Opening(players or ("Ana", "Ben"), deck_list("house"))


@cache
def _face(code: str) -> Picture:
    picture = find_deck("house").reference_images(code)[0]
    return np.asarray(cv2.resize(picture, CARD_PX, interpolation=cv2.INTER_AREA), np.uint8)


@cache
def _table() -> Picture:
    rng = np.random.default_rng(5)
    cloth = np.full((HEIGHT_PX, WIDTH_PX, 3), CLOTH_BGR, np.float32)
    return np.clip(cloth + rng.normal(0, 4, (HEIGHT_PX, WIDTH_PX, 1)), 0, 255).astype(np.uint8)


def corner_px(cell: Cell) -> tuple[int, int]:
    """The top left of a cell."""
    return (
        LEFT_PX + cell.column * (CARD_PX[0] + GAP_PX),
        TOP_PX + cell.row * (CARD_PX[1] + GAP_PX),
    )


def drawn(
    conclave: Conclave,
    hand_over: Cell | None = None,
    number: int = 0,
    hand_bgr: tuple[int, int, int] = HAND_BGR,
) -> Picture:
    """The table as a camera sees it; a hand reaches in from the right over a cell."""
    picture = _table().copy()
    for cell in CELLS:
        card = conclave[cell]
        if card is not None:
            x, y = corner_px(cell)
            picture[y : y + CARD_PX[1], x : x + CARD_PX[0]] = _face(str(card))
    if hand_over is not None:
        x, y = corner_px(hand_over)
        wave = 6 * (number % 3)
        middle = (x + 50 + wave, y + 70 + wave)
        cv2.line(picture, middle, (WIDTH_PX, y + 120 + wave), hand_bgr, 60, cv2.LINE_AA)
        cv2.circle(picture, middle, 52, hand_bgr, -1, cv2.LINE_AA)
    noise = np.random.default_rng(number).integers(-2, 3, picture.shape, dtype=np.int16)
    return np.asarray(np.clip(picture.astype(np.int16) + noise, 0, 255), np.uint8)


def film(*scenes: tuple[Conclave, Cell | None, int]) -> Iterator[Frame]:
    """Frames one after the other: a table, where a hand is, and for how many frames."""
    number = 0
    for conclave, hand_over, frames in scenes:
        for _ in range(frames):
            yield Frame(drawn(conclave, hand_over, number), number, number / FPS, "drawn")
            number += 1
