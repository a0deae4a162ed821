"""Earth: strata, a sleeping ammonite, and crystals that grew where nobody looked."""

from __future__ import annotations

import math

from calibration.house_deck.cave import LIGHT_AT
from calibration.house_deck.geometry import Placing, Point, brush, circle, moved, polygon, rectangle, spline
from calibration.house_deck.palette import INK, MAGICS
from calibration.house_deck.shapes import (
    Colour,
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

INKS = MAGICS["be"]
CLAY = rgb("b7986a")
SAND = rgb("c8ab7a")
TIGHTNESS = -0.115  # how fast an ammonite winds inwards
LOAM = rgb("7f6446")


def earth_setting() -> Drawing:
    """Layers of ground, seen in section."""
    layers = (
        (3, LOAM),
        (11, CLAY),
        (19, SAND),
        (27.5, CLAY),
        (36, INKS.base),
        (45, SAND),
        (54, CLAY),
        (63, LOAM),
    )
    shapes: list[Shape] = [Fill(rectangle(0, 0, 56, 87), LOAM)]
    for index, (y, tone) in enumerate(layers):
        lean = 1.6 if index % 2 else -1.2
        shapes += _layer(y, lean, tone)
    shine = glow(LIGHT_AT, 26, INKS.pale.faint(0.95), INKS.light.faint(0.6), INKS.light.faint(0))
    dusk = glow(LIGHT_AT, 52, LOAM.faint(0), LOAM.faint(0.1), LOAM.faint(0.9))
    shapes += [Fill(circle(LIGHT_AT, 26), shine), Fill(rectangle(0, 0, 56, 87), dusk)]
    shapes += _ammonite((9.8, 47.6), 3.9) + _ammonite((34.5, 9.8), 2.6)
    shapes += _pebbles()
    shapes += _crystals()
    return tuple(shapes)


def _layer(y: float, lean: float, tone: Colour) -> Drawing:
    waves = f"9,{y - 1.2} 19,{y + 1.4} 29,{y - 0.6} 39,{y + 1.2} 48,{y - 1.4 - lean}"
    bed = spline(f"0,{y + lean}! {waves} 56,{y}! 56,87! 0,87!")
    seam = spline(f"0,{y + lean} {waves} 56,{y}", closed=False)
    lower = moved(seam, Placing((0, 2.6)))
    return (Fill(bed, tone), Stroke(bed, 0.4, LOAM), Stroke(lower, 0.35, INKS.light.faint(0.7)))


def _ammonite(centre: Point, radius: float) -> Drawing:
    turns = [index * 0.42 for index in range(38)]
    spots = [(*_on_coil(centre, radius, turn), 0.95 * math.exp(TIGHTNESS * turn) + 0.1) for turn in turns]
    coil = " ".join(f"{x:.2f},{y:.2f},{width:.2f}" for x, y, width in spots)
    ribs = [
        Stroke(
            polygon([_on_coil(centre, radius, t), _on_coil(centre, radius * 0.62, t + 0.12)], closed=False),
            0.4,
            LOAM,
        )
        for t in turns[:26]
    ]
    return (
        Fill(circle(centre, radius + 0.4), INKS.pale),
        *ribs,
        Fill(brush(coil), rgb("5c4024")),
        Stroke(circle(centre, radius + 0.4), 0.4, rgb("5c4024")),
    )


def _on_coil(centre: Point, radius: float, turn: float) -> Point:
    reach = radius * math.exp(TIGHTNESS * turn)
    return (centre[0] + reach * math.cos(turn), centre[1] + reach * math.sin(turn))


def _pebbles() -> Drawing:
    spots = (
        "26.4,8.4,1.4 37.6,20,1.1 14,24.6,1.2 14.6,40.6,1.3 47,30,1.5 49.4,41,1.0 12,54,1.1"
        " 30.6,16.6,0.9 40,8,1.0 7.4,54,0.9"
    )
    shapes: list[Shape] = []
    for word in spots.split():
        x, y, r = (float(number) for number in word.split(","))
        pebble = spline(
            [
                (x - r * 1.3, y),
                (x - r * 0.3, y - r),
                (x + r * 1.2, y - r * 0.5),
                (x + r, y + r * 0.8),
                (x - r * 0.6, y + r),
            ]
        )
        shapes += outlined(pebble, between((x - r, y - r), (x + r, y + r), INKS.light, LOAM), INKS.night, 0.3)
    return tuple(shapes)


def _crystal(height: float, tone: Colour) -> Drawing:
    left = polygon([(-1.5, 0), (-1.5, -height * 0.72), (0, -height), (0.2, -height * 0.66), (0.2, 0)])
    right = polygon([(0.2, 0), (0.2, -height * 0.66), (0, -height), (1.6, -height * 0.7), (1.6, 0)])
    return (
        Fill(left, INKS.pale),
        Fill(right, tone),
        Stroke(left, 0.35, INKS.night),
        Stroke(right, 0.35, INKS.night),
    )


def _crystals() -> Drawing:
    places = (
        (6.2, 66, 8, -16),
        (9.4, 67, 11, 4),
        (13, 68, 7, 20),
        (43, 58, 8, 14),
        (48.6, 58, 12, -6),
        (51, 58, 8, 16),
    )
    return tuple(
        shape
        for x, y, height, turn in places
        for shape in placed(_crystal(height, CLAY), Placing((x, y), 1.0, turn))
    )


def earth_foreground() -> Drawing:
    """Boulders at the mage's feet."""
    left = polygon("4,77 4,72.6 7.4,70.6 10.8,72 12.6,77")
    facet = polygon("4,72.6 7.4,70.6 8.2,73.8 5,77 4,77")
    return (*outlined(left, LOAM, INK, 0.5), Fill(facet, SAND), Stroke(left, 0.5, INK))
