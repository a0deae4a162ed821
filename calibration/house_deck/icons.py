"""The six Magics as signs: a plaque of its own shape in the Magic's colour, and the sign upon it.

Plaques differ in silhouette, so that a Magic is told by shape where colour fails. Signs stand in a box from
-5 to 5.
"""

from __future__ import annotations

from collections.abc import Callable

from calibration.house_deck.geometry import (
    Outline,
    Placing,
    Point,
    around,
    brush,
    circle,
    polygon,
    spline,
)
from calibration.house_deck.palette import GOLD, INK, MAGICS, PARCHMENT
from calibration.house_deck.shapes import Colour, Drawing, Fill, Stroke, placed

PLAQUES: dict[str, Outline] = {
    "be": polygon("-4.7,-4.7 4.7,-4.7 4.7,4.7 -4.7,4.7"),
    "bl": circle((0, 0), 5.2),
    "pu": polygon([around((0, 1.2), 6.6, turn) for turn in (-90, 30, 150)]),
    "or": spline("-4.6,5! -4.6,-0.6 -3.2,-4 0,-5.3 3.2,-4 4.6,-0.6 4.6,5!"),
    "re": spline("0,5.8! -4.2,1.8 -5.2,-1.8 -3.8,-4.8 -1.4,-4.6 0,-2.9! 1.4,-4.6 3.8,-4.8 5.2,-1.8 4.2,1.8"),
    "gr": polygon("0,-6 5.4,0 0,6 -5.4,0"),
}


def _earth(colour: Colour) -> Drawing:
    return (
        Fill(polygon("-4,2 -1.2,-3.2 0.4,-0.6 1.6,-2.2 4,2"), colour),
        Fill(polygon("-4,2.7 4,2.7 4,3.7 -4,3.7"), colour),
    )


def _wind(colour: Colour) -> Drawing:
    return (
        Fill(
            brush("-4.2,-0.9,0.7 -1.5,-0.9,1.1 1.6,-0.9,1.1 2.7,-2.1,1.1 1.8,-3.3,1.0 0.6,-2.8,0.8"), colour
        ),
        Fill(brush("-3.6,1.0,0.6 -0.6,1.0,1.1 2.4,1.0,1.1 3.7,2.0,1.1 3.0,3.1,1.0 1.9,2.8,0.8"), colour),
        Fill(brush("-2.6,2.8,0.5 -1.2,2.7,1.0 -0.2,3.3,1.0 -0.6,4.2,0.8 -1.3,4.1,0.6"), colour),
    )


def _mind(colour: Colour) -> Drawing:
    rays = (
        polygon([around((0, 1.9), 2.4, a - 9), around((0, 1.9), reach, a), around((0, 1.9), 2.4, a + 9)])
        for a, reach in ((-125, 3.6), (-90, 5.0), (-55, 3.6))
    )
    eye = spline("-3.6,2! -1.8,0.6 0,0.1 1.8,0.6 3.6,2! 1.8,3.3 0,3.7 -1.8,3.3")
    return (
        *(Fill(ray, colour) for ray in rays),
        Fill(eye + circle((0, 1.9), 1.3) + circle((0, 1.9), 0.6), colour),
    )


def _wisdom(colour: Colour) -> Drawing:
    return (
        Fill(spline("0,4.1! -1.2,3.2 -3.8,3.3! -3.8,-0.2! -1.4,-0.4 -0.3,0.5!"), colour),
        Fill(spline("0,4.1! 1.2,3.2 3.8,3.3! 3.8,-0.2! 1.4,-0.4 0.3,0.5!"), colour),
        Fill(spline("0,-0.5! -1.4,-1.2 -1.1,-2.6 0.2,-4.2! 0.5,-3 1.4,-2.2 1.2,-1.1"), colour),
    )


def _love_and_war(colour: Colour) -> Drawing:
    blade = polygon(
        "0,-4.6 0.75,-3.4 0.55,1.4 1.9,1.4 1.9,2.3 0.5,2.3 0.5,4.2 -0.5,4.2 -0.5,2.3 -1.9,2.3 -1.9,1.4"
        " -0.55,1.4 -0.75,-3.4"
    )
    crossed = (Placing((0, 0.2), 0.88, turn, turn < 0) for turn in (38, -38))
    return tuple(shape for placing in crossed for shape in placed([Fill(blade, colour)], placing))


def _nature(colour: Colour) -> Drawing:
    half = "0,-4.4! {0}2.1,-1.8 {0}2.4,0.6 {0}0.4,3.0! {0}0.4,0.4"
    return (
        Fill(spline(half.format("-")), colour),
        Fill(spline(half.format("")), colour),
        Fill(brush("0,1.5,0.5 0,3.2,0.7 0.5,4.6,0.9"), colour),
    )


SIGNS: dict[str, Callable[[Colour], Drawing]] = {
    "be": _earth,
    "bl": _wind,
    "pu": _mind,
    "or": _wisdom,
    "re": _love_and_war,
    "gr": _nature,
}


def sign(magic: str, centre: Point, size_mm: float, colour: Colour) -> Drawing:
    """A Magic's sign alone."""
    return placed(SIGNS[magic](colour), Placing(centre, size_mm / 10))


def plaque(magic: str, centre: Point, size_mm: float) -> Drawing:
    """A Magic's sign on its plaque."""
    inks = MAGICS[magic]
    on_plaque = INK if magic == "be" else PARCHMENT
    shapes = (
        Fill(PLAQUES[magic], inks.base),
        Stroke(PLAQUES[magic], 0.75, INK),
        *SIGNS[magic](on_plaque),
    )
    return placed(shapes, Placing(centre, size_mm / 10))


def clasp(magic: str, centre: Point, size_mm: float) -> Drawing:
    """A plaque set in gold, to close a robe."""
    gold = (Stroke(PLAQUES[magic], 3.4, INK), Stroke(PLAQUES[magic], 2.4, GOLD))
    return (*placed(gold, Placing(centre, size_mm / 10)), *plaque(magic, centre, size_mm))
