"""Find cards of a known deck: guesses by outline and by print, on a plane that found cards correct."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.arrays import Picture, Points
from vision.card_outlines import CardOutlines, card_outlines
from vision.explained_cards import NONE, ExplainedCards, explain_cards
from vision.fan_guesses import guesses_beside
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
FEWEST_OUTLINES = 4  # that may tell another plane
SEARCH_PX = 1400
FAN_ROUNDS = 4  # cards found under others tell where to look for the next ones


@lru_cache(maxsize=4)
def features_of(deck: DeckReferences) -> Features:
    """The deck's features, found once."""
    return deck_features(deck)


def find_explained(frame_bgr: Picture, deck: DeckReferences, settings: FindSettings) -> ExplainedCards:
    """Return the cards that outlines or print tell and the deck's pictures explain."""
    plane, votes, cards = _first_look(frame_bgr, deck, settings)
    better = _corrected(plane, cards, frame_bgr, settings.card)
    if better is not None:
        votes = _votes_on(frame_bgr, better.plane, deck, votes if better.near else None)
        cards = _told(frame_bgr, votes, cards.corners, deck)
    return cards if votes is None else _with_those_under(frame_bgr, cards, votes, deck)


_Look = tuple[TablePlane | None, PrintVotes | None, ExplainedCards]


def _first_look(frame_bgr: Picture, deck: DeckReferences, settings: FindSettings) -> _Look:
    """The cards on the plane that most outlines tell; if they explain little, on that of the others, or flat.

    The squares of a chequered cloth are outlines too, more of them than there are cards.
    """
    outlines = card_outlines(frame_bgr, settings)
    look, others = _look_on_outlines(frame_bgr, outlines, deck, settings)
    if _clearly_explained(look[2]) < FEW_CLEAR and len(others.corners) >= FEWEST_OUTLINES:
        again, _ = _look_on_outlines(frame_bgr, others, deck, settings)
        look = max(look, again, key=lambda one: _clearly_explained(one[2]))
    if _clearly_explained(look[2]) < FEW_CLEAR:
        votes = _votes_on(frame_bgr, _flat_plane(frame_bgr, deck), deck)
        flat = _told(frame_bgr, votes, look[2].corners, deck)
        if look[0] is None or _clearly_explained(flat) > _clearly_explained(look[2]):
            return None, votes, flat
    return look


def _look_on_outlines(
    frame_bgr: Picture, outlines: CardOutlines, deck: DeckReferences, settings: FindSettings
) -> tuple[_Look, CardOutlines]:
    """What lies on the plane that outlines tell, and those outlines that are no cards on it."""
    size = (frame_bgr.shape[1], frame_bgr.shape[0])
    plane = fit_table_plane(outlines.corners, outlines.weight, settings.card, size)
    if plane is None:
        return (None, None, explain_cards(frame_bgr, NONE, deck)), CardOutlines(NONE, np.zeros(0))
    laid = on_plane(plane, outlines.corners, settings.card)
    near = laid.miss_mm < OUTLINE_MISS_MM
    quads = laid.corners(plane, settings.card)[near]
    votes = _votes_on(frame_bgr, plane, deck)
    both_ways_up = np.concatenate([quads, np.roll(quads, 2, axis=1)])
    others = CardOutlines(outlines.corners[~near], outlines.weight[~near])
    return (plane, votes, _told(frame_bgr, votes, both_ways_up, deck)), others


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
