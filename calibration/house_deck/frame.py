"""What frames every face: parchment edge, a band of the Magic's colour, two corner pennants and the ledge
of gems.

A pennant holds everything a player needs from a fanned card: Influence, Magic, Brotherhood. The second one
is the first turned upside down, in the opposite corner.
"""

from __future__ import annotations

from calibration.house_deck.cards import CARD_HEIGHT_MM, CARD_WIDTH_MM, HouseCard
from calibration.house_deck.geometry import Placing, polygon, rectangle, spline
from calibration.house_deck.icons import plaque
from calibration.house_deck.marks import mark
from calibration.house_deck.numerals import letter, numeral
from calibration.house_deck.palette import (
    GOLD,
    GOLD_LIGHT,
    INK,
    MAGICS,
    PARCHMENT,
    PARCHMENT_SHADE,
    MagicInks,
)
from calibration.house_deck.shapes import (
    Drawing,
    Fill,
    Shape,
    Stroke,
    between,
    downwards,
    outlined,
    placed,
    rgb,
)

BLEED_MM = 3.0
EDGE_MM = 2.3
BAND_MM = 5.3
PLAQUE_SIZES_MM = {"pu": 9.0, "gr": 8.6, "be": 8.6}  # shapes of one size do not look it
SCENE = rectangle(BAND_MM, BAND_MM, CARD_WIDTH_MM - BAND_MM, CARD_HEIGHT_MM - BAND_MM)


def edge(inks: MagicInks) -> Drawing:
    """Parchment out to the bleed, then the coloured band."""
    paper = rectangle(-BLEED_MM, -BLEED_MM, CARD_WIDTH_MM + BLEED_MM, CARD_HEIGHT_MM + BLEED_MM)
    band = rectangle(EDGE_MM, EDGE_MM, CARD_WIDTH_MM - EDGE_MM, CARD_HEIGHT_MM - EDGE_MM)
    return (Fill(paper, PARCHMENT), Fill(band, inks.base), Stroke(band, 0.45, INK))


def window_line() -> Drawing:
    """The rim between the band and the scene."""
    return (Stroke(SCENE, 0.8, INK), Stroke(SCENE, 0.28, GOLD_LIGHT))


def pennants(card: HouseCard) -> Drawing:
    """Both corners."""
    corner = _pennant(card)
    return (*corner, *placed(corner, Placing((CARD_WIDTH_MM, CARD_HEIGHT_MM), turn_degrees=180)))


def _pennant(card: HouseCard) -> Drawing:
    inks = MAGICS[card.colour]
    return (
        Fill(polygon("2.3,2.3 13.8,2.3 13.8,33.6 7.8,40 2.3,34.6"), INK.faint(0.35)),
        Fill(polygon("1.8,1.8 13.1,1.8 13.1,33 7.5,39 2.3,33.4 1.8,33.4"), PARCHMENT),
        Stroke(polygon("13.1,2.3 13.1,33 7.5,39 2.3,33.4", closed=False), 0.5, INK),
        Stroke(polygon("12.2,2.9 12.2,32.6 7.5,37.7 3.1,32.9", closed=False), 0.32, inks.base),
        *numeral(card.influence, (7.0, 8.3), 10.8, INK),
        *plaque(card.colour, (7.0, 19.4), PLAQUE_SIZES_MM.get(card.colour, 8.8)),
        *mark(card.animal, (7.2, 27.6), 6.2, INK),
        *letter(inks.letter, (7.5, 33.3), 3.6, INK),
    )


def ledge(inks: MagicInks, influence: int) -> Drawing:
    """The stone edge the mage stands behind, with as many lit gems as Influence."""
    stone = spline("2,76.4! 8,75.6 16,76.6 24,75.8 32,76.8 40,76 54,76.6! 54,84! 2,84!")
    shapes: list[Shape] = [
        *outlined(stone, downwards(75, 84, inks.deep, inks.night), INK, 0.6),
        Stroke(spline("5,77.5 12,77 20,77.8 30,77.2 42,77.8", closed=False), 0.4, inks.light.faint(0.6)),
    ]
    for index in range(influence):
        x = 9.4 + index * 6.5
        gem = polygon([(x, 77.4), (x + 2.3, 79.7), (x, 82.0), (x - 2.3, 79.7)])
        shapes += outlined(gem, between((x - 2, 78), (x + 2, 82), rgb("ffffff"), PARCHMENT_SHADE), INK, 0.45)
        shapes.append(Fill(polygon([(x, 78.3), (x + 1.3, 79.7), (x, 81.1), (x - 1.3, 79.7)]), GOLD))
    return tuple(shapes)
