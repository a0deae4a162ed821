"""A whole face: frame, setting, mage and corners, laid over each other."""

from __future__ import annotations

from collections.abc import Callable

from calibration.house_deck.cards import HouseCard
from calibration.house_deck.crow import BEAK, PLUME_DEEP, crow_head
from calibration.house_deck.frame import SCENE, edge, ledge, pennants, window_line
from calibration.house_deck.gazelle import FAWN, FAWN_DEEP, gazelle_head
from calibration.house_deck.geometry import Placing, Point, brush, polygon, rectangle, spline
from calibration.house_deck.might import fist, halo, orb, staff
from calibration.house_deck.palette import GOLD, INK, MAGICS, MagicInks
from calibration.house_deck.robes import crow_hood, crow_robe, gazelle_robe, wild_boar_robe
from calibration.house_deck.scenery import foreground, setting
from calibration.house_deck.shapes import Clipped, Colour, Drawing, Fill, Shape, between, outlined, placed
from calibration.house_deck.wild_boar import HIDE, HIDE_DEEP, wild_boar_head


def draw_face(card: HouseCard) -> Drawing:
    """The face of one card, bleed included."""
    inks = MAGICS[card.colour]
    scene = (
        *setting(card.colour),
        *_mage(card, inks),
        *foreground(card.colour),
        *ledge(inks, card.influence),
    )
    return (*edge(inks), Clipped(SCENE, scene), *window_line(), *pennants(card))


def _mage(card: HouseCard, inks: MagicInks) -> Drawing:
    scale = 0.84 + 0.04 * card.influence
    head_at = {"C": (31.5, 37.5), "G": (29.0, 41.5), "W": (29.0, 38.5)}[card.animal]
    placing = Placing((head_at[0], head_at[1] + (5 - card.influence) * 0.8), scale)
    return (
        *halo(inks, card.influence, (placing.move[0], placing.move[1] - 3), 15.5 * scale),
        *placed(_figure(card, inks), placing),
        *_arms(card, inks, placing),
    )


def _figure(card: HouseCard, inks: MagicInks) -> Drawing:
    rank = card.influence
    if card.animal == "C":
        return (*crow_robe(inks, rank), *crow_head(rank), *crow_hood(inks, rank))
    if card.animal == "G":
        return (*gazelle_robe(inks, rank), *gazelle_head(rank))
    return (*wild_boar_robe(inks, rank), *wild_boar_head(rank))


SKINS = {"C": (BEAK, PLUME_DEEP), "G": (FAWN, FAWN_DEEP), "W": (HIDE, HIDE_DEEP)}


def _arms(card: HouseCard, inks: MagicInks, placing: Placing) -> Drawing:
    rank = card.influence
    skin, shade = SKINS[card.animal]
    if rank == 1:
        return placed(_folded_sleeves(inks), placing)
    staff_x = 46.4
    hand = (staff_x, 48.5)
    shapes: list[Shape] = [*staff(card.colour, rank, (staff_x, 13.5), 84)]
    shapes += _raised_sleeve(inks, rank)
    shapes += fist(hand, skin, shade)
    if rank >= 4:
        shapes += _offering(inks, rank, (skin, shade))
    return tuple(shapes)


def _raised_sleeve(inks: MagicInks, rank: int) -> Drawing:
    sleeve = spline("38,57! 41,52 43.6,49.6! 49,49.4! 51.4,60 50.6,70! 45,68.6 40.4,64")
    cuff = spline("43.2,50.2! 46,51.2 49.2,49.8! 49.7,52.6! 46,54 42.2,52.6!")
    return (
        *outlined(sleeve, between((38, 54), (52, 66), inks.light, inks.base, inks.deep), INK, 0.55),
        *outlined(cuff, GOLD if rank >= 3 else inks.deep, INK, 0.45),
    )


def _offering(inks: MagicInks, rank: int, tones: tuple[Colour, Colour]) -> Drawing:
    sleeve = spline("18,60! 14.6,66 9.4,69.8! 6,66.4! 5,72 8,77 16,77 20,68")
    palm = spline("5.2,66.4! 7.6,67.6 10.4,66.6 12.8,64.6! 13.6,66.4 11.6,69.4 8.6,70.4 6.2,69")
    return (
        *outlined(sleeve, between((6, 62), (18, 76), inks.light, inks.base, inks.deep), INK, 0.55),
        *outlined(palm, between((6, 66), (12, 70), *tones), INK, 0.45),
        *orb(inks, (9.6, 60.4), 3.2 + 0.25 * (rank - 4)),
    )


def _folded_sleeves(inks: MagicInks) -> Drawing:
    left = spline("-17,31! -8,30 3,34.6! 4,41! -6,43 -18,42!")
    right = spline("17,31! 8,30 -3,34.6! -4,41! 6,43 18,42!")
    paint = between((-14, 30), (14, 43), inks.light, inks.base, inks.deep)
    return (*outlined(left, paint, INK, 0.6), *outlined(right, paint, INK, 0.6))
