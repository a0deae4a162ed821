"""Nature: leaves as large as doors, vines from the roof, and small lights that live in it."""

from __future__ import annotations

from calibration.house_deck.cave import hall, sparks
from calibration.house_deck.geometry import Placing, Point, circle, polygon, spline
from calibration.house_deck.palette import INK, MAGICS, PARCHMENT
from calibration.house_deck.shapes import (
    Colour,
    Drawing,
    Fill,
    Shape,
    Stroke,
    between,
    downwards,
    outlined,
    placed,
    rgb,
)

INKS = MAGICS["gr"]
LIME = rgb("9fd356")
MOSS = rgb("0f6b3f")
CAP = rgb("f0e2b6")


def nature_setting() -> Drawing:
    """Leaf behind leaf."""
    shapes: list[Shape] = [*hall(INKS)]
    far = ((13, 30, 1.5, -62), (46, 30, 1.5, 60), (20, 20, 1.3, -28), (39, 18, 1.35, 30), (29, 15, 1.25, 0))
    near = (
        (6, 47, 1.25, -70),
        (51, 46, 1.2, 72),
        (5, 60, 1.3, -58),
        (52, 33, 1.1, 50),
        (15, 14, 1.0, -46),
        (46, 12, 1.0, 50),
    )
    for x, y, scale, turn in far:
        shapes += placed(leaf(MOSS, INKS.light), Placing((x, y), scale, turn))
    for x, y, scale, turn in near:
        shapes += placed(leaf(INKS.light, INKS.deep), Placing((x, y), scale, turn))
    shapes += _vines()
    shapes += sparks(INKS, "17,33,0.9 42,38,0.9 11,41,0.7 36,24,0.7 47,22,0.7 22,11,0.6 9,56,0.8")
    return tuple(shapes)


def leaf(tone: Colour, vein: Colour) -> Drawing:
    """Point up, stem at the origin's foot."""
    blade = spline("0,7! -4.4,4.4 -5.4,0 -3.6,-5 0,-10! 3.6,-5 5.4,0 4.4,4.4")
    ribs = tuple(
        Stroke(spline(f"0,{y} {side * 1.8},{y - 1.4} {side * 3.9},{y - 2.2}", closed=False), 0.35, vein)
        for y in (5, 2.4, -0.2, -2.8)
        for side in (-1, 1)
    )
    return (
        *outlined(
            blade, between((-5, -6), (5, 6), tone.toward(PARCHMENT, 0.18), tone, tone), INKS.night, 0.4
        ),
        *ribs,
        Stroke(polygon("0,7 0,-8.4", closed=False), 0.5, vein),
    )


def _vines() -> Drawing:
    lines = ("18,2 17,10 19.6,18 17.4,26", "41,2 42.4,9 40,17 42,23", "33,2 32,8 33.6,13")
    shapes: list[Shape] = []
    for line in lines:
        shapes += [
            Stroke(spline(line, closed=False), 1.1, INKS.night),
            Stroke(spline(line, closed=False), 0.55, LIME),
        ]
    for x, y, turn in (
        (17.4, 9, 70),
        (18.6, 14, -70),
        (19, 20, 80),
        (42, 8, -70),
        (40.8, 14, 70),
        (41, 19, -80),
        (32.6, 7, 70),
        (33.4, 11, -70),
    ):
        shapes += placed(leaf(LIME, MOSS), Placing((x, y), 0.28, turn))
    return tuple(shapes)


def nature_foreground() -> Drawing:
    """Mushrooms on the ledge."""
    return _mushroom((7.2, 76.8), 1.0) + _mushroom((11.8, 77), 0.7)


def _mushroom(foot: Point, scale: float) -> Drawing:
    cap = spline("-3.6,-4! -2.8,-6.6 0,-7.8 2.8,-6.6 3.6,-4! 0,-3.4")
    return placed(
        (
            *outlined(spline("-0.9,0! -0.7,-2 -0.9,-4! 0.9,-4! 0.8,-2 1.1,0!"), PARCHMENT, INK, 0.45),
            *outlined(cap, downwards(-8, -3, LIME, MOSS), INK, 0.5),
            Fill(circle((-1.2, -5.6), 0.6), CAP),
            Fill(circle((0.9, -6.3), 0.5), CAP),
            Fill(circle((1.7, -4.7), 0.45), CAP),
        ),
        Placing(foot, scale),
    )
