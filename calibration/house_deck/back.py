"""The back of a card: the orb of the Conclave, the Brotherhoods around it, and the card's Magic above and
below.

A back is the same turned upside down, so a card in the draw deck tells its Magic from either side and
nothing else. It has no pennants and no numerals: that is how a back is known from a face.
"""

from __future__ import annotations

from calibration.house_deck.cards import CARD_HEIGHT_MM, CARD_WIDTH_MM
from calibration.house_deck.cave import rays
from calibration.house_deck.frame import SCENE, edge, window_line
from calibration.house_deck.geometry import (
    Placing,
    around,
    brush,
    circle,
    rectangle,
    ring,
    spline,
    star,
)
from calibration.house_deck.icons import plaque
from calibration.house_deck.marks import mark
from calibration.house_deck.numerals import letter
from calibration.house_deck.palette import GOLD, GOLD_DEEP, GOLD_LIGHT, INK, MAGICS, PARCHMENT, MagicInks
from calibration.house_deck.shapes import (
    Clipped,
    Drawing,
    Fill,
    Shape,
    Stroke,
    downwards,
    glow,
    outlined,
    placed,
)

MIDDLE = (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2)
HALF_TURN = Placing((CARD_WIDTH_MM, CARD_HEIGHT_MM), turn_degrees=180)


def draw_back(magic: str) -> Drawing:
    """The back that all twelve cards of one Magic share."""
    inks = MAGICS[magic]
    half = (*_trails(inks), *_roof(inks))
    medals = (*_medallion(magic), *_corner_letter(inks))
    return (
        *edge(inks),
        Clipped(SCENE, (*_air(inks), *half, *placed(half, HALF_TURN), *_ring_of_marks(inks))),
        *window_line(),
        *medals,
        *placed(medals, HALF_TURN),
        *_orb(inks),
    )


def _air(inks: MagicInks) -> Drawing:
    everywhere = rectangle(0, 0, CARD_WIDTH_MM, CARD_HEIGHT_MM)
    air = glow(MIDDLE, 50, inks.light, inks.base, inks.base.toward(inks.deep, 0.6), inks.deep)
    shine = glow(MIDDLE, 48, inks.pale.faint(0.55), inks.light.faint(0.4), inks.light.faint(0.2))
    return (Fill(everywhere, air), *rays(MIDDLE, 24, 2.6, shine))


def _trails(inks: MagicInks) -> Drawing:
    """Energy that leaves the orb in curls."""
    curls = (
        "33,37,0.4 40,33,2.0 46,27,2.4 46.4,20.4,2.0 42,18.6,1.6 40.4,22,1.1 42.4,23.6,0.4",
        "22,38,0.4 15,34,1.8 10.6,27,2.2 11,20.6,1.9 14.6,19.4,1.5 15.6,22.4,1.0 14,23.6,0.4",
        "37,42,0.4 43,41,1.5 48,36,1.6 52,35,0.3",
    )
    shapes: list[Shape] = []
    for curl in curls:
        shapes += [Fill(brush(curl), inks.pale.faint(0.9)), Stroke(brush(curl), 0.3, inks.deep)]
    return tuple(shapes)


def _roof(inks: MagicInks) -> Drawing:
    teeth = spline(
        "2,2! 2,30! 5.4,24 6.4,16! 8,10 10,8.6 11.6,14! 13.2,8 16.6,7 18,10.4! 20,7 36,7 38,10.4! 39.4,7"
        " 42.8,8 44.4,14!"
        " 46,8.6 48,10 49.6,16! 50.6,24 54,30! 54,2!"
    )
    return (Fill(teeth, downwards(4, 28, inks.night, inks.deep)), Stroke(teeth, 0.35, inks.light.faint(0.5)))


def _ring_of_marks(inks: MagicInks) -> Drawing:
    shapes: list[Shape] = [
        Fill(ring(MIDDLE, 19.2, 11.2), inks.deep.toward(inks.night, 0.25)),
        Stroke(circle(MIDDLE, 19.2), 1.5, INK),
        Stroke(circle(MIDDLE, 19.2), 0.8, GOLD),
        Stroke(circle(MIDDLE, 11.2), 1.3, INK),
        Stroke(circle(MIDDLE, 11.2), 0.6, GOLD),
    ]
    for index, animal in enumerate("CGWCGW"):
        turn = index * 60
        head = placed(
            mark(animal, (0, 0), 6.0, PARCHMENT), Placing(around(MIDDLE, 15.2, turn - 90), 1.0, turn)
        )
        shapes += head
        shapes += outlined(
            star(around(MIDDLE, 15.2, turn - 60), 4, 1.7, 0.6, turn - 60), GOLD_LIGHT, INK, 0.3
        )
    return tuple(shapes)


def _medallion(magic: str) -> Drawing:
    centre = (MIDDLE[0], 14.2)
    rays = star(centre, 20, 10.6, 9.0)
    return (
        *outlined(rays, GOLD, INK, 0.45),
        *outlined(circle(centre, 8.8), PARCHMENT, INK, 0.5),
        Stroke(circle(centre, 8.0), 0.3, GOLD_DEEP),
        *plaque(magic, centre, 11.4),
    )


def _corner_letter(inks: MagicInks) -> Drawing:
    shapes: list[Shape] = []
    for x in (8.2, CARD_WIDTH_MM - 8.2):
        shapes += outlined(circle((x, 8.2), 4.2), PARCHMENT, INK, 0.5)
        shapes.append(Stroke(circle((x, 8.2), 3.6), 0.3, inks.base))
        shapes += letter(inks.letter, (x, 8.2), 4.2, INK)
    return tuple(shapes)


def _orb(inks: MagicInks) -> Drawing:
    core = (
        Fill(circle(MIDDLE, 9.6), glow(MIDDLE, 9.6, PARCHMENT, inks.pale, inks.light, inks.base)),
        Stroke(circle(MIDDLE, 9.6), 0.6, INK),
    )
    swirl = brush("0,0,0.3 2.6,-1.6,1.4 3.6,-5,1.8 0.4,-7.6,1.5 -4.6,-6.4,1.0 -7.4,-2.6,0.2")
    arms = (Fill(swirl, inks.base.faint(0.75)),)
    return (
        *core,
        *placed(arms, Placing(MIDDLE)),
        *placed(arms, Placing(MIDDLE, turn_degrees=180)),
        *outlined(star(MIDDLE, 4, 3.6, 1.0), PARCHMENT, inks.deep, 0.3),
    )
