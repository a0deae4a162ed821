"""What the mages wear: each Brotherhood its own cut, in the colour of the Magic; rank shows in collar and
trim.

Drawn in the frame of the heads, down to where the card's ledge hides the rest.
"""

from __future__ import annotations

from calibration.house_deck.crow import PLUME, PLUME_DEEP, PLUME_LIGHT
from calibration.house_deck.gazelle import CREAM, FAWN, FAWN_DEEP
from calibration.house_deck.geometry import Placing, brush, moved, polygon, spline, symmetric
from calibration.house_deck.might import jewel
from calibration.house_deck.palette import (
    GOLD,
    INK,
    PARCHMENT,
    PARCHMENT_SHADE,
    MagicInks,
)
from calibration.house_deck.shapes import (
    Clipped,
    Drawing,
    Fill,
    Shape,
    Stroke,
    between,
    both_sides,
    downwards,
    outlined,
)
from calibration.house_deck.wild_boar import BRISTLE, HIDE, HIDE_DEEP, HIDE_LIGHT

LINE_MM = 0.6
HEM = 52


def gazelle_robe(inks: MagicInks, influence: int) -> Drawing:
    """Sloping shoulders, straight folds, a collar that grows with rank."""
    robe = symmetric(f"0,15! 4.6,15.4! 10.4,18.4 15.4,21.6 18.6,28 21,{HEM}! 0,{HEM}!")
    folds = (
        "8,20,0.2 9.6,30,1.4 10,50,1.8",
        "13.4,23,0.2 15,32,1.3 16.4,50,1.6",
        "4.2,26,0.2 4.8,36,1.0 4.6,50,1.4",
    )
    return (
        *_gazelle_collar(inks, influence),
        *_gazelle_neck(),
        Fill(robe, between((-18, 18), (16, 44), inks.light, inks.base, inks.base, inks.base, inks.deep)),
        Clipped(
            robe,
            (
                *both_sides(Fill(brush(fold), inks.deep.faint(0.65)) for fold in folds),
                Fill(brush("-12,21.5,0.2 -13.6,30,1.0 -14.6,46,0.3"), inks.pale.faint(0.7)),
                *_gazelle_front(influence),
            ),
        ),
        Stroke(robe, LINE_MM, INK),
    )


def _gazelle_neck() -> Drawing:
    neck = symmetric("0,7! 3,8! 3.6,12 5.4,17.6! 0,24!")
    return (
        Fill(neck, between((-4, 10), (5, 14), FAWN, FAWN_DEEP)),
        Fill(symmetric("0,9.6! 1.7,10.8 2.2,15 0,22!"), CREAM),
        Fill(symmetric("0,9! 2.9,9.4 3.1,12! 0,13.6!"), INK.faint(0.35)),
        Stroke(neck, LINE_MM, INK),
    )


def _gazelle_collar(inks: MagicInks, influence: int) -> Drawing:
    if influence < 3:
        return ()
    rise = (influence - 3) * 1.6
    collar = symmetric(f"0,14! 4,11! 7.6,{8.4 - rise}! 10.6,{6.6 - rise}! 10.2,13 9.6,19! 0,24!")
    return (
        *outlined(collar, downwards(6, 20, inks.base, inks.night), INK, LINE_MM),
        *both_sides(
            (
                Stroke(
                    spline(f"7.8,{8.9 - rise} 10,{7.6 - rise} 9.5,13 9,18.6", closed=False),
                    0.7,
                    GOLD,
                ),
            )
        ),
    )


