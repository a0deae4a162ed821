"""Draws what was read over the frame, sure and unsure apart; deciding happens elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Picture, Points
from vision.loose_cards import LooseCard
from vision.readings import CardReading, CellState, TableReading

LONGEST_PX = 1600
SURE = (60, 200, 60)  # green: used without asking
UNSURE = (0, 165, 255)  # orange: to be asked about
BARE = (200, 200, 200)  # grey: surely empty
INK = (24, 24, 24)


def draw_reading(frame_bgr: Picture, reading: TableReading, corners: Points) -> Picture:
    """The frame with each cell outlined, what it was read as and how surely; a dot marks its top left."""
    picture, scale = _smaller(frame_bgr)
    for cell, quad in zip(reading, corners * scale, strict=True):
        _draw_card(picture, quad, _words(cell.code, cell), _colour(cell), cell.code is not None)
    return picture


def draw_loose_cards(frame_bgr: Picture, cards: Sequence[LooseCard]) -> Picture:
    """The frame with each card outlined, what it was read as and how surely; a dot marks its top left."""
    picture, scale = _smaller(frame_bgr)
    for card in cards:
        colour = SURE if card.accepted else UNSURE
        _draw_card(picture, np.array(card.corners) * scale, _words(card.code, card), colour, True)
    return picture


def _smaller(frame_bgr: Picture) -> tuple[Picture, float]:
    scale = min(1.0, LONGEST_PX / max(frame_bgr.shape[:2]))
    size = (max(1, round(frame_bgr.shape[1] * scale)), max(1, round(frame_bgr.shape[0] * scale)))
    return np.asarray(cv2.resize(frame_bgr, size, interpolation=cv2.INTER_AREA), np.uint8).copy(), scale


def _words(code: str | None, cell: CardReading | LooseCard) -> str:
    return f"{code or cell.state.value}{'' if cell.accepted else '?'} {cell.confidence:.0%}"


def _draw_card(picture: Picture, quad: Points, text: str, colour: tuple[int, int, int], dot: bool) -> None:
    outline = np.rint(quad).astype(np.int32)
    cv2.polylines(picture, [outline], True, colour, 2, cv2.LINE_AA)
    if dot:
        cv2.circle(picture, (int(outline[0, 0]), int(outline[0, 1])), 5, colour, -1, cv2.LINE_AA)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 1)
    middle = quad.mean(axis=0)
    left, base = int(middle[0] - width / 2), int(middle[1] + height / 2)
    cv2.rectangle(picture, (left - 3, base - height - 4), (left + width + 3, base + 5), INK, -1)
    cv2.putText(picture, text, (left, base), cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1, cv2.LINE_AA)


def _colour(cell: CardReading) -> tuple[int, int, int]:
    if not cell.accepted:
        return UNSURE
    return BARE if cell.state is CellState.EMPTY else SURE
