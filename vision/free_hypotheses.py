"""Find cards of a known deck: guesses by outline and by print, on a plane that found cards correct."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from vision.arrays import Picture, Points
from vision.explained_cards import ExplainedCards, explain_cards
from vision.free_finder import card_outlines
from vision.lattice import CardSize, FindSettings
from vision.reference_features import PX_PER_MM, Features, deck_features, gather_votes, likeliest_scale
from vision.references import DeckReferences
from vision.small_frame import shrink
from vision.table_plane import TablePlane, fit_table_plane, on_plane
from vision.top_view import look_from_above

OUTLINE_MISS_MM = 6.0
CLEAR = 25.0  # lively blocks of a card that may tell the plane
PLANE_MISS_MM = 2.0  # a plane on which the clear cards lie worse than this is worth correcting
FEW_CLEAR = 60.0  # if less than this is explained, the outlines may have told a wrong plane
SEARCH_PX = 1400


@lru_cache(maxsize=4)
def features_of(deck: DeckReferences) -> Features:
    """The deck's features, found once."""
    return deck_features(deck)


def find_explained(frame_bgr: Picture, deck: DeckReferences, settings: FindSettings) -> ExplainedCards:
    """Return the cards that outlines or print tell and the deck's pictures explain."""
    plane, outlines = _outline_plane(frame_bgr, settings)
    cards = _explain(frame_bgr, plane, outlines, deck)
    if float(cards.explained.sum()) < FEW_CLEAR:
        plane = None
        cards = _explain(frame_bgr, _flat_plane(frame_bgr, deck), cards.corners, deck)
    corrected = _corrected(plane, cards, frame_bgr, settings.card)
    return cards if corrected is None else _explain(frame_bgr, corrected, cards.corners, deck)


def _explain(
    frame_bgr: Picture, plane: TablePlane | None, guesses: Points, deck: DeckReferences
) -> ExplainedCards:
    """Explain guesses and what the print tells, then what is left of the print: cards under others."""
    view = look_from_above(frame_bgr, plane, PX_PER_MM) if plane else None
    if view is None:
        return explain_cards(frame_bgr, guesses, deck)
    votes = gather_votes(view, features_of(deck))
    told = view.to_photo(votes.poses())
    cards = explain_cards(frame_bgr, np.concatenate([told, guesses]), deck)
    left = ~cards.show_at(view.to_photo(votes.places))
    more = view.to_photo(votes.poses(left))
    return explain_cards(frame_bgr, np.concatenate([cards.corners, more]), deck)


def _outline_plane(frame_bgr: Picture, settings: FindSettings) -> tuple[TablePlane | None, Points]:
    """The plane that outlines tell, and those of them that are cards on it, each both ways up."""
    outlines = card_outlines(frame_bgr, settings)
    size = (frame_bgr.shape[1], frame_bgr.shape[0])
    plane = fit_table_plane(outlines.corners, outlines.weight, settings.card, size)
    if plane is None:
        return None, np.zeros((0, 4, 2))
    laid = on_plane(plane, outlines.corners, settings.card)
    quads = laid.corners(plane, settings.card)[laid.miss_mm < OUTLINE_MISS_MM]
    return plane, np.concatenate([quads, np.roll(quads, 2, axis=1)])


def _flat_plane(frame_bgr: Picture, deck: DeckReferences) -> TablePlane | None:
    """A table seen from straight above, at the scale that the print of its cards tells."""
    small = shrink(frame_bgr, SEARCH_PX)
    scale = likeliest_scale(small.image, features_of(deck))
    if scale is None:
        return None
    px_per_mm = scale * PX_PER_MM * float(np.mean(small.scale))
    return TablePlane(np.diag([px_per_mm, px_per_mm, 1.0]))


def _corrected(
    plane: TablePlane | None, cards: ExplainedCards, frame_bgr: Picture, card: CardSize
) -> TablePlane | None:
    """The plane that clearly explained cards tell, if it is another than the one they were found on."""
    clear = cards.explained > CLEAR
    if not clear.any():
        return None
    corners = cards.corners[clear]
    if plane is not None and float(np.median(on_plane(plane, corners, card).miss_mm)) < PLANE_MISS_MM:
        return None
    size = (frame_bgr.shape[1], frame_bgr.shape[0])
    return fit_table_plane(corners, cards.explained[clear].astype(np.float64), card, size)
