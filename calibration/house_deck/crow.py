"""The Crow: a sharp beak out of a ragged hood, one bright eye that misses nothing. It looks to the left.

Drawn about the middle of the skull.
"""

from __future__ import annotations

from calibration.house_deck.geometry import brush, circle, polygon, spline
from calibration.house_deck.palette import BONE, GOLD, INK
from calibration.house_deck.shapes import Clipped, Drawing, Fill, Stroke, between, glow, outlined, rgb

PLUME = rgb("2b2b3a")
PLUME_LIGHT = rgb("5d6680")
PLUME_DEEP = rgb("15141d")
BEAK = rgb("545766")
BEAK_LIGHT = rgb("b9bdc9")
BEAK_DEEP = rgb("25252f")
SHEEN = rgb("8ea6c8")

LINE_MM = 0.55
SKULL = spline(
    "-3.6,-5.2 -1.6,-8.6 2.6,-10.4 7.6,-9 10.6,-4.2 11,3 10.6,12! 2,13! 1.4,15.6! -0.4,12.6! -1.4,14.6!"
    " -2.2,11!"
    " -3.8,12! -3.6,8.8! -5.2,8.8! -4.2,6! -5,3.6 -4.6,-1"
)


def _beak() -> Drawing:
    upper = spline("-3.0,-6.0! -7.6,-6.0 -12.6,-3.2 -17.4,5.2! -12.8,2.6 -8.4,1.9 -3.2,2.0!")
    lower = spline("-3.4,1.6! -8.4,2.2 -14.4,4.6! -10.2,5.8 -6.6,5.6 -3.4,5.0!")
    return (
        *outlined(lower, between((-8, 2), (-8, 6), BEAK_DEEP, BEAK), INK, LINE_MM),
        Fill(upper, between((-10, -5), (-8, 3), BEAK_LIGHT, BEAK, BEAK_DEEP)),
        Clipped(
            upper,
            (
                Fill(
                    spline("-3,-6.6! -7.8,-5.6 -12.4,-2.8 -17,4.4! -12.4,-0.6 -8,-2.6 -3.4,-2.6!"), BEAK_LIGHT
                ),
                Fill(brush("-15.6,3.2,0.2 -10.4,0.6,0.8 -4,0.2,0.2"), BEAK_DEEP),
            ),
        ),
        Fill(brush("-8.6,-1.6,0.1 -7.2,-2.1,0.8 -6.0,-1.9,0.1"), INK),
        Stroke(upper, LINE_MM, INK),
    )


def _bristles() -> Drawing:
    return (
        Fill(
            polygon(
                "-2.0,-7.4 -4.9,-5.6 -3.6,-5.0 -6.8,-3.2 -4.5,-3.0 -7.4,-0.9 -4.7,-1.2 -6.6,1.0 -4.2,0.4"
                " -5.2,2.6 -3,2 -1,0"
            ),
            PLUME_DEEP,
        ),
    )


def _plumage() -> Drawing:
    feathers = (
        "-3.4,5.2,0.2 -2.2,6.6,0.8 -2.4,9.4,0.1",
        "-1.2,5.8,0.2 -0.2,7.6,0.9 -0.6,10.8,0.1",
        "1.2,6.0,0.2 2.0,8.4,0.9 1.6,11.6,0.1",
        "-0.2,-8.4,0.1 2.6,-9.2,0.8 5.8,-8.2,0.1",
        "0.8,-6.9,0.1 3.2,-7.5,0.6 5.6,-6.6,0.1",
    )
    return (
        Fill(SKULL, glow((0, -4), 15, PLUME_LIGHT, PLUME, PLUME_DEEP)),
        *(Fill(brush(feather), SHEEN.faint(0.75)) for feather in feathers),
        Fill(spline("2,-4.6! 5,-1 4.4,4 1.8,6.6! 7,6 9,0 6,-5"), PLUME_DEEP.faint(0.8)),
    )


def _eye(influence: int) -> Drawing:
    centre = (-0.7, -3.2)
    iris = GOLD if influence < 5 else rgb("fff6c2")
    fire = (Fill(circle(centre, 4.4), glow(centre, 4.4, GOLD.faint(0.8), GOLD.faint(0))),)
    return (
        *(fire if influence >= 4 else ()),
        Fill(circle(centre, 2.25), PLUME_DEEP),
        Fill(circle(centre, 1.75), glow((-0.9, -2.8), 2, rgb("fff0b4"), iris, rgb("c4801c"))),
        Fill(circle((-0.95, -3.1), 0.95), INK),
        Fill(circle((-1.3, -3.6), 0.38), BONE),
        # The brow is what makes it stern: straight, low, and cutting the eye's circle.
        Fill(spline("-4.0,-3.6! -1.6,-4.9 1.6,-5.9 4.6,-6.0! 2.2,-4.2 -0.8,-3.9 -2.8,-3.1"), PLUME_DEEP),
        Fill(brush("-3.2,-4.5,0.1 -0.4,-5.5,0.55 3.4,-6.2,0.1"), SHEEN),
        Fill(brush("-2.4,-1.4,0.1 -0.4,-0.8,0.5 1.8,-1.6,0.1"), SHEEN.faint(0.8)),
    )


def crow_head(influence: int) -> Drawing:
    """The head without its hood."""
    return (
        *_beak(),
        Clipped(SKULL, _plumage()),
        Stroke(SKULL, LINE_MM, INK),
        *_bristles(),
        *_eye(influence),
    )
