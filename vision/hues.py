"""The colours of all cards of a table beside those of the deck: which could each be, or is it none of them?

How a colour stands out from the print around it is two numbers, blue and red beside green, taken where
the deck prints its colours. Lamps and cameras move all colours of a table together: stronger or paler, a
little turned, a little aside. So where the cards of all other colours lie tells where each colour must lie on
this very table, and a card of a colour that was never taught lies beside that, however like a taught one it
is. Cards of a colour are not asked about it themselves, since all of them may be strangers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Indices, Mask
from vision.ink_contrast import ContrastPictures

CHANCE = 3e-3  # a square, by which the colours of one patch differ for no reason
LEAST_APART, SCATTERS_APART = 0.15, 10.0
"""How far the colours of a deck lie apart that stand out, and in how many times what their pictures scatter.

Thin frames, banners and gems come to 18 and more. Where all of a card is tinted it is 5 at most: other
readers know such colours well, and where they lie here tells nothing."""
OF_ITS_LENGTH, OF_ALL = 0.12, 0.05
"""By how much a colour errs: of its own distance from grey, and of that which is usual in the deck."""
TURNED, ASIDE = 0.15, 0.05
"""How far tables turn colours, beside how strong they make them, and move them, beside what is usual."""
USUAL_STRENGTH_HOLD = 4.0
STRENGTH = (0.3, 2.0)
DOUBTED_AT = 6.0  # a colour off by so many times the usual square counts half
ROUNDS = 3
MEDIAN_SQUARE = 1.39  # of two errors of the usual size
USUAL, USUAL_CARDS = (0.15, 1.2), 6
"""How far the cards of a table may err, as squares, and how many usual cards are believed beside them."""
FEWEST_CARDS, MOST_OF_THEM, LIE_WELL = 6, 80, 2.2


@dataclass(frozen=True, slots=True, eq=False)
class HuePlane:
    """How much each patch says of a card's colour, and where each colour of the deck lies (colours x 2).

    `scatter` is how far a colour's own pictures lie off, as squares, and `usually_off` how far most of them
    do. `of_code` is the colour of each code, -1 for a back, and `aside` is how far the pictures of each code
    lie beside its colour (codes x 2): a card on which much is painted in other colours lies there on every
    table. Of a `complete` deck every colour that there is was taught.
    """

    weights: Floats
    colours: Floats
    scatter: Floats
    usually_off: Floats
    of_code: Indices
    aside: Floats
    complete: bool = False

    @classmethod
    def of(cls, pictures: ContrastPictures, kinds: Indices, grounds: Indices, faces: int) -> HuePlane:
        """The colours of a deck's pictures, by the ground of each code."""
        of_code = np.full(len(grounds), -1, np.intp)
        names, of_code[:faces] = np.unique(grounds[:faces], return_inverse=True)
        own = [np.flatnonzero(of_code[kinds] == colour) for colour in range(len(names))]
        means = np.stack([pictures.colour[:, some].mean(axis=1) for some in own])
        within = np.mean([pictures.colour[:, some].var(axis=1).sum(axis=0) for some in own], axis=0)
        apart = np.sqrt(means.var(axis=0).sum(axis=0))
        weights = apart / (within + np.float32(CHANCE))
        weights /= np.maximum((weights * apart).sum(), np.float32(1e-6))
        lie = _places(pictures, weights)
        colours = np.stack([np.median(lie[some], axis=0) for some in own])
        off = [((lie[some] - at) ** 2).sum(axis=1) for some, at in zip(own, colours, strict=True)]
        scatter = np.array([squares.mean() for squares in off], np.float32)
        usually = np.sqrt(np.array([np.median(squares) for squares in off], np.float32))
        aside = np.stack([lie[kinds == code].mean(axis=0) for code in range(len(grounds))])
        aside -= np.where(of_code[:, None] < 0, aside, colours[of_code])
        return cls(weights, colours, scatter, usually, of_code, aside.astype(np.float32))

    @property
    def telling(self) -> bool:
        """Whether all colours stand out far enough from all others to be told by that."""
        apart = np.linalg.norm(self.colours[:, None] - self.colours, axis=2)
        np.fill_diagonal(apart, np.inf)
        least = np.maximum(LEAST_APART, SCATTERS_APART * self.usually_off)
        return bool((apart.min(axis=1) > least).all())

    @property
    def usual(self) -> float:
        """How far from grey its colours lie."""
        return float(np.sqrt((self.colours**2).sum(axis=1).mean())) + 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class TableHues:
    """Where the colours of a deck were seen on a table (colours x 2), on how many cards each.

    `usual` is by how much its cards err, as a square beside what is expected; `trusted` is whether there are
    enough cards, and most of them where they should be.
    """

    shown: Floats
    cards: Floats
    usual: float = 1.0
    trusted: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class SeenHues:
    """How far each cell is from where each colour of the deck must lie (cells x colours), 1 as errors go.

    `of_code` is the colour of each code, -1 for a back, and `tells` whether anything is said of that colour.
    Of a `complete` deck every colour was taught: a card that lies aside was taught under another light.
    """

    off: Floats
    of_code: Indices
    tells: Mask
    table: TableHues
    complete: bool = False

    def of(self, chosen: Indices) -> Floats:
        """How far each cell is from the colour of its code, 0 if that says nothing."""
        off = self.off[np.arange(len(chosen)), self.of_code[chosen]]
        return np.where(self.tells[chosen], off, np.float32(0))

    def ahead(self, chosen: Indices) -> Floats:
        """How much likelier each cell's own colour is than the next one, as a logarithm."""
        cells, colour = np.arange(len(chosen)), self.of_code[chosen]
        others = self.off.copy()
        others[cells, colour] = np.inf
        nearest = np.minimum(others.min(axis=1, initial=np.inf), np.float32(1e3))
        ahead: Floats = 0.5 * (nearest**2 - self.of(chosen) ** 2)
        return np.where(self.tells[chosen], ahead, np.float32(0))


