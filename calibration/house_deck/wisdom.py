"""Wisdom: shelves cut into the rock, a lamp that has never gone out, sand that runs both ways."""

from __future__ import annotations

from calibration.house_deck.cave import LIGHT_AT, hall, rays, sparks
from calibration.house_deck.geometry import Placing, circle, rectangle, spline
from calibration.house_deck.palette import GOLD_LIGHT, INK, MAGICS, PARCHMENT, PARCHMENT_SHADE
from calibration.house_deck.shapes import (
    Drawing,
    Fill,
    Shape,
    Stroke,
    downwards,
    glow,
    outlined,
    placed,
    rgb,
)

INKS = MAGICS["or"]
SPINES = (rgb("b9560a"), rgb("7a3210"), rgb("ffbb4d"), rgb("8f1f14"), rgb("ffe9b8"), rgb("d06a08"))
SHELF = rgb("5c2a0c")


def wisdom_setting() -> Drawing:
    """Shelves left and right, light between them, an hourglass above."""
    shapes: list[Shape] = [*hall(INKS)]
    shapes += rays(LIGHT_AT, 14, 4.5, glow(LIGHT_AT, 40, GOLD_LIGHT.faint(0.75), INKS.light.faint(0.1)))
    for number, floor in enumerate((22.4, 34.6, 46.8, 59)):
        shapes += _shelf(4, 15.2, floor, number)
        shapes += _shelf(41.6, 53, floor, number + 2)
    shapes += _arch()
    shapes += placed(_hourglass(), Placing((24.4, 13.2), 0.82))
    shapes += placed(_lamp(), Placing((36.6, 12.2), 0.8))
    shapes += sparks(INKS, "20,27,0.7 37,24,0.6 18.4,40,0.7 39,38,0.6")
    return tuple(shapes)


def _shelf(left: float, right: float, floor: float, first: int) -> Drawing:
    shapes: list[Shape] = [Fill(rectangle(left, floor - 11, right, floor), INKS.night)]
    x, index = left + 0.3, first * 5
    while x < right - 1.4:
        width = 1.5 + 0.35 * (index * 7 % 4)
        height = 7.2 + 0.9 * (index * 5 % 4)
        tone = SPINES[(index * 5 + first) % len(SPINES)]
        book = rectangle(x, floor - height, min(x + width, right), floor)
        shapes += outlined(book, tone, INKS.night, 0.35)
        band_y = floor - height * 0.75
        shapes.append(
            Fill(rectangle(x + 0.3, band_y, min(x + width, right) - 0.3, band_y + 0.7), INKS.pale.faint(0.8))
        )
        x, index = x + width, index + 1
    shapes += outlined(rectangle(left, floor, right, floor + 1.2), SHELF, INKS.night, 0.3)
    return tuple(shapes)


def _arch() -> Drawing:
    stones = spline("15.2,66 15.2,24 17,13 29,4.6 40,13 41.6,24 41.6,66", closed=False)
    return (
        Stroke(stones, 1.5, INKS.night),
        Stroke(stones, 0.9, INKS.deep),
        Stroke(stones, 0.3, INKS.light.faint(0.7)),
    )


def _hourglass() -> Drawing:
    glass = spline("-3.6,-5! -3.2,-2.4 -0.5,0 -3.2,2.4 -3.6,5! 3.6,5! 3.2,2.4 0.5,0 3.2,-2.4 3.6,-5!")
    return (
        *outlined(glass, PARCHMENT.faint(0.85), INK, 0.45),
        Fill(spline("-2.6,-2.6! 0,-2.1 2.6,-2.6! 0.3,-0.2 -0.3,-0.2"), INKS.base),
        Fill(spline("-3.2,4.7! -2.2,3.2 0,2 2.2,3.2 3.2,4.7!"), INKS.base),
        *outlined(rectangle(-4.6, -6.4, 4.6, -4.9), INKS.deep, INK, 0.4),
        *outlined(rectangle(-4.6, 4.9, 4.6, 6.4), INKS.deep, INK, 0.4),
    )


def _lamp() -> Drawing:
    flame = spline("0,-7.4! 0.8,-4.6 2.2,-2.6 1.2,-0.2 -1.2,-0.2 -2.2,-2.8 -0.6,-4.8")
    return (
        Fill(circle((0, -3), 8), glow((0, -3), 8, GOLD_LIGHT.faint(0.95), INKS.light.faint(0))),
        *outlined(flame, downwards(-7, 0, INKS.base, GOLD_LIGHT, PARCHMENT), INKS.deep, 0.35),
        *outlined(spline("-3.6,0! 3.6,0! 2.6,2.8 0,3.6 -2.6,2.8"), INKS.deep, INK, 0.45),
    )


def wisdom_foreground() -> Drawing:
    """Two books and a candle."""
    return (
        *outlined(rectangle(4, 74.2, 13.4, 77), rgb("8f1f14"), INK, 0.45),
        Fill(rectangle(12, 74.8, 13.2, 76.6), PARCHMENT_SHADE),
        *outlined(rectangle(5.2, 71.6, 12.4, 74.2), INKS.base, INK, 0.45),
        Fill(rectangle(11.2, 72.1, 12.2, 73.8), PARCHMENT),
        *outlined(rectangle(7.4, 67.6, 9.4, 71.6), PARCHMENT, INK, 0.4),
        *outlined(spline("8.4,63.6! 9.3,65.6 8.8,67 8,67 7.5,65.6"), GOLD_LIGHT, INKS.deep, 0.3),
    )