def _gazelle_front(influence: int) -> Drawing:
    half: list[Shape] = [
        Fill(polygon("3.4,15 4.9,15.2 1.3,29 0,29 0,27"), GOLD if influence >= 2 else PARCHMENT_SHADE)
    ]
    if influence >= 4:
        half.append(Fill(brush("6.4,16,1.0 10.4,19.2,1.1 15.4,22.4,1.0 18.4,28,0.8"), GOLD))
    return (
        Fill(symmetric("0,14! 4.6,14! 0,30!"), PARCHMENT),
        *both_sides(half),
        Fill(
            symmetric(f"0,27.5! 1.2,28.4! 1.4,{HEM}! 0,{HEM}!"), GOLD if influence >= 2 else PARCHMENT_SHADE
        ),
        Stroke(polygon(f"1.5,28 1.6,{HEM}", closed=False), 0.4, INK.faint(0.6)),
        Stroke(polygon(f"-1.5,28 -1.6,{HEM}", closed=False), 0.4, INK.faint(0.6)),
        *both_sides((Stroke(polygon("4.9,15.2 1.3,28.6", closed=False), 0.4, INK.faint(0.6)),)),
    )


def wild_boar_robe(inks: MagicInks, influence: int) -> Drawing:
    """Broad as a door: a fur mantle over the shoulders and a strap across the chest."""
    robe = symmetric(f"0,9! 8,9! 15,11.4 20.4,16 23.4,26 25,{HEM}! 0,{HEM}!")
    folds = ("9,22,0.2 10.4,32,1.6 10.6,50,2.2", "16,21,0.2 18,32,1.6 19.4,50,2.0")
    strap = polygon("-19,17 -15.6,15 13,44 10,47.4")
    return (
        Fill(robe, between((-20, 14), (18, 46), inks.light, inks.base, inks.base, inks.base, inks.deep)),
        Clipped(
            robe,
            (
                *both_sides(Fill(brush(fold), inks.deep.faint(0.65)) for fold in folds),
                *outlined(strap, HIDE_DEEP, INK, 0.5),
                Stroke(
                    polygon("-16.8,17.4 11.4,44.4", closed=False), 0.5, GOLD if influence >= 2 else HIDE_LIGHT
                ),
            ),
        ),
        Stroke(robe, LINE_MM, INK),
        *_fur(influence),
        *(_pauldrons(inks, influence) if influence >= 3 else ()),
        *(jewel(inks, (1.4, -11.2), 2.4) if influence == 5 else ()),
    )


def _fur(influence: int) -> Drawing:
    mantle = symmetric(
        "0,21.5! 2.4,18.8! 4.4,22! 7,18.8! 9.6,21.8! 11.6,18.4! 14.6,21.4! 16,17.6! 19.4,19.8! 19.4,16!"
        " 22.4,16.8!"
        " 20.4,12.2 15,8.6 8,7 0,7"
    )
    tufts = (
        "4.4,12,0.2 4.6,15,1.0 4.4,18.6,0.1",
        "8.6,11,0.2 9.4,14.6,1.1 9.6,18.4,0.1",
        "12.6,11.4,0.2 14,14.4,1.0 14.6,17.8,0.1",
        "1,14,0.2 0.8,16.4,0.9 0.2,19,0.1",
    )
    tone = HIDE if influence < 4 else HIDE_LIGHT
    return (
        *outlined(mantle, downwards(8, 22, HIDE_DEEP, tone), INK, LINE_MM),
        *both_sides(Fill(brush(tuft), BRISTLE) for tuft in tufts),
    )


def _pauldrons(inks: MagicInks, influence: int) -> Drawing:
    plate = spline("11.6,12.4! 13,9 17.4,8.4 21.8,11.6 23.8,17.4! 19.4,15.6 15.4,14.4")
    spike = polygon("18.2,9.2 22,4.6 21.4,11.4")
    half: list[Shape] = []
    if influence >= 4:
        half += outlined(spike, between((18, 5), (22, 11), PARCHMENT, PARCHMENT_SHADE), INK, 0.5)
    half += outlined(plate, between((13, 8), (22, 17), inks.pale, inks.base, inks.deep), INK, LINE_MM)
    half.append(Fill(brush("13.2,12.4,0.3 17.4,12.2,0.9 22,15.6,0.3"), GOLD))
    return both_sides(half)


