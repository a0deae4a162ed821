"""Draw a view of the table with what should be changed marked in it; what to say comes from the caller."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import cv2
import numpy as np

from vision.lattice import Image, Lattice, Points
from vision.table_view import Side, TableView

LONGEST_PX = 1600
CARD, BARE, TROUBLE = (60, 200, 60), (200, 200, 200), (60, 60, 230)
PAPER, INK = (32, 32, 32), (255, 255, 255)
EDGE_SHARE = 0.03


def draw_view(view: TableView, lines: Sequence[str]) -> Image:
    """The frame with its grid in green, reflections and cut edges in red, and the lines above it."""
    frame_bgr = view.frame.frame_bgr
    scale = min(1.0, LONGEST_PX / max(frame_bgr.shape[:2]))
    size = (max(1, round(frame_bgr.shape[1] * scale)), max(1, round(frame_bgr.shape[0] * scale)))
    picture = np.asarray(cv2.resize(frame_bgr, size, interpolation=cv2.INTER_AREA), np.uint8).copy()
    thick = max(2, round(max(size) / 500))
    if isinstance(view.lattice, Lattice):
        for cell in view.lattice.cells:
            _outline(picture, cell.corners * scale, CARD if cell.occupied else BARE, thick)
    for remark in view.remarks:
        for spot in remark.spots:
            first = (round(spot.left_px * scale), round(spot.top_px * scale))
            last = (
                round((spot.left_px + spot.width_px) * scale),
                round((spot.top_px + spot.height_px) * scale),
            )
            cv2.rectangle(picture, first, last, TROUBLE, thick)
        for side in remark.sides:
            _shade(picture, side)
    return np.vstack([_strip(lines, size[0]), picture])


def _outline(picture: Image, corners: Points, colour: tuple[int, int, int], thick: int) -> None:
    outline = np.rint(np.clip(corners, -30000, 30000)).astype(np.int32)
    cv2.polylines(picture, [outline], True, PAPER, thick + 2, cv2.LINE_AA)
    cv2.polylines(picture, [outline], True, colour, thick, cv2.LINE_AA)


def _shade(picture: Image, side: Side) -> None:
    """A red band along the edge beyond which the table goes on."""
    height, width = picture.shape[:2]
    band = max(4, round(EDGE_SHARE * max(height, width)))
    part = {
        Side.LEFT: picture[:, :band],
        Side.RIGHT: picture[:, width - band :],
        Side.TOP: picture[:band],
        Side.BOTTOM: picture[height - band :],
    }[side]
    part[:] = (0.35 * part + 0.65 * np.array(TROUBLE)).astype(np.uint8)


def _strip(lines: Sequence[str], width_px: int) -> Image:
    plain = [_plain(line) for line in lines] or [""]
    longest = max(cv2.getTextSize(line, cv2.FONT_HERSHEY_SIMPLEX, 1.0, 1)[0][0] for line in plain)
    size = float(np.clip((width_px - 36) / max(1, longest), 0.35, 0.8))
    step = round(14 + 26 * size)
    strip = np.full((12 + step * len(plain), width_px, 3), PAPER, np.uint8)
    for number, line in enumerate(plain, start=1):
        place = (16, step * number)
        cv2.putText(strip, line, place, cv2.FONT_HERSHEY_SIMPLEX, size, INK, 1, cv2.LINE_AA)
    return strip


def _plain(line: str) -> str:
    """OpenCV's letters are those of English: accents are left out rather than shown as question marks."""
    letters = unicodedata.normalize("NFKD", line.replace("→", "->"))
    return letters.encode("ascii", "ignore").decode()
