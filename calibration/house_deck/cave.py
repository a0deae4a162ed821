"""What all six settings share: the cave in which the Conclave meets, lit from behind the mage."""

from __future__ import annotations

from calibration.house_deck.geometry import Point, around, circle, polygon, rectangle, spline
from calibration.house_deck.palette import MagicInks
from calibration.house_deck.shapes import Drawing, Fill, Paint, Stroke, downwards, glow

LIGHT_AT = (29.5, 34.0)


def hall(inks: MagicInks) -> Drawing:
    """The lit air of the cave: bright behind the head, deep at the walls."""
    shade = inks.base.toward(inks.deep, 0.55)
    air = glow(LIGHT_AT, 52, inks.light, inks.base, inks.base, shade, inks.deep)
    return (Fill(rectangle(0, 0, 56, 87), air),)


def stalactites(inks: MagicInks) -> Drawing:
    """The roof hangs in teeth along the top, with a wall at either side."""
    roof = spline(
        "2,2! 2,60! 6,54 5.8,46! 7.2,42 6.2,36! 8,30 12,14! 13,8.6 15.4,7.6 16.6,12.8! 18,7.4 21,7.2"
        " 22.2,9.6! 23.6,6.8 27,6.6"
        " 28.6,10.6! 30,6.8 33.4,6.6 34.6,8.8! 36,6.6 38.4,7 39.6,12.4! 41.2,7.2 45,7.6 48.6,16! 49.6,22"
        " 48.8,27! 50.2,33 49.6,40!"
        " 51,46 54,52! 54,2!"
    )
    return (Fill(roof, downwards(4, 50, inks.night, inks.deep)), Stroke(roof, 0.35, inks.light.faint(0.4)))


def rays(centre: Point, count: int, half_width_degrees: float, paint: Paint) -> Drawing:
    """Wedges of light, evenly all round."""
    wedges = (
        polygon(
            [
                centre,
                around(centre, 75, turn - half_width_degrees),
                around(centre, 75, turn + half_width_degrees),
            ]
        )
        for turn in (index * 360 / count + 180 / count for index in range(count))
    )
    return tuple(Fill(wedge, paint) for wedge in wedges)


def sparks(inks: MagicInks, spots: str) -> Drawing:
    """Motes of light at `x,y,radius` spots."""
    shapes: list[Fill] = []
    for word in spots.split():
        x, y, radius = (float(number) for number in word.split(","))
        shapes.append(
            Fill(
                circle((x, y), radius * 2.4),
                glow((x, y), radius * 2.4, inks.pale.faint(0.8), inks.pale.faint(0)),
            )
        )
        shapes.append(Fill(circle((x, y), radius * 0.6), inks.pale))
    return tuple(shapes)
