"""Earth: strata, a sleeping ammonite, and crystals that grew where nobody looked."""

from __future__ import annotations

import math

from calibration.house_deck.cave import LIGHT_AT, sparks
from calibration.house_deck.geometry import Outline, Placing, Point, brush, circle, polygon, rectangle, spline
from calibration.house_deck.palette import INK, MAGICS
from calibration.house_deck.shapes import Colour, Drawing, Fill, Shape, Stroke, between, glow, outlined, placed, rgb

INKS = MAGICS["be"]
CLAY = rgb("b7986a")
SAND = rgb("c8ab7a")
LOAM = rgb("7f6446")


def earth_setting() -> Drawing:
    """Layers of ground, seen in section."""
    layers = ((3, LOAM), (11, CLAY), (19, SAND), (27.5, CLAY), (36, INKS.base), (45, SAND), (54, CLAY), (63, LOAM))
    shapes: list[Shape] = [Fill(rectangle(0, 0, 56, 87), LOAM)]
    for index, (y, tone) in enumerate(layers):
        lean = 1.6 if index % 2 else -1.2
        top = f"0,{y + lean}! 9,{y - 1.2} 19,{y + 1.4} 29,{y - 0.6} 39,{y + 1.2} 48,{y - 1.4 - lean} 56,{y}! 56,87! 0,87!"
        seam = f"0,{y + lean + 2.6} 9,{y + 1.4} 19,{y + 4} 29,{y + 2.2} 39,{y + 3.6} 48,{y + 1.2 - lean} 56,{y + 2.6}"
        shapes += [
            Fill(spline(top), tone),
            Stroke(spline(top), 0.4, LOAM),
            Stroke(spline(seam, closed=False), 0.35, INKS.light.faint(0.7)),
        ]
    shapes.append(Fill(circle(LIGHT_AT, 26), glow(LIGHT_AT, 26, INKS.pale.faint(0.95), INKS.light.faint(0.6), INKS.light.faint(0))))
    shapes.append(Fill(rectangle(0, 0, 56, 87), glow(LIGHT_AT, 52, LOAM.faint(0), LOAM.faint(0.1), LOAM.faint(0.9))))
    shapes += _ammonite((9.8, 47.6), 3.9) + _ammonite((34.5, 9.8), 2.6)
    shapes += _pebbles()
    shapes += _crystals()
    return tuple(shapes)


def _ammonite(centre: Point, radius: float) -> Drawing:
    turns = [index * 0.42 for index in range(38)]
    coil = " ".join(
        f"{centre[0] + radius * math.exp(-0.115 * t) * math.cos(t):.2f},"
        f"{centre[1] + radius * math.exp(-0.115 * t) * math.sin(t):.2f},{0.95 * math.exp(-0.115 * t) + 0.1:.2f}"
        for t in turns
    )
    ribs = [
        Stroke(
            polygon([_on_coil(centre, radius, t), _on_coil(centre, radius * 0.62, t + 0.12)], closed=False), 0.4, LOAM
        )
        for t in turns[:26]
    ]
    return (Fill(circle(centre, radius + 0.4), INKS.pale), *ribs, Fill(brush(coil), rgb("5c4024")), Stroke(circle(centre, radius + 0.4), 0.4, rgb("5c4024")))


def _on_coil(centre: Point, radius: float, turn: float) -> Point:
    reach = radius * math.exp(-0.115 * turn)
    return (centre[0] + reach * math.cos(turn), centre[1] + reach * math.sin(turn))


def _pebbles() -> Drawing:
    spots = "33,9,1.6 37.6,20,1.1 14,24.6,1.2 9,43,1.7 47,30,1.5 49.4,41,1.0 12,54,1.1 30.6,16.6,0.9 40,8,1.0 7.4,50,0.9"
    shapes: list[Shape] = []
    for word in spots.split():
        x, y, r = (float(number) for number in word.split(","))
        pebble = spline([(x - r * 1.3, y), (x - r * 0.3, y - r), (x + r * 1.2, y - r * 0.5), (x + r, y + r * 0.8), (x - r * 0.6, y + r)])
        shapes += outlined(pebble, between((x - r, y - r), (x + r, y + r), INKS.light, LOAM), INKS.night, 0.3)
    return tuple(shapes)


def _crystal(height: float, tone: Colour) -> Drawing:
    left = polygon([(-1.5, 0), (-1.5, -height * 0.72), (0, -height), (0.2, -height * 0.66), (0.2, 0)])
    right = polygon([(0.2, 0), (0.2, -height * 0.66), (0, -height), (1.6, -height * 0.7), (1.6, 0)])
    return (Fill(left, INKS.pale), Fill(right, tone), Stroke(left, 0.35, INKS.night), Stroke(right, 0.35, INKS.night))


def _crystals() -> Drawing:
    places = ((6.2, 66, 8, -16), (9.4, 67, 11, 4), (13, 68, 7, 20), (43, 58, 8, 14), (48.6, 58, 12, -6), (51, 58, 8, 16))
    return tuple(
        shape for x, y, height, turn in places for shape in placed(_crystal(height, CLAY), Placing((x, y), 1.0, turn))
    )


def earth_foreground() -> Drawing:
    """Boulders at the mage's feet."""
    left = polygon("4,77 4,72.6 7.4,70.6 10.8,72 12.6,77")
    facet = polygon("4,72.6 7.4,70.6 8.2,73.8 5,77 4,77")
    return (*outlined(left, LOAM, INK, 0.5), Fill(facet, SAND), Stroke(left, 0.5, INK))
