"""How Influence shows besides the numeral: staffs, halos and orbs that grow from 1 to 5.

1 stands bare. 2 carries a staff. 3 has the Magic's sign on it and a ring of light. 4 adds runes to the ring
and an orb in the other hand. 5 burns: a sun behind the head, a crown of orbs, a staff in bloom.
"""

from __future__ import annotations

from calibration.house_deck.geometry import Placing, Point, around, brush, circle, polygon, ring, spline, star
from calibration.house_deck.icons import plaque
from calibration.house_deck.palette import GOLD, GOLD_DEEP, GOLD_LIGHT, INK, MAGICS, PARCHMENT, MagicInks
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

WOOD = rgb("6d4a2f")
WOOD_LIGHT = rgb("a87b4c")


def halo(inks: MagicInks, influence: int, centre: Point, radius: float) -> Drawing:
    """The light behind the head."""
    shine = glow(centre, radius * 1.5, inks.pale.faint(0.25 + 0.15 * influence), inks.pale.faint(0))
    shapes: list[Shape] = [Fill(circle(centre, radius * 1.5), shine)]
    if influence == 5:
        shapes += _sun(centre, radius)
    if influence >= 3:
        width = 0.7 if influence == 3 else 1.1
        shapes += [
            Fill(ring(centre, radius + width / 2 + 0.3, radius - width / 2 - 0.3), INK.faint(0.75)),
            Fill(ring(centre, radius + width / 2, radius - width / 2), GOLD_LIGHT),
        ]
    if influence >= 4:
        shapes += _runes(centre, radius)
    return tuple(shapes)


def _sun(centre: Point, radius: float) -> Drawing:
    rays = star(centre, 16, radius + 6.6, radius + 1.0)
    small = star(centre, 16, radius + 5.4, radius + 0.4, -78.75)
    return (
        Fill(small, GOLD.faint(0.9)),
        *outlined(rays, GOLD_LIGHT, GOLD_DEEP.faint(0.9), 0.3),
        Fill(
            circle(centre, radius + 1.2),
            glow(centre, radius + 1.2, PARCHMENT.faint(0.85), GOLD_LIGHT.faint(0.35)),
        ),
    )


def _runes(centre: Point, radius: float) -> Drawing:
    shapes: list[Shape] = []
    for index in range(12):
        spot = around(centre, radius, index * 30 + 15)
        shapes += outlined(star(spot, 4, 1.5, 0.55), PARCHMENT, INK, 0.3)
    return tuple(shapes)


def staff(magic: str, influence: int, top: Point, foot_y: float) -> Drawing:
    """From `top` straight down; none for the lowest rank."""
    x, y = top
    shaft = brush(f"{x},{y + 2},1.5 {x + 0.35},{y + 20},1.9 {x - 0.2},{y + 40},1.7 {x},{foot_y},1.7")
    shapes: list[Shape] = [*outlined(shaft, between((x - 1, y), (x + 1, y), WOOD_LIGHT, WOOD), INK, 0.45)]
    if influence == 2:
        crook = brush(
            f"{x},{y + 4},1.6 {x - 0.4},{y},1.9 {x + 1.6},{y - 3.2},1.7 {x + 3.6},{y - 1.4},1.5"
            f" {x + 2.6},{y + 1},0.6"
        )
        shapes += outlined(crook, WOOD_LIGHT, INK, 0.45)
        shapes += _gem((x + 1.6, y - 0.4), 1.5, MAGICS[magic])
        return tuple(shapes)
    return tuple(shapes)


def staff_head(magic: str, influence: int, top: Point) -> Drawing:
    """The Magic's sign on the staff, from the third rank on; it may stand out over the frame."""
    if influence < 3:
        return ()
    x, y = top
    prongs = _prongs(top, influence) if influence >= 4 else ()
    return (*prongs, *plaque(magic, (x, y - 1.6), 6.0 + 0.7 * influence))


def _prongs(top: Point, influence: int) -> Drawing:
    x, y = top
    reach = 5.6 if influence == 4 else 6.4
    shapes: list[Shape] = []
    for side in (-1, 1):
        prong = brush(
            f"{x},{y + 6.4},1.6 {x + side * 3.4},{y + 4.4},1.5 {x + side * reach},{y - 0.6},1.3"
            f" {x + side * (reach - 1.6)},{y - 6.2},0.2"
        )
        shapes += outlined(prong, GOLD, INK, 0.4)
    if influence == 5:
        shapes.insert(
            0, Fill(circle((x, y - 1.6), 10), glow((x, y - 1.6), 10, GOLD_LIGHT, GOLD_LIGHT.faint(0)))
        )
    return tuple(shapes)


def _gem(centre: Point, radius: float, inks: MagicInks) -> Drawing:
    x, y = centre
    return (
        *outlined(
            circle(centre, radius),
            glow((x - radius / 3, y - radius / 3), radius * 1.3, inks.pale, inks.base, inks.deep),
            INK,
            0.35,
        ),
    )


