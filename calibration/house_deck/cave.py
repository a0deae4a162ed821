"""What all six settings share: the cave in which the Conclave meets, lit from behind the mage."""

from __future__ import annotations

from calibration.house_deck.geometry import circle, rectangle, spline
from calibration.house_deck.palette import MagicInks
from calibration.house_deck.shapes import Drawing, Fill, Stroke, downwards, glow

LIGHT_AT = (29.5, 34.0)


def hall(inks: MagicInks) -> Drawing:
    """The lit air of the cave: bright behind the head, deep at the walls."""
    air = glow(LIGHT_AT, 50, inks.light, inks.base, inks.base.toward(inks.deep, 0.55), inks.deep)
    return (Fill(rectangle(0, 0, 56, 87), air),)


def rocks(inks: MagicInks) -> Drawing:
    """Stalactites above and walls at both sides, in two depths."""
    far = spline(
        "2,2! 2,40! 6.4,36 7.4,28! 11,22 12.6,12! 16,10 18,19! 20,10 23,9 25,14! 27,8.4 33,8 35.6,13! 37.6,8.6 41,9"
        " 43,19! 46.4,14 47.6,24! 49.4,30 48.6,40! 52,46 54,50! 54,2!"
    )
    near = spline(
        "2,2! 2,52! 5.6,46 6,36! 8.6,30 9.4,17! 13,9.6 15.4,13.4! 17,7.6 20.6,6.8 22,9.4! 24,6.4 30,6 31.4,10! 33.4,6.2"
        " 37,6.4 38.6,13! 41,7.4 45.4,8 47,16! 49.4,18 49.8,28! 51,34 54,36! 54,2!"
    )
    floor = spline("2,66! 8,63 12,66 20,62 30,64 40,61 46,65 54,62! 54,87! 2,87!")
    return (
        Fill(far, downwards(4, 44, inks.deep, inks.deep.toward(inks.base, 0.5))),
        Fill(near, downwards(4, 44, inks.night, inks.deep)),
        Stroke(near, 0.3, inks.light.faint(0.35)),
        Fill(floor, downwards(62, 78, inks.deep.faint(0.85), inks.night)),
    )


def sparks(inks: MagicInks, spots: str) -> Drawing:
    """Motes of light at `x,y,radius` spots."""
    shapes: list[Fill] = []
    for word in spots.split():
        x, y, radius = (float(number) for number in word.split(","))
        shapes.append(Fill(circle((x, y), radius * 2.4), glow((x, y), radius * 2.4, inks.pale.faint(0.8), inks.pale.faint(0))))
        shapes.append(Fill(circle((x, y), radius * 0.6), inks.pale))
    return tuple(shapes)
