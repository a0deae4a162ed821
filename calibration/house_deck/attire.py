"""What a Magic does to those who practise it: each of its mages wears the same thing, whatever the
Brotherhood.

Earth grows crystals on a shoulder and paints with clay; Wind never lets a scarf hang; Mind opens a third
eye; Wisdom needs spectacles; Love & War wears a rose and war paint; Nature wears leaves. Drawn in the frame
of the heads.
"""

from __future__ import annotations

from dataclasses import dataclass

from calibration.house_deck.geometry import Placing, Point, brush, circle, ellipse, polygon, spline
from calibration.house_deck.love_and_war import rose
from calibration.house_deck.nature import leaf
from calibration.house_deck.palette import GOLD, GOLD_LIGHT, INK, MAGICS, PARCHMENT
from calibration.house_deck.shapes import (
    Clipped,
    Drawing,
    Fill,
    Shape,
    Stroke,
    between,
    glow,
    outlined,
    placed,
    rgb,
)


@dataclass(frozen=True, slots=True)
class Build:
    """Where things sit on one animal."""

    eyes: tuple[Point, ...]
    third_eye: Point
    shoulder: Point
    breast: Point
    neck: Point
    wreath: tuple[tuple[float, float, float], ...]  # x, y and turn of each leaf
    clay: str  # dots of paint
    paint: tuple[str, ...]  # strokes of paint


BUILDS = {
    "C": Build(
        eyes=((-0.7, -3.2),),
        third_eye=(4.6, -11.6),
        shoulder=(-11.5, 17.5),
        breast=(-6.4, 26.0),
        neck=(2.0, 14.0),
        wreath=(
            (-1.2, -9.4, -62),
            (1.6, -10.6, -30),
            (4.6, -9.6, 20),
            (7.0, -6.6, 46),
            (8.8, -2.6, 66),
            (9.2, 1.8, 84),
        ),
        clay="-2.6,0.6 -1.6,1.6 -0.2,2.2 1.4,2.2 2.8,1.4 -2.8,2.4 -1.2,3.4 0.6,3.8 2.4,3.2",
        paint=("-2.2,0.4,0.2 -0.2,1.4,0.9 2.6,1.0,0.2", "-2.6,2.2,0.2 -0.4,3.2,0.9 2.2,2.8,0.2"),
    ),
    "G": Build(
        eyes=((-3.8, -2.2), (3.8, -2.2)),
        third_eye=(0.0, -5.6),
        shoulder=(-12.5, 21.5),
        breast=(8.4, 24.0),
        neck=(0.0, 15.0),
        wreath=(
            (-5.0, -6.8, -78),
            (-3.4, -8.6, -52),
            (-1.2, -9.6, -18),
            (1.2, -9.6, 18),
            (3.4, -8.6, 52),
            (5.0, -6.8, 78),
        ),
        clay="0,-4.6 0,-3.2 0,-1.8 0,-0.4 0,1.0 0,2.4 -1.1,-5.6 1.1,-5.6 0,-6.2",
        paint=(
            "-1.2,1.2,0.2 -3.0,0.8,1.0 -5.2,-0.2,0.2",
            "-1.2,3.2,0.2 -2.8,2.8,1.0 -4.4,2.0,0.2",
            "1.2,1.2,0.2 3.0,0.8,1.0 5.2,-0.2,0.2",
            "1.2,3.2,0.2 2.8,2.8,1.0 4.4,2.0,0.2",
        ),
    ),
    "W": Build(
        eyes=((-4.2, -1.7), (4.2, -1.7)),
        third_eye=(0.0, -6.6),
        shoulder=(-17.0, 13.5),
        breast=(9.0, 26.0),
        neck=(0.0, 15.5),
        wreath=(
            (-7.2, -8.4, -70),
            (-4.8, -9.8, -40),
            (-1.7, -10.6, -14),
            (1.7, -10.6, 14),
            (4.8, -9.8, 40),
            (7.2, -8.4, 70),
        ),
        clay="-1.2,-7.2 0,-7.6 1.2,-7.2 -2.4,-6.4 2.4,-6.4 -3.8,-7.6 3.8,-7.6 -5,-6.8 5,-6.8 0,-6 0,-4.6",
        paint=(
            "-4.0,1.2,0.2 -6.2,1.6,1.1 -8.4,0.6,0.2",
            "-4.6,3.2,0.2 -6.4,3.7,1.1 -8.4,2.8,0.2",
            "4.0,1.2,0.2 6.2,1.6,1.1 8.4,0.6,0.2",
            "4.6,3.2,0.2 6.4,3.7,1.1 8.4,2.8,0.2",
        ),
    ),
}


def worn_on_robe(magic: str, animal: str) -> Drawing:
    """What lies on the robe, under the head."""
    build = BUILDS[animal]
    if magic == "be":
        return _shoulder_crystals(build.shoulder)
    if magic == "bl":
        return _scarf(build.neck)
    if magic == "re":
        return rose(build.breast, 2.9)
    return ()