def jewel(inks: MagicInks, centre: Point, size_mm: float) -> Drawing:
    """A cut stone in gold, worn by the highest rank."""
    x, y = centre
    wide, high = size_mm * 0.62, size_mm
    setting = polygon([(x, y - high), (x + wide, y), (x, y + high), (x - wide, y)])
    stone = polygon([(x, y - high * 0.66), (x + wide * 0.62, y), (x, y + high * 0.66), (x - wide * 0.62, y)])
    facet = polygon([(x, y - high * 0.66), (x - wide * 0.62, y), (x, y)])
    return (*outlined(setting, GOLD, INK, 0.4), Fill(stone, inks.base), Fill(facet, inks.pale))


def orb(inks: MagicInks, centre: Point, radius: float) -> Drawing:
    """A ball of light with its own glow."""
    x, y = centre
    bright = rgb("ffffff")
    return (
        Fill(
            circle(centre, radius * 2.3),
            glow(centre, radius * 2.3, inks.pale.faint(0.95), inks.light.faint(0.4), inks.light.faint(0)),
        ),
        *outlined(
            circle(centre, radius),
            glow(
                (x - radius * 0.3, y - radius * 0.35), radius * 1.35, bright, inks.pale, inks.light, inks.base
            ),
            INK,
            0.4,
        ),
        Stroke(
            spline(
                f"{x - radius * 0.72},{y + radius * 0.1} {x - radius * 0.2},{y + radius * 0.55}"
                f" {x + radius * 0.6},{y + radius * 0.3}",
                closed=False,
            ),
            0.35,
            bright.faint(0.85),
        ),
        Fill(star((x - radius * 0.35, y - radius * 0.4), 4, radius * 0.42, radius * 0.12), bright),
    )


def candle(foot: Point) -> Drawing:
    """The light of those who have no other yet."""
    x, y = foot
    flame = spline(
        f"{x},{y - 11.2}! {x + 1.1},{y - 8.8} {x + 0.8},{y - 7.2} {x - 0.8},{y - 7.2} {x - 1.1},{y - 8.8}"
    )
    wax = polygon([(x - 1.2, y), (x - 1.2, y - 6.2), (x + 1.2, y - 6.6), (x + 1.2, y)])
    return (
        Fill(circle((x, y - 8.6), 7), glow((x, y - 8.6), 7, GOLD_LIGHT.faint(0.95), GOLD_LIGHT.faint(0))),
        *outlined(wax, PARCHMENT, INK, 0.45),
        *outlined(flame, glow((x, y - 7.8), 3, PARCHMENT, GOLD_LIGHT, GOLD), GOLD_DEEP, 0.3),
    )


def open_hand(centre: Point, skin: Colour, shade: Colour) -> Drawing:
    """A cupped palm, fingers up and to the left."""
    x, y = centre
    fingers = (
        "-0.8,0.6,1.7 -2.8,-0.2,1.6 -4.4,-2.2,1.3 -4.8,-3.4,0.9",
        "-0.2,1.2,1.7 -2.8,1.4,1.6 -5.2,-0.2,1.3 -6,-1.4,0.9",
        "0.8,0.2,1.8 2.6,-1,1.6 3.6,-2.8,1.3 3.7,-3.8,0.9",
    )
    palm = spline("-2.4,-0.2 0,0.4 2.4,-0.6 3,1 1.8,2.8 -0.6,3 -2.4,2")
    shapes: list[Shape] = []
    for finger in fingers:
        shapes += outlined(brush(finger), skin, INK, 0.8)
    shapes.append(Stroke(palm, 0.8, INK))
    shapes += [Fill(brush(finger), skin) for finger in fingers]
    shapes.append(Fill(palm, between((-2, 0), (2, 3), skin, shade)))
    return placed(shapes, Placing((x, y)))


def fist(centre: Point, skin: Colour, shade: Colour) -> Drawing:
    """A hand round a staff, thumb towards us."""
    x, y = centre
    back = spline(
        f"{x - 2.6},{y - 1.8} {x - 0.4},{y - 2.6} {x + 2.2},{y - 2.2} {x + 2.9},{y} {x + 2.2},{y + 2.4}"
        f" {x - 0.6},{y + 2.6} {x - 2.7},{y + 1.8}"
    )
    knuckles = (f"{x - 2.2},{y + dy} {x - 0.4},{y + dy + 0.3} {x + 1.6},{y + dy}" for dy in (-1.0, 0.2, 1.4))
    return (
        *outlined(back, between((x - 2, y - 2), (x + 2, y + 2), skin, shade), INK, 0.45),
        *(Stroke(spline(knuckle, closed=False), 0.4, INK.faint(0.75)) for knuckle in knuckles),
    )
