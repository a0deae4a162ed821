"""Words and shapes on a picture. OpenCV 5 brings a font with accents; before it there are strokes without."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.art.magic_signs import BOX, sign_shapes

Picture = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]  # red, green, blue
Place = tuple[int, int]  # across and down
Box = tuple[int, int, int, int]  # left, top, width, height
REGULAR, BOLD = 400, 700
FINE_BITS = 4
FINE = 1 << FINE_BITS  # parts of a pixel in which signs are placed
_STROKES_PX = 30.0  # the height of OpenCV's strokes at scale 1


@cache
def _font() -> Any:  # noqa: ANN401  the font's type is only in OpenCV 5
    return cv2.FontFace("sans") if hasattr(cv2, "FontFace") else None


def colour(code: str) -> Colour:
    """A colour as style sheets write it."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """A picture to letter; positions in pixels from the top left."""

    pixels: Picture

    @classmethod
    def glowing(cls, width: int, height: int, ground: Colour, glow: Colour) -> Canvas:
        """A ground with light from above, as the pages have it."""
        down, across = np.mgrid[:height, :width].astype(np.float32)
        far = np.hypot((across - width / 2) / (0.75 * width), (down + 0.06 * height) / (0.62 * height))
        share = np.clip(1 - far, 0, 1)[..., None]
        mixed = np.array(ground[::-1]) * (1 - share) + np.array(glow[::-1]) * share
        return cls(mixed.astype(np.uint8))

    def panel(
        self, box: tuple[int, int, int, int], fill: Colour, radius: int, edge: Colour | None = None
    ) -> None:
        """A rounded rectangle, with an edge around it if one is wanted."""
        left, top, width, height = box
        if edge is not None:
            self.panel((left - 2, top - 2, width + 4, height + 4), edge, radius + 2)
        radius = min(radius, width // 2, height // 2)
        bgr = fill[::-1]
        for x0, y0, x1, y1 in (
            (left + radius, top, left + width - radius, top + height),
            (left, top + radius, left + width, top + height - radius),
        ):
            cv2.rectangle(self.pixels, (x0, y0), (x1 - 1, y1 - 1), bgr, -1)
        for x in (left + radius, left + width - radius - 1):
            for y in (top + radius, top + height - radius - 1):
                cv2.circle(self.pixels, (x, y), radius - 1, bgr, -1, cv2.LINE_AA)

    def disc(self, middle: Place, radius: int, fill: Colour) -> None:
        """A filled circle."""
        cv2.circle(self.pixels, middle, radius, fill[::-1], -1, cv2.LINE_AA)

    def sign(self, middle: Place, size: int, code: str) -> None:
        """The sign of a Magic, as large as its box."""
        left, top, wide, high = BOX
        scale = size * FINE / high
        at = np.array(middle) * FINE - scale * np.array((left + wide / 2, top + high / 2))
        for shape in sign_shapes(code):
            contours = [np.round(np.array(one) * scale + at).astype(np.int32) for one in shape.contours]
            bgr = colour(shape.colour)[::-1]
            if shape.width is None:
                cv2.fillPoly(self.pixels, contours, bgr, cv2.LINE_AA, FINE_BITS)
            else:
                thick = max(1, round(shape.width * size / high))
                cv2.polylines(
                    self.pixels,
                    contours,
                    isClosed=True,
                    color=bgr,
                    thickness=thick,
                    lineType=cv2.LINE_AA,
                    shift=FINE_BITS,
                )

    def write(
        self, place: tuple[int, int], words: str, size: int, ink: Colour, weight: int = REGULAR
    ) -> None:
        """Words from a place on; `place` is where the letters stand."""
        font = _font()
        if font is not None:
            cv2.putText(self.pixels, words, place, ink[::-1], font, size, weight)
            return
        scale, thick = 0.72 * size / _STROKES_PX, 2 if weight >= BOLD else 1
        plain, face = without_accents(words), cv2.FONT_HERSHEY_DUPLEX
        cv2.putText(self.pixels, plain, place, face, scale, ink[::-1], thick, cv2.LINE_AA)


def width_of(words: str, size: int, weight: int = REGULAR) -> int:
    """How wide words will be."""
    font = _font()
    if font is not None:
        return int(cv2.getTextSize((0, 0), words, (0, 0), font, size, weight)[2])
    scale = 0.72 * size / _STROKES_PX
    return int(cv2.getTextSize(without_accents(words), cv2.FONT_HERSHEY_DUPLEX, scale, 2)[0][0])


def fitted(words: str, size: int, width: int, weight: int = REGULAR) -> str:
    """Words cut to a width, an ellipsis showing it."""
    if width_of(words, size, weight) <= width:
        return words
    while words and width_of(words + "…", size, weight) > width:
        words = words[:-1]
    return words.rstrip() + "…"


def wrapped(words: str, size: int, width: int) -> list[str]:
    """Words in lines no wider than this."""
    lines: list[str] = []
    for word in words.split():
        if lines and width_of(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(fitted(word, size, width))
    return lines


def without_accents(words: str) -> str:
    """Words in the letters that strokes have."""
    known = words.replace("★", "*").replace("…", "...").replace("·", "-")
    return unicodedata.normalize("NFKD", known).encode("ascii", "ignore").decode()
