"""The numerals 1 to 5, cut like letters in stone: heavy, wedge-footed and no two alike.

Each stands in a box from -5 to 5 in height, centred on the origin.
"""

from __future__ import annotations

from calibration.house_deck.geometry import Outline, Placing, Point, brush, polygon, spline
from calibration.house_deck.shapes import Colour, Drawing, Fill, placed

NUMERALS: dict[int, tuple[Outline, ...]] = {
    1: (polygon("-0.5,-5 1.4,-5 1.4,3.5 3,3.9 3,5 -2.9,5 -2.9,3.9 -1.2,3.5 -1.2,-2.5 -3,-1.9 -3.3,-3.3"),),
    2: (
        brush(
            "-2.3,-1.6,2.2 -2.2,-2.9,2.5 -1.2,-3.9,2.2 0.4,-4.0,2.1 1.8,-3.1,2.5 1.9,-1.5,2.7 0.9,0.3,2.5"
            " -1.0,2.3,2.2 -2.4,4.0,1.9"
        ),
        polygon("-3.3,3.0 2.2,3.0 3,1.7 3.6,1.7 3.5,5 -3.3,5"),
    ),
    3: (
        brush(
            "-2.4,-2.2,1.6 -1.8,-3.5,2.0 -0.2,-4.1,1.9 1.5,-3.5,2.3 1.7,-2.1,2.4 0.8,-0.8,1.9 -0.9,-0.4,1.4"
        ),
        brush(
            "-0.9,-0.5,1.4 0.9,-0.1,1.9 2.1,1.3,2.6 1.8,3.0,2.6 0.2,4.1,1.9 -1.6,3.9,2.0 -2.6,2.6,2.2"
            " -2.7,1.7,1.5"
        ),
    ),
    4: (
        polygon("0.9,-5 2.1,-5 2.1,1.2 3.6,1.2 3.6,3.1 2.1,3.1 2.1,5 -0.4,5 -0.4,3.1 -3.7,3.1 -3.7,1.4")
        + polygon("-0.4,-1.4 -0.4,1.2 -2.0,1.2"),
    ),
    5: (
        polygon("-2.6,-5 2.6,-5 3,-5.5 3.3,-5.5 2.9,-2.8 -0.6,-2.8 -0.8,-0.4 -2.9,0.2"),
        brush(
            "-2.4,-0.2,1.3 -0.8,-0.8,1.9 0.9,-0.5,2.1 2.1,0.9,2.7 1.9,2.8,2.7 0.3,4.1,2.0 -1.6,4.0,2.0"
            " -2.7,2.8,2.0"
        ),
    ),
}

LETTERS: dict[str, tuple[Outline, ...]] = {
    "T": (
        polygon(
            "-3.9,-5 3.9,-5 3.9,-1.9 2.9,-1.9 2.4,-3 1.3,-3 1.3,3.8 2.5,4.1 2.5,5 -2.5,5 -2.5,4.1"
            " -1.3,3.8 -1.3,-3 -2.4,-3 -2.9,-1.9 -3.9,-1.9"
        ),
    ),
    "V": (
        polygon(
            "-4.4,-5 -0.7,-5 -0.7,-4.1 -1.5,-3.8 0.5,1.6 2.2,-3.8 1.2,-4.1 1.2,-5 4.4,-5 4.4,-4.1"
            " 3.7,-3.8 0.8,5 -0.8,5 -3.8,-3.8 -4.4,-4.1"
        ),
    ),
    "M": (
        polygon("-4.7,-5 -2.2,-5 0,0 2.2,-5 4.7,-5 4.7,5 2.3,5 2.3,-1 0.6,3 -0.6,3 -2.3,-1 -2.3,5 -4.7,5"),
    ),
    "S": (
        brush(
            "2.3,-2.4,1.6 1.5,-3.7,2.0 -0.3,-4.1,1.9 -1.9,-3.2,2.4 -1.7,-1.5,2.5 0.2,-0.2,2.6 2.0,1.2,2.5"
            " 2.0,3.0,2.5"
            " 0.4,4.1,1.9 -1.6,3.8,2.0 -2.6,2.4,1.6"
        ),
    ),
    # Round at the top, or it would be a V when the card lies upside down.
    "A": (
        spline("-4.2,5! -4.2,-1 -3,-4 0,-5.1 3,-4 4.2,-1 4.2,5! 1.8,5! 1.8,2.6! -1.8,2.6! -1.8,5!")
        + spline("-1.8,0.7! -1.8,-1.2 -1.2,-2.7 0,-3.2 1.2,-2.7 1.8,-1.2 1.8,0.7!"),
    ),
    "N": (polygon("-4.3,-5 -1.8,-5 1.9,0.8 1.9,-5 4.3,-5 4.3,5 2.2,5 -1.9,-1.4 -1.9,5 -4.3,5"),),
}


def numeral(influence: int, centre: Point, height_mm: float, colour: Colour) -> Drawing:
    """The Influence as a numeral of that height."""
    return _cut(NUMERALS[influence], centre, height_mm, colour)


def letter(name: str, centre: Point, height_mm: float, colour: Colour) -> Drawing:
    """A Magic's letter of that height."""
    return _cut(LETTERS[name], centre, height_mm, colour)


def _cut(outlines: tuple[Outline, ...], centre: Point, height_mm: float, colour: Colour) -> Drawing:
    return placed((Fill(outline, colour) for outline in outlines), Placing(centre, height_mm / 10))