def worn_on_head(magic: str, animal: str) -> Drawing:
    """What is worn on the head or painted on it."""
    build = BUILDS[animal]
    if magic == "be":
        return _clay(build.clay)
    if magic == "pu":
        return _third_eye(build.third_eye)
    if magic == "or":
        return _spectacles(build.eyes)
    if magic == "re":
        return tuple(Fill(brush(stroke), rgb("e5243b")) for stroke in build.paint)
    if magic == "gr":
        return _wreath(build.wreath)
    return ()


def _shoulder_crystals(foot: Point) -> Drawing:
    inks = MAGICS["be"]
    shapes: list[Shape] = []
    for x, turn, height in ((-2.4, -30, 6.4), (2.2, 16, 6.0), (0, -6, 9.0)):
        left = polygon([(-1.4, 1), (-1.4, -height * 0.7), (0, -height), (0.2, 1)])
        right = polygon([(0.2, 1), (0, -height), (1.5, -height * 0.66), (1.5, 1)])
        crystal = (Fill(left, PARCHMENT), Fill(right, inks.deep), Stroke(left + right, 0.45, INK))
        shapes += placed(crystal, Placing((foot[0] + x, foot[1]), 1.0, turn))
    return tuple(shapes)


def _scarf(neck: Point) -> Drawing:
    inks = MAGICS["bl"]
    tails = (
        brush("-3,0,2.4 -8,1.6,3.4 -12.4,-1.6,3.6 -16.4,-4.4,3.4 -20.4,-2.4,2.8 -23,-4,0.6"),
        brush("-3,0.8,2.4 -7,4.0,3.0 -11.4,3.2,3.2 -15.6,0.4,3.0 -19.4,2.6,2.4 -22,2.0,0.6"),
    )
    wrap = spline("-5.6,-2.2! -2,-0.6 2,-0.6 5.6,-2.2! 6.4,0.4 5.6,2.4! 2,4 -2,4 -5.6,2.4! -6.4,0.4")
    shapes: list[Shape] = []
    for tail, tone in zip(tails, (inks.light, PARCHMENT), strict=True):
        shapes += outlined(tail, tone, INK, 0.5)
    shapes += outlined(wrap, between((-5, -2), (5, 4), PARCHMENT, inks.light), INK, 0.5)
    shapes.append(Stroke(spline("-5,0.2 -2,1.7 2,1.7 5,0.2", closed=False), 0.4, inks.deep))
    return placed(shapes, Placing(neck))


def _third_eye(centre: Point) -> Drawing:
    inks = MAGICS["pu"]
    lids = spline("0,-2.5! 1.5,0 0,2.5! -1.5,0")
    bright = rgb("fbe9ff")
    return placed(
        (
            Fill(circle((0, 0), 4.6), glow((0, 0), 4.6, inks.pale.faint(0.95), inks.light.faint(0))),
            Fill(lids, bright),
            Clipped(lids, (Fill(circle((0, 0), 1.15), rgb("c23fb4")), Fill(ellipse((0, 0), 0.4, 0.9), INK))),
            Stroke(lids, 0.45, INK),
        ),
        Placing(centre),
    )


def _spectacles(eyes: tuple[Point, ...]) -> Drawing:
    shapes: list[Shape] = []
    for eye in eyes:
        rim = circle(eye, 2.75)
        glint = brush(
            f"{eye[0] - 1.7},{eye[1] + 0.9},0.1 {eye[0] - 1.9},{eye[1] - 0.6},0.5"
            f" {eye[0] - 0.8},{eye[1] - 1.9},0.1"
        )
        shapes += [
            Fill(rim, PARCHMENT.faint(0.16)),
            Fill(glint, PARCHMENT),
            Stroke(rim, 1.0, INK),
            Stroke(rim, 0.55, GOLD_LIGHT),
        ]
    shapes += _bridge(eyes) if len(eyes) == 2 else _chain(eyes[0])
    return tuple(shapes)


def _bridge(eyes: tuple[Point, ...]) -> list[Shape]:
    (left_x, y), (right_x, _) = eyes
    arc = spline([(left_x + 2.7, y), (0, y - 0.7), (right_x - 2.7, y)], closed=False)
    return [Stroke(arc, 1.0, INK), Stroke(arc, 0.55, GOLD_LIGHT)]


def _chain(eye: Point) -> list[Shape]:
    x, y = eye
    line = spline([(x + 2.4, y + 1.4), (x + 3.4, y + 7), (x + 1.6, y + 13), (x - 1.4, y + 18)], closed=False)
    return [Stroke(line, 0.85, INK), Stroke(line, 0.45, GOLD)]


def _wreath(leaves: tuple[tuple[float, float, float], ...]) -> Drawing:
    shapes: list[Shape] = []
    for x, y, turn in leaves:
        shapes += placed(leaf(rgb("9fd356"), rgb("0f6b3f")), Placing((x, y), 0.34, turn))
    for x, y, _ in leaves[1:-1:2]:
        shapes += outlined(circle((x, y + 0.9), 0.8), rgb("f6d365"), INK, 0.3)
    return tuple(shapes)


def _clay(dots: str) -> Drawing:
    spots = (tuple(float(number) for number in word.split(",")) for word in dots.split())
    return tuple(Fill(circle((x, y), 0.42), rgb("fdf6e3")) for x, y in spots)
