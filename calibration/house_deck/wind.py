"""Wind: curls of air big enough to carry a mage, and the clouds they tore off."""

from __future__ import annotations

from calibration.house_deck.cave import hall, sparks
from calibration.house_deck.geometry import Outline, Placing, brush, spline
from calibration.house_deck.palette import MAGICS
from calibration.house_deck.shapes import Colour, Drawing, Fill, Shape, Stroke, downwards, outlined, placed

INKS = MAGICS["bl"]

GUSTS = (
    # a long gust that ends in a curl: x, y, width
    "2,30,0.3 10,31,1.6 20,27,2.4 30,20,2.8 38,15,2.6 43,17.6,2.3 42.4,22.6,1.9 38.4,23,1.5 38,20,0.6",
    "54,33,0.3 49,37,1.8 44,44,2.0 39.6,46,1.4 36,44,0.3",
    "13,8,0.3 20,9.6,1.6 27,9,2.2 32.6,11.4,1.9 31.4,15,1.5 28,14.4,1.1 28.4,12.4,0.4",
    "2,52,0.3 8,50,1.8 13,45.6,2.3 13,40.4,2.0 9.2,39.4,1.6 8,42.4,1.1 10,43.6,0.4",
    "36,6.5,0.3 43,8.6,1.5 49,8,1.7 54,5,0.4",
)


def wind_setting() -> Drawing:
    """Gusts over a deep sky."""
    shapes: list[Shape] = [*hall(INKS)]
    for number, gust in enumerate(GUSTS):
        tone = INKS.pale if number % 2 == 0 else INKS.light
        shapes += [
            Fill(_shifted(gust, 0.9), INKS.deep.faint(0.55)),
            Fill(brush(gust), tone),
            Stroke(brush(gust), 0.28, INKS.deep),
        ]
    shapes += _streaks()
    shapes += _cloud((9, 71), 1.5, INKS.light)
    shapes += _cloud((47, 58), 1.3, INKS.light)
    shapes += sparks(INKS, "16,22,0.8 47,28,0.9 35,30,0.6 24,16,0.6 6.6,34,0.7")
    return tuple(shapes)


def _shifted(gust: str, by: float) -> Outline:
    words = (word.split(",") for word in gust.split())
    return brush(" ".join(f"{float(x) + by * 0.5},{float(y) + by},{width}" for x, y, width in words))


def _streaks() -> Drawing:
    lines = (
        "4,22 14,21 24,15.4",
        "14,34 22,30.4 30,25 38,20",
        "6,58 12,55.4 17,50",
        "40,30 46,28 53,24",
        "34,40 42,38 52,30",
    )
    return tuple(Stroke(spline(line, closed=False), 0.35, INKS.pale.faint(0.75)) for line in lines)


def _cloud(centre: tuple[float, float], scale: float, tone: Colour) -> Drawing:
    cloud = spline("-9,4! -10,1 -7,-1.4 -5.6,-4.2 -1.6,-5 1,-3 4,-4.4 7,-2 7.4,0.4 10,2 9,4!")
    return placed(
        (
            *outlined(cloud, downwards(-5, 4, INKS.pale, tone), INKS.deep, 0.4),
            Fill(brush("-6,1.4,0.2 -2,0.2,0.8 2,1.4,0.2"), tone),
        ),
        Placing(centre, scale),
    )


def wind_foreground() -> Drawing:
    """A wisp of cloud over the ledge."""
    return _cloud((9, 75.4), 0.7, INKS.light)
