"""Find cards of a known deck: guesses by outline and by print, on a plane that found cards correct."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.arrays import Picture, Points
from vision.explained_cards import NONE, ExplainedCards, explain_cards
from vision.fan_guesses import guesses_beside
from vision.free_finder import card_outlines
from vision.lattice import CardSize, FindSettings
from vision.print_votes import PrintVotes, cast_votes
from vision.reference_features import PX_PER_MM, Features, deck_features, find_print, likeliest_scale
from vision.references import DeckReferences
from vision.small_frame import shrink
from vision.table_plane import TablePlane, fit_table_plane, on_plane
from vision.top_view import look_from_above

OUTLINE_MISS_MM = 6.0
CLEAR = 25.0  # lively blocks of a card that may tell the plane
NEAR_PLANE_MM = 6.0  # on such a plane the print looks nearly as on the right one
PLANE_MISS_MM = 2.0  # a plane on which the clear cards lie worse than this is worth correcting
FEW_CLEAR = 60.0  # if clear cards explain less than this, the outlines may have told a wrong plane
SEARCH_PX = 1400
FAN_ROUNDS = 4  # cards found under others tell where to look for the next ones


@lru_cache(maxsize=4)
def features_of(deck: DeckReferences) -> Features:
    """The deck's features, found once."""
    return deck_features(deck)


def find_explained(frame_bgr: Picture, deck: DeckReferences, settings: FindSettings) -> ExplainedCards:
    """Return the cards that outlines or print tell and the deck's pictures explain."""
    plane, outlines = _outline_plane(frame_bgr, settings)
    votes = _votes_on(frame_bgr, plane, deck)
    cards = _told(frame_bgr, votes, outlines, deck)
    if _clearly_explained(cards) < FEW_CLEAR:
        flat_votes = _votes_on(frame_bgr, _flat_plane(frame_bgr, deck), deck)
        flat_cards = _told(frame_bgr, flat_votes, cards.corners, deck)
        if plane is None or _clearly_explained(flat_cards) > _clearly_explained(cards):
            plane, votes, cards = None, flat_votes, flat_cards
    better = _corrected(plane, cards, frame_bgr, settings.card)
    if better is not None:
        votes = _votes_on(frame_bgr, better.plane, deck, votes if better.near else None)
        cards = _told(frame_bgr, votes, cards.corners, deck)
    return cards if votes is None else _with_those_under(frame_bgr, cards, votes, deck)


def _clearly_explained(cards: ExplainedCards) -> float:
    """How much the clear cards explain; a tile or a flower is a little like a card, and there are many."""
    return float(cards.explained[cards.explained > CLEAR].sum())


def _votes_on(
    frame_bgr: Picture, plane: TablePlane | None, deck: DeckReferences, seen: PrintVotes | None = None
) -> PrintVotes | None:
    """What the print says of cards on a plane; what was seen on a plane near it is not looked for anew."""
    view = look_from_above(frame_bgr, plane, PX_PER_MM) if plane else None
    if view is None:
        return None
    features = features_of(deck)
    found = seen.seen.seen_from(view) if seen is not None else find_print(view, features)
    return cast_votes(found, features)


def _told(
    frame_bgr: Picture, votes: PrintVotes | None, guesses: Points, deck: DeckReferences
) -> ExplainedCards:
    """The cards among guesses and what the print tells."""
    if votes is None:
        return explain_cards(frame_bgr, guesses, deck)
    return explain_cards(frame_bgr, np.concatenate([votes.view.to_photo(votes.poses()), guesses]), deck)


def _with_those_under(
    frame_bgr: Picture, cards: ExplainedCards, votes: PrintVotes, deck: DeckReferences
) -> ExplainedCards:
    """The cards, and those under them: what is left of the print tells, and where cards in fans lie."""
    places = votes.view.to_photo(votes.places)
    more = votes.view.to_photo(votes.poses(~cards.show_at(places)))
    asked = NONE
    for _ in range(FAN_ROUNDS):
        left = ~cards.show_at(places)
        fresh = _not_among(cards.corners, asked)
        beside = guesses_beside(votes.view, fresh, votes.places[left])
        asked = np.concatenate([asked, fresh])
        if len(beside) + len(more) == 0:
            break
        cards = explain_cards(frame_bgr, np.concatenate([more, beside]), deck, cards.corners)
        more = NONE
    return cards


def _not_among(corners: Points, known: Points) -> Points:
    """The cards that lie where none of those known does."""
    if len(known) == 0:
        return corners
    apart = np.abs(corners[:, None] - known[None]).max((2, 3)).min(1)
    fresh: Points = corners[apart > 0.1 * np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)]
    return fresh


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


@dataclass(frozen=True, slots=True)
class _BetterPlane:
    plane: TablePlane
    near: bool  # to the plane before, so that print looks the same on both


def _corrected(
    plane: TablePlane | None, cards: ExplainedCards, frame_bgr: Picture, card: CardSize
) -> _BetterPlane | None:
    """The plane that clearly explained cards tell, if it is another than the one they were found on."""
    clear = cards.explained > CLEAR
    if not clear.any():
        return None
    corners = cards.corners[clear]
    miss_mm = np.inf if plane is None else float(np.median(on_plane(plane, corners, card).miss_mm))
    if miss_mm < PLANE_MISS_MM:
        return None
    size = (frame_bgr.shape[1], frame_bgr.shape[0])
    better = fit_table_plane(corners, cards.explained[clear].astype(np.float64), card, size)
    return None if better is None else _BetterPlane(better, miss_mm < NEAR_PLANE_MM)
