"""A whole face: frame, setting, mage and corners, laid over each other."""

from __future__ import annotations

from calibration.house_deck.attire import worn_on_head, worn_on_robe
from calibration.house_deck.cards import HouseCard
from calibration.house_deck.crow import BEAK, PLUME_DEEP, crow_head
from calibration.house_deck.frame import SCENE, edge, ledge, pennants, window_line
from calibration.house_deck.gazelle import FAWN, FAWN_DEEP, gazelle_head
from calibration.house_deck.geometry import Placing, spline
from calibration.house_deck.icons import clasp
from calibration.house_deck.might import candle, fist, halo, open_hand, orb, staff, staff_head
from calibration.house_deck.palette import GOLD, INK, MAGICS, MagicInks
from calibration.house_deck.robes import crow_hood, crow_robe, gazelle_robe, wild_boar_robe
from calibration.house_deck.scenery import foreground, setting
from calibration.house_deck.shapes import (
    Clipped,
    Colour,
    Drawing,
    Shape,
    between,
    both_sides,
    outlined,
    placed,
)
from calibration.house_deck.wild_boar import HIDE, HIDE_DEEP, wild_boar_head


def draw_face(card: HouseCard) -> Drawing:
    """The face of one card, bleed included."""
    inks = MAGICS[card.colour]
    scene = (
        *setting(card.colour),
        *_mage(card, inks),
        *(foreground(card.colour) if card.influence < 4 else ()),  # the orb's hand needs the room
        *ledge(inks, card.influence),
    )
    return (
        *edge(inks),
        Clipped(SCENE, scene),
        *window_line(),
        *staff_head(card.colour, card.influence, STAFF_TOP),
        *pennants(card),
    )


def _mage(card: HouseCard, inks: MagicInks) -> Drawing:
    scale = 0.84 + 0.04 * card.influence
    head_at = {"C": (31.5, 37.5), "G": (29.0, 41.5), "W": (29.0, 38.5)}[card.animal]
    placing = Placing((head_at[0], head_at[1] + (5 - card.influence) * 0.8), scale)
    return (
        *halo(inks, card.influence, (placing.move[0], placing.move[1] - 3), 14.6 * scale),
        *placed(_figure(card, inks), placing),
        *_arms(card, inks, placing),
    )


def _figure(card: HouseCard, inks: MagicInks) -> Drawing:
    rank = card.influence
    closing = clasp(card.colour, *CLASPS[card.animal]) if rank >= 3 else ()
    on_robe = (*closing, *worn_on_robe(card.colour, card.animal))
    on_head = worn_on_head(card.colour, card.animal)
    if card.animal == "C":
        return (*crow_robe(inks, rank), *on_robe, *crow_head(rank), *crow_hood(inks, rank), *on_head)
    if card.animal == "G":
        return (*gazelle_robe(inks, rank), *on_robe, *gazelle_head(inks, rank), *on_head)
    return (*wild_boar_robe(inks, rank), *on_robe, *wild_boar_head(inks, rank), *on_head)


CLASPS = {"C": ((2.2, 30.6), 5.6), "G": ((0.0, 28.2), 5.4), "W": ((-3.2, 30.4), 6.4)}  # where, and how large
STAFF_TOP = (46.0, 14.5)
SKINS = {"C": (BEAK, PLUME_DEEP), "G": (FAWN, FAWN_DEEP), "W": (HIDE, HIDE_DEEP)}


def _arms(card: HouseCard, inks: MagicInks, placing: Placing) -> Drawing:
    rank = card.influence
    skin, shade = SKINS[card.animal]
    if rank == 1:
        return placed(_candle_in_both_hands(inks, skin, shade), placing)
    hand = (STAFF_TOP[0], 46.5)
    shapes: list[Shape] = [*staff(card.colour, rank, STAFF_TOP, 84)]
    shapes += _raised_sleeve(inks, rank)
    shapes += fist(hand, skin, shade)
    if rank >= 4:
        shapes += _offering(inks, rank, (skin, shade))
    return tuple(shapes)


def _raised_sleeve(inks: MagicInks, rank: int) -> Drawing:
    sleeve = spline("38,57! 41,52 43.6,49.6! 49,49.4! 51.4,60 50.6,70! 45,68.6 40.4,64")
    cuff = spline("43.2,50.2! 46,51.2 49.2,49.8! 49.7,52.6! 46,54 42.2,52.6!")
    return (
        *outlined(
            sleeve, between((38, 54), (52, 66), inks.light, inks.base, inks.base, inks.deep), INK, 0.55
        ),
        *outlined(cuff, GOLD if rank >= 3 else inks.deep, INK, 0.45),
    )


def _offering(inks: MagicInks, rank: int, tones: tuple[Colour, Colour]) -> Drawing:
    sleeve = spline("20,58! 16.6,63.6 14.6,66.2! 9.6,69! 8.4,74 9.6,80! 19,80 22,70")
    cuff = spline("15.6,65.2! 12.6,68.4 8.8,69.2! 8.4,71.6! 13,71.2 17,67.4!")
    return (
        *outlined(sleeve, between((8, 62), (20, 78), inks.light, inks.base, inks.base, inks.deep), INK, 0.55),
        *orb(inks, (10.8, 60.4), 3.5 + 0.3 * (rank - 4)),
        *open_hand((11.4, 66.4), *tones),
        *outlined(cuff, GOLD, INK, 0.45),
    )


def _candle_in_both_hands(inks: MagicInks, skin: Colour, shade: Colour) -> Drawing:
    sleeve = outlined(
        spline("16,24! 19.4,30 19,37 12,41 3.4,38.4! 2.6,33.4! 8,32 12,29"),
        between((4, 28), (18, 40), inks.light, inks.base, inks.base, inks.deep),
        INK,
        0.6,
    )
    cuff = outlined(spline("4.4,32.6! 3.4,35.6 4.2,38.8! 1.8,38.4 1.2,36 1.8,33.2"), inks.deep, INK, 0.5)
    return (
        *both_sides((*sleeve, *cuff)),
        *candle((0, 34)),
        *fist((-0.2, 35.6), skin, shade),
    )