def crow_robe(inks: MagicInks, influence: int) -> Drawing:
    """A cloak in tatters under a mantle of feathers."""
    cloak = spline(
        f"-4,11! -9.6,13.6 -13.4,18! -12.2,18.8! -16,24! -14.6,24.8! -18.4,32! -16.8,32.6! -20.4,42!"
        f" -18.8,42.2!"
        f" -21,{HEM}! 25,{HEM}! 22.6,32 20,18 15,8.6 6,8"
    )
    folds = (
        "-6,22,0.2 -7.6,32,1.6 -9.6,50,2.4",
        "2,24,0.2 2,34,1.6 1,50,2.2",
        "10,22,0.2 11.6,34,1.7 12,50,2.4",
        "16.4,20,0.2 18.4,34,1.4 19.6,50,1.8",
    )
    return (
        Fill(cloak, between((-16, 14), (18, 46), inks.light, inks.base, inks.base, inks.base, inks.deep)),
        Clipped(cloak, tuple(Fill(brush(fold), inks.deep.faint(0.7)) for fold in folds)),
        Stroke(cloak, LINE_MM, INK),
        *_feather_mantle(inks, influence),
    )


FEATHER = spline("0,-3! 2.1,-0.4 1.9,3.2 0,6.4! -1.9,3.2 -2.1,-0.4")


def _feather_mantle(inks: MagicInks, influence: int) -> Drawing:
    lower = (
        (-10.5, 18.5, 34),
        (-6.6, 21, 20),
        (-2.2, 22.4, 8),
        (2.4, 22.8, 0),
        (7, 22.2, -8),
        (11.4, 20.4, -20),
        (15.6, 17, -34),
    )
    upper = ((-8.2, 14.8, 30), (-4.4, 17, 16), (0.2, 18, 4), (5, 17.8, -6), (9.6, 16.2, -18), (13.6, 13, -32))
    shapes: list[Shape] = []
    for row, paint in ((lower, PLUME_DEEP), (upper, PLUME)):
        for x, y, turn in row:
            feather = moved(FEATHER, Placing((x, y), 1.12, turn))
            quill = moved(brush("0,-2,0.1 0,1.5,0.45 0,5.2,0.1"), Placing((x, y), 1.12, turn))
            edge = GOLD if influence >= 4 and row is lower else inks.light if influence >= 2 else PLUME_LIGHT
            shapes += [Fill(feather, paint), Fill(quill, edge), Stroke(feather, 0.5, INK)]
    return tuple(shapes)


def crow_hood(inks: MagicInks, influence: int) -> Drawing:
    """Drawn over the head: its ragged edge frames the face."""
    hood = spline(
        "-2.6,-8.4! -0.6,-12.4 4,-15.4 11.4,-19! 12.6,-14.4 15.8,-9 17,-1 17.4,6! 19.2,9! 17,10!"
        " 17.6,13.4! 14.4,12.6!"
        " 13.4,16! 11,13.4! 8.8,16.4! 7.4,13! 4.4,14.4! 5,11.4! 6.8,8.6! 5.6,7.4! 7.6,4.4! 6.4,2.6!"
        " 7.4,-0.4! 5.6,-2.4!"
        " 5.4,-5! 3,-6.4! 1.6,-8.6! -0.4,-8!"
    )
    return (
        Fill(hood, between((0, -14), (17, 8), inks.light, inks.base, inks.base, inks.deep)),
        Clipped(
            hood,
            (
                Fill(spline("20,-10! 13.6,-6 12.6,4 14,16! 20,16!"), inks.deep.faint(0.8)),
                Fill(brush("9.6,-12,0.2 11,-4,1.0 10.4,6,1.2 9.4,13,0.2"), inks.deep.faint(0.8)),
                Fill(brush("0.4,-10.8,0.2 4.4,-13.4,1.2 9.6,-16,0.2"), inks.pale.faint(0.85)),
            ),
        ),
        Stroke(hood, LINE_MM, INK),
        *(
            (Fill(brush("-1.4,-9.4,0.5 3.4,-9.9,1.3 7.6,-6.2,1.4 9.2,0,1.3 8.6,6.6,1.2 7.4,10.6,0.4"), GOLD),)
            if influence >= 3
            else ()
        ),
        *(jewel(inks, (1.4, -11.2), 2.4) if influence == 5 else ()),
    )
