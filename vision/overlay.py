"""Draw what was found over the frame, in colours a person understands; deciding happens elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.free_finder import FreeCard
from vision.lattice import Image, Lattice, NotFound, Points

LONGEST_PX = 1600
CARD = (60, 200, 60)  # green: a card
PARTLY = (0, 165, 255)  # orange: part of a card, something lies on it
EMPTY = (200, 200, 200)  # grey, dashed: nothing lies here
WHOLE = (255, 160, 40)  # blue: the grid as a whole
REFUSED = (60, 60, 230)  # red: nothing to trust
PAPER, INK = (32, 32, 32), (255, 255, 255)


def draw_lattice(frame_bgr: Image, lattice: Lattice) -> Image:
    """Return a picture of the frame with every cell, its row and column, and whether a card lies in it."""
    picture, scale = _reduced(frame_bgr)
    thick = _line_width(picture)
    cv2.polylines(picture, [_pixels(lattice.quad * scale)], True, WHOLE, thick, cv2.LINE_AA)
    for cell in lattice.cells:
        corners = cell.corners * scale
        if cell.occupied:
            _outline(picture, corners, CARD)
        else:
            _dashed(picture, corners, EMPTY)
        _label(picture, corners.mean(0), f"{cell.row},{cell.column}", CARD if cell.occupied else EMPTY)
    cards = sum(cell.occupied for cell in lattice.cells)
    empty = len(lattice.cells) - cards
    summary = f"{lattice.rows} x {lattice.columns} cells: {cards} cards (green), {empty} empty (grey, dashed)"
    return _with_title(picture, f"{summary}, sure to {lattice.confidence:.0%}", CARD)


def draw_cards(frame_bgr: Image, cards: Sequence[FreeCard]) -> Image:
    """Return a picture of the frame with every separate card, those under others in another colour."""
    picture, scale = _reduced(frame_bgr)
    for number, card in enumerate(cards, start=1):
        colour = PARTLY if card.overlapped else CARD
        _outline(picture, card.corners * scale, colour)
        _label(picture, card.corners.mean(0) * scale, str(number), colour)
    under = sum(card.overlapped for card in cards)
    return _with_title(
        picture,
        f"{len(cards)} cards: {len(cards) - under} whole (green), {under} partly hidden (orange)",
        CARD,
    )


def draw_refusal(frame_bgr: Image, refusal: NotFound) -> Image:
    """Return a picture of the frame with the reason why nothing was found."""
    picture, _ = _reduced(frame_bgr)
    height, width = picture.shape[:2]
    cv2.rectangle(picture, (0, 0), (width - 1, height - 1), REFUSED, 3 * _line_width(picture))
    return _with_title(picture, refusal.reason, REFUSED)


def _reduced(frame_bgr: Image) -> tuple[Image, float]:
    scale = min(1.0, LONGEST_PX / max(frame_bgr.shape[:2]))
    if scale == 1.0:
        return frame_bgr.copy(), 1.0
    return np.asarray(
        cv2.resize(frame_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
    ), scale


def _line_width(picture: Image) -> int:
    longest: int = max(picture.shape[:2])
    return max(1, round(longest / 600))


def _pixels(points: Points) -> cv2.typing.MatLike:
    return np.rint(np.clip(points, -30000, 30000)).astype(np.int32)


def _outline(picture: Image, corners: Points, colour: tuple[int, int, int]) -> None:
    """Draw an outline with a dot at its first corner, so that its turn can be seen."""
    thick = _line_width(picture)
    cv2.polylines(picture, [_pixels(corners)], True, PAPER, thick + 2, cv2.LINE_AA)
    cv2.polylines(picture, [_pixels(corners)], True, colour, thick, cv2.LINE_AA)
    first = _pixels(corners)[0]
    cv2.circle(picture, (int(first[0]), int(first[1])), 2 * thick + 1, colour, -1, cv2.LINE_AA)


def _dashed(picture: Image, corners: Points, colour: tuple[int, int, int]) -> None:
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        stops = _pixels(start + np.linspace(0.0, 1.0, 16)[:, None] * (end - start))
        for first, second in zip(stops[0::2], stops[1::2], strict=True):
            cv2.line(picture, first.tolist(), second.tolist(), colour, _line_width(picture), cv2.LINE_AA)


def _label(picture: Image, place: Points, text: str, colour: tuple[int, int, int]) -> None:
    size = max(picture.shape[:2]) / 2000
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    x, y = (int(value) for value in np.clip(place, -30000, 30000))
    cv2.rectangle(
        picture,
        (x - width // 2 - 4, y - height // 2 - 4),
        (x + width // 2 + 4, y + height // 2 + 4),
        PAPER,
        -1,
    )
    cv2.putText(
        picture,
        text,
        (x - width // 2, y + height // 2),
        cv2.FONT_HERSHEY_SIMPLEX,
        size,
        colour,
        1,
        cv2.LINE_AA,
    )


def _with_title(picture: Image, title: str, colour: tuple[int, int, int]) -> Image:
    """Return the picture under a strip that says in words what the colours say."""
    width = picture.shape[1]
    plain = title.encode("ascii", "replace").decode()
    (needed, _), _ = cv2.getTextSize(plain, cv2.FONT_HERSHEY_SIMPLEX, 1.0, 1)
    size = float(np.clip((width - 40) / max(1, needed), 0.3, 0.8))
    strip = np.full((round(20 + 30 * size), width, 3), PAPER, np.uint8)
    cv2.rectangle(strip, (0, 0), (8, strip.shape[0]), colour, -1)
    cv2.putText(strip, plain, (18, strip.shape[0] - 12), cv2.FONT_HERSHEY_SIMPLEX, size, INK, 1, cv2.LINE_AA)
    return np.vstack([strip, picture])
