"""A small deck drawn for tests, and tables that show it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Picture, Points
from vision.cell_images import CellImage
from vision.references import DeckReferences

INKS = {"bl": (190, 90, 40), "re": (40, 40, 200), "gr": (60, 150, 60), "or": (30, 140, 240)}
SIZE_PX = (168, 261)


def face(colour: str, digit: int) -> Picture:
    """A coloured ground with a white figure and its digit in two corners."""
    card = np.full((SIZE_PX[1], SIZE_PX[0], 3), 240, np.uint8)
    cv2.rectangle(card, (12, 12), (155, 248), INKS[colour], -1)
    cv2.ellipse(card, (84, 120), (36, 60), 20.0, 0.0, 360.0, (245, 245, 245), -1, cv2.LINE_AA)
    cv2.circle(card, (96, 80), 10, (20, 20, 20), -1, cv2.LINE_AA)
    for _ in range(2):
        cv2.putText(card, str(digit), (18, 60), cv2.FONT_HERSHEY_DUPLEX, 1.6, (20, 20, 20), 4, cv2.LINE_AA)
        card = np.ascontiguousarray(card[::-1, ::-1])
    return card


def back() -> Picture:
    """Stripes."""
    rows = (np.arange(SIZE_PX[1])[:, None] // 20 + np.arange(SIZE_PX[0])[None] // 20) % 2
    return np.where(rows[..., None] == 1, 200, np.array([90, 40, 90])).astype(np.uint8)


FACES = {f"{colour}X{digit}": face(colour, digit) for colour in INKS for digit in (1, 2, 3)}


def drawn_deck() -> DeckReferences:
    """Twelve kinds, one of each, and one back."""
    return DeckReferences.prepare({code: [art] for code, art in FACES.items()}, {"anyB?": [back()]})


def place(row: int, column: int) -> Points:
    """Where a cell of the drawn table lies."""
    left, top = 60 + column * 160, 50 + row * 230
    return np.array([[left, top], [left + 112, top], [left + 112, top + 174], [left, top + 174]], float)


def cells(codes: list[list[str]]) -> list[CellImage]:
    """The cells of a drawn table."""
    return [
        CellImage(row, column, place(row, column))
        for row, line in enumerate(codes)
        for column in range(len(line))
    ]


def table(codes: list[list[str]], light: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> Picture:
    """A table of brown grain with cards on it; `....` is bare, a trailing `r` lays a card on its head."""
    rng = np.random.default_rng(5)
    height, width = 60 + len(codes) * 230, 90 + len(codes[0]) * 160
    grain = np.asarray(cv2.resize(rng.normal(0, 6, (height // 2, 12)), (width, height)), np.float64)
    frame: Points = np.clip(np.array([60.0, 90.0, 120.0]) + grain[..., None], 0, 255)
    for row, line in enumerate(codes):
        for column, code in enumerate(line):
            if code != "....":
                _lay(frame, code, place(row, column))
    lit = np.asarray(cv2.GaussianBlur(frame, (0, 0), 0.7), np.float64) * np.asarray(light)
    return np.asarray(np.clip(lit + rng.normal(0, 2, lit.shape), 0, 255), np.uint8)


def _lay(frame: Points, code: str, corners: Points) -> None:
    art = back() if code.startswith("anyB?") else FACES.get(code.removesuffix("r"), strange_card())
    art = art[::-1, ::-1] if code.endswith("r") else art
    left, top = corners[0].astype(int)
    frame[top : top + 174, left : left + 112] = cv2.resize(art, (112, 174), interpolation=cv2.INTER_AREA)


def strange_card() -> Picture:
    """A card of some other game."""
    card = np.full((SIZE_PX[1], SIZE_PX[0], 3), 235, np.uint8)
    for index in range(5):
        cv2.circle(card, (50 + 60 * (index % 2), 40 + 44 * index), 18, (30, 20, 20), -1, cv2.LINE_AA)
    return card
