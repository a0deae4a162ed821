"""Love & War: two great blades cross behind the mage, over a heart; roses keep their thorns."""

from __future__ import annotations

from calibration.house_deck.cave import hall, sparks, stalactites
from calibration.house_deck.geometry import Placing, Point, brush, polygon, spline, symmetric
from calibration.house_deck.palette import GOLD, GOLD_DEEP, INK, MAGICS
from calibration.house_deck.shapes import (
    Drawing,
    Fill,
    Shape,
    Stroke,
    between,
    both_sides,
    glow,
    outlined,
    placed,
    rgb,
)

INKS = MAGICS["re"]
STEEL = rgb("dfe3ea")
STEEL_SHADE = rgb("8f98a8")
LEAF = rgb("4c1a22")


def love_and_war_setting() -> Drawing:
    """Banners, the heart, the blades."""
    heart = symmetric("0,-9! 4,-17 13,-20 20,-12 19,-1 10,11 0,20!")
    shapes: list[Shape] = [*hall(INKS)]
    shapes += both_banners()
    shapes += placed(
        (
            Fill(
                heart, between((-14, -18), (12, 14), INKS.light, INKS.base.toward(INKS.light, 0.4), INKS.deep)
            ),
            Stroke(heart, 0.9, INKS.night),
            Fill(brush("-15,-10,0.2 -13.4,-14.6,1.7 -9,-17,0.3"), INKS.pale),
        ),
        Placing((29.4, 33), 1.08),
    )
    for mirrored in (False, True):
        shapes += placed(_sword(), Placing((29.4, 35), 1.0, -33 if mirrored else 33, mirrored))
    shapes += stalactites(INKS)
    shapes += rose((8.6, 46), 2.9) + rose((48.6, 42.5), 2.6) + rose((7.6, 55.6), 2.2)
    shapes += sparks(INKS, "17,26,0.6 41,24,0.7 11,38,0.7 47,33,0.6 30,9,0.6 37,8,0.5")
    return tuple(shapes)


def both_banners() -> Drawing:
    """Torn cloths hanging from the roof."""
    cloth = polygon("15,3 21,3 21,17 19.4,15 18.2,18.4 16.6,15.4 15,17.6")
    return (
        *outlined(cloth, INKS.deep, INKS.night, 0.4),
        *outlined(polygon("38,3 44,3 44,15.4 42.6,18 41,15 39.6,18.4 38,16"), INKS.deep, INKS.night, 0.4),
        Fill(polygon("15,6 21,6 21,7 15,7"), GOLD_DEEP),
        Fill(polygon("38,6 44,6 44,7 38,7"), GOLD_DEEP),
    )


def _sword() -> Drawing:
    """Point up, its middle at the origin."""
    blade = polygon("0,-33 2,-29.4 1.7,12 -1.7,12 -2,-29.4")
    edge = polygon("0,-33 2,-29.4 1.7,12 0,12")
    return (
        *outlined(blade, STEEL, INK, 0.55),
        Fill(edge, STEEL_SHADE),
        Stroke(polygon("0,-30 0,12", closed=False), 0.3, INK.faint(0.6)),
        Stroke(blade, 0.55, INK),
        *outlined(polygon("-6,12 6,12 6,14 -6,14"), GOLD, INK, 0.5),
        *outlined(polygon("-1,14 1,14 1,20 -1,20"), LEAF, INK, 0.5),
    )


def rose(centre: Point, radius: float) -> Drawing:
    """A rose with two leaves."""
    petals = spline("-1,0.2 -0.8,-0.8 0.1,-1.1 0.9,-0.6 1.1,0.3 0.4,1 -0.5,1")
    whorl = (
        Fill(
            brush("-0.6,0.1,0.05 -0.3,-0.6,0.24 0.4,-0.5,0.24 0.5,0.15,0.22 0,0.45,0.2 -0.25,0.1,0.12"),
            INKS.night,
        ),
        Fill(brush("-0.85,0.5,0.05 -0.2,0.8,0.2 0.7,0.5,0.05"), INKS.night),
    )
    leaf = spline("-0.7,0.6! -1.8,0.5 -2.2,1.3! -1.2,1.5")
    return placed(
        (
            *both_sides(outlined(leaf, rgb("3f6a3c"), INK, 0.14)),
            *outlined(petals, glow((-0.3, -0.4), 1.6, rgb("ff8a8a"), INKS.light, INKS.base), INK, 0.18),
            *whorl,
        ),
        Placing(centre, radius),
    )


def love_and_war_foreground() -> Drawing:
    """Roses on the ledge."""
    return rose((7.6, 74.2), 2.6) + rose((12.4, 75.2), 1.9)
