"""Find every separate card on the table, at any place and angle, touching or partly under others."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.card_edges import measure_sides
from vision.card_marks import default_marker
from vision.common_size import stack_sides
from vision.lattice import CardSize, FindSettings, Image, Points, project
from vision.loose_cards import HIDDEN_BELOW
from vision.loose_table import LooseTable, loose_table
from vision.peeling import PeeledCards, peel, peel_further
from vision.plane_guesses import PlaneGuess, plane_guesses
from vision.quads import areas
from vision.refine import refine_corners
from vision.small_frame import SmallFrame, shrink

SMALLEST_PX = 60
SEARCHED_PX = 1400
LEAST_REFINED = 0.98
AREA = 1.3  # by which power of their size larger cards explain more
ALIKE = 0.25  # logarithm of sizes that are no halves of each other
MOST_FRAME_MM = 8.0  # between a printed frame and the card's own edge
LEAST_GROWTH = 1.04
SAME_SUPPORT = 0.8


@dataclass(frozen=True, slots=True)
class FreeCard:
    """One card lying anywhere; overlapped when something lies on part of it."""

    corners: Points
    confidence: float
    overlapped: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """The whole cards that one guess at the table's plane leads to."""

    guess: PlaneGuess
    table: LooseTable
    cards: PeeledCards

    def explained(self, power: float) -> float:
        """How well likely cards explain the frame, larger ones more by a power of their size."""
        return float((self.cards.likely**2 * self.cards.visible).sum() * self.guess.card_px**power)


def find_cards(frame_bgr: Image, settings: FindSettings | None = None) -> tuple[FreeCard, ...]:
    """Return every card, surest first."""
    settings = settings or FindSettings()
    if min(frame_bgr.shape[:2]) < SMALLEST_PX:
        return ()
    small = shrink(frame_bgr, SEARCHED_PX)
    cards = _best_table(small, settings)
    if cards is None:
        return ()
    corners = project(cards.planes, settings.card.corners_mm[None])
    fine = _refined(frame_bgr, corners * small.scale, settings.card)
    hidden = cards.visible < HIDDEN_BELOW
    return tuple(
        FreeCard(fine[index], float(np.clip(cards.likely[index], 0.0, 0.999)), bool(hidden[index]))
        for index in np.argsort(-cards.likely, kind="stable")
    )


def _best_table(small: SmallFrame, settings: FindSettings) -> PeeledCards | None:
    """The cards on the plane on which whole ones explain most, and those under them."""
    found = [
        _found(small, guess, settings.card) for guess in plane_guesses(small, default_marker(), settings)
    ]
    found = [one for one in found if len(one.cards.likely)]
    if not found:
        return None
    best = _with_outer_edges(small, _likeliest(found), settings.card)
    return peel_further(best.table, best.cards)


def _found(small: SmallFrame, guess: PlaneGuess, card: CardSize, more: Points | None = None) -> _Found:
    table = loose_table(small, guess, default_marker(), card)
    guesses = table.whole_cards()
    return _Found(guess, table, peel(table, guesses if more is None else np.concatenate([guesses, more])))


def _likeliest(found: list[_Found]) -> _Found:
    """The best of all sizes: a card is likelier than the halves printed on it, but no larger than it fits."""
    first = max(found, key=lambda one: one.explained(AREA))
    alike = [one for one in found if abs(np.log(one.guess.card_px / first.guess.card_px)) < ALIKE]
    return max(alike, key=lambda one: one.explained(0.0) * one.guess.support)


def _with_outer_edges(small: SmallFrame, found: _Found, card: CardSize) -> _Found:
    """The same with larger cards, if what was found are frames with the cards' own edges around them."""
    sides = measure_sides(small.image, found.cards.planes, card, found.table.small.colours)
    stacked = stack_sides(sides, np.zeros(len(found.cards.planes)), found.cards.visible > HIDDEN_BELOW)
    growth = (None, None) if stacked is None else stacked.outer_growth((MOST_FRAME_MM, MOST_FRAME_MM))
    scales = [1 + 2 * by / side for by, side in zip(growth, card.size_mm, strict=True) if by is not None]
    scale = float(np.mean(scales)) if scales else 1.0
    if scale < LEAST_GROWTH:
        return found
    grown = found.cards.planes @ about_middle(scale, card)
    larger = _found(small, found.guess.grown(scale), card, grown)
    # Neighbours that lie close have edges around the cards too, but no cards of that size.
    return larger if larger.explained(0.0) >= SAME_SUPPORT * found.explained(0.0) else found


def about_middle(scale: float, card: CardSize) -> Points:
    """The way from the millimetres of a card to those of a card larger by so much, with the same middle."""
    shift = 0.5 * (1 - scale) * card.size_mm
    return np.array([[scale, 0.0, shift[0]], [0.0, scale, shift[1]], [0.0, 0.0, 1.0]])


def _refined(frame_bgr: Image, corners: Points, card: CardSize) -> Points:
    """Return the corners on the edges of the full frame, unless these shrink the card onto its frame."""
    fine = refine_corners(frame_bgr, corners, card)
    shrunk = np.abs(areas(fine)) < LEAST_REFINED * np.abs(areas(corners))
    return np.where(shrunk[:, None, None], corners, fine)
