"""Quick photos of house cards for tests: pasted onto a plain table, seen a little from the side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from calibration.deck_folder import BUILT_IN_DECKS
from vision.arrays import Picture

CARD_PX = (186, 289)
GAP_PX = 34
TABLE_BGR = (58, 74, 92)


def face(code: str) -> Picture:
    """A house card, upright."""
    picture = cv2.imread(str(BUILT_IN_DECKS / "house" / f"{code}.webp"))
    assert picture is not None
    return np.asarray(cv2.resize(picture, CARD_PX, interpolation=cv2.INTER_AREA), np.uint8)


def grid_photo(
    rows: Sequence[Sequence[str | None]],
    seed: int = 0,
    tint: tuple[float, ...] = (1, 1, 1),
    turned: bool = False,
) -> Picture:
    """Cards in rows on a table; `None` leaves a place empty."""
    rng = np.random.default_rng(seed)
    high, wide = len(rows), max(len(row) for row in rows)
    step = (CARD_PX[0] + GAP_PX, CARD_PX[1] + GAP_PX)
    size = (wide * step[0] + 6 * GAP_PX, high * step[1] + 6 * GAP_PX)
    table = np.full((size[1], size[0], 3), TABLE_BGR, np.float32) + rng.normal(0, 2, (size[1], size[0], 1))
    for row, codes in enumerate(rows):
        for column, code in enumerate(codes):
            if code is not None:
                left, top = (3 * GAP_PX + at * by for at, by in zip((column, row), step, strict=True))
                picture = face(code)[::-1, ::-1] if turned else face(code)
                table[top : top + CARD_PX[1], left : left + CARD_PX[0]] = picture
    lit = np.clip(table * np.asarray(tint) + rng.normal(0, 2, table.shape), 0, 255).astype(np.uint8)
    corners = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
    seen = (corners + rng.uniform(-0.03, 0.03, (4, 2)) * size).astype(np.float32)
    way = cv2.getPerspectiveTransform(corners, seen)
    return np.asarray(cv2.warpPerspective(lit, way, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def write(path: Path, picture: Picture) -> Path:
    """Keep a photo."""
    path.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(path), picture)
    return path
