"""The six Magics as signs, as the house deck draws them, and the letter that stands beside each.

1 in 12 men confuses some of the six colours: wherever a Magic is shown, its sign and letter stand beside it.
The drawings come from `python -m calibration.house_deck.page_art --signs companion/art/signs.svg`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LETTERS = {"be": "T", "bl": "V", "pu": "M", "or": "S", "re": "A", "gr": "N"}  # as on the pages
BOX = (-6.0, -6.4, 12.0, 12.8)  # of every drawing: left, top, width, height
STEPS = 8  # straight pieces in place of each curve

Point = tuple[float, float]
Contour = tuple[Point, ...]

_SYMBOL = re.compile(r'<symbol id="art-magic-(\w\w)".*?</symbol>', re.DOTALL)
_PATH = re.compile(r"<path ([^>]*)/>")
_PIECE = re.compile(r"([MLCZ])([^MLCZ]*)")


@dataclass(frozen=True, slots=True)
class SignShape:
    """Contours that are filled, holes left out, or drawn along where they have a width."""

    contours: tuple[Contour, ...]
    colour: str
    width: float | None = None


@cache
def sign_symbols() -> dict[str, str]:
    """Every sign as an SVG symbol, by the code of its colour."""
    drawn = (Path(__file__).parent / "signs.svg").read_text(encoding="utf-8")
    return {found[1]: found[0] for found in _SYMBOL.finditer(drawn)}


@cache
def sign_shapes(code: str) -> tuple[SignShape, ...]:
    """One sign for those who paint it themselves, the lowest shape first."""
    return tuple(_shape(found[1]) for found in _PATH.finditer(sign_symbols()[code]))


def _shape(attributes: str) -> SignShape:
    said = dict(re.findall(r'([\w-]+)="([^"]*)"', attributes))
    contours = tuple(_contours(said["d"]))
    if said["fill"] != "none":
        return SignShape(contours, said["fill"])
    return SignShape(contours, said["stroke"], float(said["stroke-width"]))


def _contours(path: str) -> Iterator[Contour]:
    points: list[Point] = []
    for letter, numbers in _PIECE.findall(path):
        read = [float(one) for one in re.findall(r"-?[\d.]+", numbers)]
        pairs = list(zip(read[::2], read[1::2], strict=True))
        if letter == "C":
            points += _curve(points[-1], pairs)
        else:
            points += pairs
        if letter == "Z":
            yield tuple(points)
            points = []


def _curve(start: Point, handles: list[Point]) -> Iterator[Point]:
    (x1, y1), (x2, y2), (x3, y3) = handles
    for step in range(1, STEPS + 1):
        t = step / STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield a * start[0] + b * x1 + c * x2 + d * x3, a * start[1] + b * y1 + c * y2 + d * y3
