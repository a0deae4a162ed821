"""The Gazelle: long ringed horns, half-closed eyes, a face that has all the time in the world.

Drawn about the bridge of the nose; one unit is a millimetre on the card.
"""

from __future__ import annotations

from calibration.house_deck.geometry import brush, circle, ellipse, polygon, spline, symmetric
from calibration.house_deck.might import jewel
from calibration.house_deck.palette import BONE, BONE_SHADE, GOLD, INK, MagicInks
from calibration.house_deck.shapes import (
    Clipped,
    Drawing,
    Fill,
    Stroke,
    between,
    both_sides,
    downwards,
    outlined,
    rgb,
)

FAWN = rgb("d49a5c")
FAWN_LIGHT = rgb("eabf86")
FAWN_DEEP = rgb("94592c")
RUST = rgb("a5562a")
CREAM = rgb("fbf0dc")
UMBER = rgb("3d2318")
EAR_PINK = rgb("e2a58c")
AMBER = rgb("f0b03c")

LINE_MM = 0.55
HEAD = symmetric("0,-9.4 3.2,-9 5.3,-6.4 5.8,-3 4.9,1.2 3.5,5 3.1,8 2.3,10.6 0,11.6")


def _horn(influence: int) -> Drawing:
    horn = brush("1.7,-7.6,2.9 2.3,-11,3.0 4.2,-15.2,2.7 6.0,-19.6,2.2 6.3,-24,1.6 4.7,-28.6,0.15")
    rings = [
        "0.6,-9.6 2.2,-9.0 3.8,-9.9",
        "1.1,-11.6 2.6,-11.2 4.2,-12.2",
        "1.9,-13.6 3.5,-13.3 4.9,-14.5",
        "2.9,-15.6 4.5,-15.4 5.8,-16.7",
        "3.9,-17.6 5.4,-17.6 6.6,-18.8",
        "4.7,-19.8 6.0,-19.8 7.1,-20.8",
    ]
    return (
        Fill(horn, between((0, -14), (5.5, -12), BONE, BONE, BONE_SHADE)),
        Clipped(horn, tuple(Stroke(spline(ring, closed=False), 0.5, FAWN_DEEP) for ring in rings)),
        *((Clipped(horn, _horn_bands()),) if influence >= 4 else ()),
        Stroke(horn, LINE_MM, INK),
    )


def _horn_bands() -> Drawing:
    bands = ("0.4,-9.4 2.2,-8.8 4.2,-9.8", "2.6,-15.0 4.4,-14.8 6.4,-16.2", "4.4,-20.6 6.2,-20.4 8,-21.4")
    lines = [spline(band, closed=False) for band in bands]
    return (*(Stroke(line, 2.0, INK) for line in lines), *(Stroke(line, 1.3, GOLD) for line in lines))


def _circlet(inks: MagicInks) -> Drawing:
    chain = spline("-5.4,-5.6 -2.4,-6.6 0,-5.8 2.4,-6.6 5.4,-5.6", closed=False)
    return (Stroke(chain, 1.0, INK), Stroke(chain, 0.6, GOLD), *jewel(inks, (0, -5.2), 2.0))


def _ear() -> Drawing:
    return (
        *outlined(
            spline("4.4,-6.6! 7.4,-9.6 12,-10.8 15.4,-9.2! 13,-6.2 9,-4.2 5.2,-3.6!"),
            between((4, -10), (13, -4), FAWN_LIGHT, FAWN, FAWN_DEEP),
            INK,
            LINE_MM,
        ),
        Fill(spline("6.4,-6.2! 8.8,-8.4 12.8,-9.1! 11.2,-7.0 8.4,-5.6"), EAR_PINK),
        Stroke(spline("6.6,-6.0 9,-7.4 12.2,-8.8", closed=False), 0.35, RUST),
    )


def _markings() -> Drawing:
    half = (
        Fill(spline("6.4,-6! 5,-2 4.2,3 3,8! 4.4,7 7,0"), FAWN_DEEP.faint(0.75)),
        Fill(brush("1.9,-7.6,0.4 2.6,-5,1.5 2.5,-1,1.6 2.1,3,1.4 1.9,6.6,1.6"), CREAM),
        Fill(brush("3.4,-1.7,0.9 3.2,1.2,1.5 2.8,4.2,1.2 2.7,7.2,0.3"), UMBER),
    )
    return (
        Fill(symmetric("0,-9 2.0,-8.2 1.5,-4 1.2,1 1.1,5.8 0,6.6"), downwards(-9, 6, RUST, FAWN)),
        *both_sides(half),
    )


def _eye(influence: int) -> Drawing:
    """Calm at any time; the mightiest look up a little and their eyes shine."""
    lid = -2.0 - 0.16 * influence
    almond = spline("1.8,-1.5! 3.0,-3.5 4.7,-3.9 6.0,-3.0! 5.0,-1.2 3.2,-0.7")
    shine = UMBER if influence < 5 else rgb("b06a1c")
    return (
        Fill(spline("1.3,-1.2! 2.8,-4.4 5,-4.7 6.4,-3.0! 5.2,-0.5 3,0.1"), CREAM),
        Fill(almond, INK),
        Clipped(
            almond,
            (
                Fill(ellipse((3.8, -1.6), 1.7, 1.2), shine),
                Fill(ellipse((3.8, -1.2), 1.2, 0.55), AMBER),
                Fill(circle((3.8, -2.2), 1.05), INK),
                Fill(circle((4.5, -2.2), 0.42), CREAM),
                Fill(polygon([(1, -5.5), (7, -5.5), (7, lid - 0.5), (4, lid - 0.45), (1, lid + 0.5)]), FAWN),
                Stroke(polygon([(7, lid - 0.5), (4, lid - 0.45), (1, lid + 0.5)], closed=False), 0.45, INK),
            ),
        ),
        Fill(brush("1.5,-1.2,0.5 3.0,-3.5,0.55 4.7,-3.95,0.6 6.1,-3.1,0.6 7.2,-3.2,0.1"), INK),
        Fill(brush("5.4,-3.6,0.5 6.7,-4.3,0.1"), INK),
        Fill(brush("2.0,-5.4,0.2 3.6,-6.1,0.7 5.2,-5.8,0.2"), UMBER),
    )


def _muzzle() -> Drawing:
    return (
        Fill(symmetric("0,6.0 1.9,6.2 2.8,8 2.1,10.4 0,11.3"), CREAM),
        Fill(symmetric("0,6.1 1.4,5.8 2.0,6.6 1.3,7.9 0,8.7"), UMBER),
        Fill(symmetric("0,6.4 0.9,6.2 0.7,6.8 0,7.0"), rgb("8d6a5c")),
        *both_sides((Stroke(spline("0,9.5 1.0,9.9 2.1,9.2", closed=False), 0.4, UMBER),)),
        Stroke(polygon("0,8.5 0,9.5", closed=False), 0.4, UMBER),
    )


def gazelle_head(inks: MagicInks, influence: int) -> Drawing:
    """The whole head, horns and all."""
    return (
        *both_sides(_ear()),
        *both_sides(_horn(influence)),
        Fill(HEAD, between((-6, -4), (6, 4), FAWN_LIGHT, FAWN, FAWN)),
        Clipped(HEAD, _markings()),
        *both_sides(_eye(influence)),
        Clipped(HEAD, _muzzle()),
        Stroke(HEAD, LINE_MM + 0.1, INK),
        Fill(symmetric("0,-11.2! 0.8,-9.8 2.4,-9.4! 1.6,-7.6 0.8,-7.9 0,-6.6!"), RUST),
        *(_circlet(inks) if influence == 5 else ()),
    )
