"""The Wild Boar: tusks, a brow like a lintel, small hot eyes under it. Drawn about the bridge of the
snout.
"""

from __future__ import annotations

from calibration.house_deck.geometry import brush, circle, polygon, spline, symmetric
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
    glow,
    outlined,
    rgb,
)

HIDE = rgb("7b6459")
HIDE_LIGHT = rgb("a58b7a")
HIDE_DEEP = rgb("4a3832")
BRISTLE = rgb("33262a")
SNOUT = rgb("cf8f82")
SNOUT_LIGHT = rgb("eebbaa")
SNOUT_DEEP = rgb("8c4f4b")
EMBER = rgb("ffc53d")

LINE_MM = 0.6
HEAD = symmetric(
    "0,-10 3.6,-9.8 7.2,-7.6 8.8,-3.4! 11,-1.6! 9.4,-0.4! 11.2,2.4! 9.2,2.8! 10.2,5.8! 8,5.6! 8.2,8.4!"
    " 5.8,8.6 3.4,11 0,11.8"
)


def _crest() -> Drawing:
    spikes = symmetric(
        "0,-16.4! 0.9,-13.4! 2.4,-15.6! 2.9,-12.6! 4.9,-14.2! 4.8,-11.4! 7.0,-12! 6.2,-9.4! 7.4,-8.4!"
        " 4,-7 0,-7"
    )
    return outlined(spikes, BRISTLE, INK, LINE_MM)


def _ear() -> Drawing:
    return (
        *outlined(
            spline("4.9,-8.6! 7.2,-13 12.8,-16! 13.4,-10.6! 12.0,-10.4! 12.2,-8! 10.4,-7.8 8.8,-3.6!"),
            between((6, -14), (12, -6), HIDE, HIDE_DEEP),
            INK,
            LINE_MM,
        ),
        Fill(spline("7.2,-8.4! 8.6,-11.6 11.6,-13.6! 11.2,-9.8 9.0,-6.2!"), SNOUT_DEEP),
    )


def _planes() -> Drawing:
    half = (
        Fill(spline("12,-4! 8,-2 6,3 4.4,8! 6,10 12,9"), HIDE_DEEP.faint(0.7)),
        Fill(spline("2.2,-9.6! 4.6,-8.6 6.8,-6.2! 4,-6.4 1.6,-4.4!"), HIDE_LIGHT.faint(0.8)),
        Fill(brush("5.4,1.6,0.2 6.6,3.2,0.9 6.6,5.2,0.2"), BRISTLE),
        Fill(brush("7.3,0.8,0.2 8.4,2.6,0.8 8.4,4.4,0.2"), BRISTLE),
    )
    return (
        *both_sides(half),
        Fill(symmetric("0,-9.8 1.5,-9 1.9,-4 2.6,0 3.4,4.6 0,5.6"), downwards(-9, 5, HIDE_DEEP, HIDE_LIGHT)),
        *(
            Stroke(spline(f"{-x},{y - 0.5} 0,{y} {x},{y - 0.5}", closed=False), 0.42, HIDE_DEEP)
            for x, y in ((1.7, 0.7), (2.0, 2.0), (2.2, 3.2))
        ),
    )


def _eye(influence: int) -> Drawing:
    hot = EMBER if influence < 5 else rgb("fffbd0")
    almond = spline("1.9,-0.7! 3.2,-2.6 5.4,-3.2 6.7,-2.9! 5.8,-1.2 3.8,-0.3")
    halo = (Fill(circle((4.3, -1.8), 3.6), glow((4.3, -1.8), 3.6, EMBER.faint(0.75), EMBER.faint(0))),)
    return (
        Fill(spline("1.2,-0.2! 2.6,-3 6,-4 7.6,-3.2! 6.6,-0.2 3.6,0.9"), BRISTLE),
        *(halo if influence >= 4 else ()),
        Fill(almond, hot),
        Clipped(almond, (Fill(circle((4.1, -1.7), 0.95), INK), Fill(circle((4.5, -2.1), 0.3), BONE))),
        Stroke(almond, 0.35, INK),
    )


def _brow(influence: int) -> Drawing:
    """The mightier, the deeper it is drawn down."""
    drop = 0.14 * influence
    brow = symmetric(
        f"0,-3.4! 1.4,-3.9 4.4,-6.4 8.6,-6.2! 8.9,-4.4 {6.2},{-3.6 + drop} 3,{-1.9 + drop}"
        f" 0.9,{0.1 + drop} 0,{0.7 + drop}"
    )
    return (
        *outlined(brow, downwards(-6.4, 1, HIDE, BRISTLE), INK, 0.45),
        *both_sides((Fill(brush("3.2,-4.6,0.2 5.4,-5.7,0.7 8,-5.5,0.2"), HIDE_LIGHT),)),
    )


def _tusk(influence: int) -> Drawing:
    tusk = brush("3.6,9.6,2.6 6.6,10.9,2.9 9.4,9.2,2.5 10.6,5.6,1.7 9.9,1.6,0.2")
    return (
        Fill(tusk, between((4, 11), (11, 4), BONE_SHADE, BONE, BONE)),
        Fill(brush("5.6,11.2,0.2 8.4,10.9,0.7 10.6,8.6,0.6 11.2,5.8,0.1"), BONE_SHADE),
        *((Clipped(tusk, _tusk_bands()),) if influence >= 4 else ()),
        Stroke(tusk, LINE_MM, INK),
    )


def _tusk_bands() -> Drawing:
    bands = (polygon("8,7 13,8.6", closed=False), polygon("6.4,8.6 8.6,13.4", closed=False))
    return (*(Stroke(band, 2.0, INK) for band in bands), *(Stroke(band, 1.3, GOLD) for band in bands))


def _ear_ring() -> Drawing:
    loop = circle((11.9, -6.6), 1.7)
    return (Stroke(loop, 1.3, INK), Stroke(loop, 0.7, GOLD))


def _snout(influence: int) -> Drawing:
    disc = symmetric("0,3.6 2.6,3.4 4.9,4.8 5.2,7 3.6,9 0,9.6")
    nostril = spline("0.8,6.0 1.9,5.5 3.1,6.4 2.7,7.6 1.5,7.8")
    return (
        *outlined(
            symmetric("0,9 3.4,8.4 5.6,8.9! 4.6,11.6 2.4,13.2 0,13.6"),
            downwards(9, 13, HIDE_DEEP, HIDE),
            INK,
            LINE_MM,
        ),
        *both_sides(_tusk(influence)),
        *outlined(disc, glow((-1.2, 5.2), 6.5, SNOUT_LIGHT, SNOUT, SNOUT_DEEP), INK, LINE_MM),
        *both_sides(
            (Fill(nostril, BRISTLE), Stroke(spline("0.7,5.6 2,4.9 3.5,6", closed=False), 0.4, SNOUT_DEEP))
        ),
        Stroke(polygon("0,8.4 0,9.5", closed=False), 0.45, SNOUT_DEEP),
    )


def wild_boar_head(inks: MagicInks, influence: int) -> Drawing:
    """The whole head, tusks and all."""
    return (
        *_crest(),
        *both_sides(_ear()),
        Fill(HEAD, downwards(-10, 11, HIDE, HIDE, HIDE_DEEP)),
        Clipped(HEAD, _planes()),
        Stroke(HEAD, LINE_MM, INK),
        *both_sides(_eye(influence)),
        *_brow(influence),
        *_snout(influence),
        *(_ear_ring() if influence >= 2 else ()),
        *(jewel(inks, (0, -6.6), 2.5) if influence == 5 else ()),
    )