def see_hues(
    plane: HuePlane, seen: ContrastPictures, codes: Indices, cards: Mask, table: TableHues | None = None
) -> SeenHues:
    """Where cells lie beside the deck's colours, by the likeliest code of each and what was seen before."""
    lie = _places(seen, plane.weights) - plane.aside[codes]
    colour = plane.of_code[codes]
    cards = cards & (colour >= 0)
    table = table or _seen(plane, lie, colour, cards)
    where, variance = _expected(plane, table)
    apart = ((lie[:, None] - where) ** 2).sum(axis=2) / (variance * np.float32(table.usual))
    return SeenHues(np.sqrt(apart).astype(np.float32), plane.of_code, _tells(plane), table, plane.complete)


def no_hues(plane: HuePlane, cells: int) -> SeenHues:
    """What is said where colours were not looked at: nothing against any."""
    nowhere = TableHues(np.zeros_like(plane.colours), np.zeros(len(plane.colours), np.float32))
    off = np.zeros((cells, len(plane.colours)), np.float32)
    return SeenHues(off, plane.of_code, np.zeros(len(plane.of_code), np.bool_), nowhere)


def _tells(plane: HuePlane) -> Mask:
    """Whether anything is said of the colour of each code."""
    tells: Mask = (plane.of_code >= 0) & plane.telling
    return tells


def _places(seen: ContrastPictures, weights: Floats) -> Floats:
    """Where cards lie: cards x 2."""
    places: Floats = (seen.colour @ weights).T
    return places


def _seen(plane: HuePlane, lie: Floats, colour: Indices, cards: Mask) -> TableHues:
    """What the cards of a table show of its colours."""
    own = [lie[cards & (colour == one)] for one in range(len(plane.colours))]
    shown = np.stack([np.median(some, axis=0) if len(some) else np.zeros(2) for some in own]).astype(
        np.float32
    )
    counts = np.array([len(some) for some in own], np.float32)
    where, variance = _expected(plane, TableHues(shown, counts))
    if not cards.any():
        return TableHues(shown, counts)
    off = ((lie[cards] - where[colour[cards]]) ** 2).sum(axis=1) / variance[colour[cards]]
    count = len(off)
    usual = float(np.clip(np.median(off) / MEDIAN_SQUARE, *USUAL)) if count >= FEWEST_CARDS else 1.0
    usual = (usual * count + USUAL_CARDS) / (count + USUAL_CARDS)
    most = float(np.percentile(np.sqrt(off / usual), MOST_OF_THEM))
    return TableHues(shown, counts, usual, count >= FEWEST_CARDS and most < LIE_WELL)


def _expected(plane: HuePlane, table: TableHues) -> tuple[Floats, Floats]:
    """Where each colour must lie by the cards of all others, and the square of how far it may be off."""
    colours, usual = plane.colours.astype(np.float64), plane.usual
    length = (colours**2).sum(axis=1)
    given = np.column_stack([colours, np.full(len(colours), usual)])
    error = OF_ITS_LENGTH**2 * length + (OF_ALL * usual) ** 2
    count = np.maximum(table.cards, 1)
    asked = (table.cards > 0) & ~np.eye(len(colours), dtype=bool)
    asked = asked / (error + plane.scatter + (OF_ALL * usual) ** 2 / count)
    firmly = asked @ length + USUAL_STRENGTH_HOLD
    strength = (asked @ (colours * table.shown).sum(axis=1) + USUAL_STRENGTH_HOLD) / firmly
    moved, spread = _moved(given, table.shown, asked, np.clip(strength, *STRENGTH))
    where = np.einsum("gi,gij->gj", given, moved)
    variance = spread + length / firmly + OF_ITS_LENGTH**2 * (where**2).sum(axis=1)
    variance += (OF_ALL * usual) ** 2 + plane.scatter
    return where.astype(np.float32), variance.astype(np.float32)


def _moved(given: Floats, shown: Floats, asked: Floats, strength: Floats) -> tuple[Floats, Floats]:
    """How each colour is moved (colours x 3 x 2) by what others show, and the variance that this leaves."""
    usual = strength[:, None, None] * np.eye(3, 2)
    held = np.column_stack([TURNED * strength, TURNED * strength, np.full(len(strength), ASIDE)]) ** -2
    hold = held[:, :, None] * np.eye(3)
    weight, moved, sums = asked, usual, hold
    for _ in range(ROUNDS):
        sums = np.einsum("gh,hi,hj->gij", weight, given, given) + hold
        moved = np.linalg.solve(sums, np.einsum("gh,hi,hj->gij", weight, given, shown) + hold @ usual)
        off = ((shown - np.einsum("hi,gij->ghj", given, moved)) ** 2).sum(axis=2) * asked
        weight = asked / (1 + off / DOUBTED_AT)
    spread = np.einsum("gi,gi->g", given, np.linalg.solve(sums, given[..., None])[..., 0])
    return np.asarray(moved, np.float32), np.asarray(spread, np.float32)
