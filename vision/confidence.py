"""From what the readers found to probabilities that mean what they say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Indices, Mask
from vision.evidence import Evidence
from vision.reading_weights import CHOICE_RIGHT, NOTHING_THERE, SHOWS_A_CARD, Logistic

HIDDEN_BELOW = 0.4
FITS_SOMEHOW = 0.4
LOOKS_LIKE_ONE = 0.6  # tuning scenes: cards from 0.62, bare table to 0.42, other things to 0.55


@dataclass(frozen=True, slots=True, eq=False)
class CellOdds:
    """For each cell: how likely a card of the deck shows, and if none does, how likely the place is empty.

    `claims` is whether it is to be read as a card, surely or not.
    """

    shows: Floats
    empty: Floats
    claims: Mask


def probability(features: Floats, logistic: Logistic) -> Floats:
    """The probability a fitted curve gives to rows of features."""
    height = features @ np.asarray(logistic.weights, np.float32) + np.float32(logistic.offset)
    odds: Floats = (1 / (1 + np.exp(-np.clip(height, -30, 30)))).astype(np.float32)
    return odds


def state_odds(evidence: Evidence) -> CellOdds:
    """What the cells show, judged by how well any card explains them and by the table around them."""
    found = evidence.comparison
    shows = probability(showing_features(evidence), SHOWS_A_CARD)
    empty = probability(emptiness_features(evidence), NOTHING_THERE)
    # Noise hides the edges of a card and most of its fit before its outline: such a card is named, unsurely.
    looks = found.likeness.max(axis=1) > LOOKS_LIKE_ONE
    fits = (found.explained > FITS_SOMEHOW) & (empty < 0.5)
    return CellOdds(shows, empty, (shows > 0.5) | looks | fits)


def showing_features(evidence: Evidence) -> Floats:
    """Cells x features that tell a card of the deck from anything else."""
    found = evidence.comparison
    return np.column_stack(
        [np.clip(found.explained, -0.5, 1), found.likeness.max(axis=1), visible_share(evidence)]
    ).astype(np.float32)


def emptiness_features(evidence: Evidence) -> Floats:
    """Cells x features that tell bare table from something that lies on it."""
    around = evidence.surroundings
    return np.column_stack(
        [
            *around.steps[:, 1:].T,
            around.colour_apart,
            around.contrast,
            np.abs(around.contrast),
            np.maximum(around.drowned, 0),
            around.unlike_table,
        ]
    ).astype(np.float32)


def visible_share(evidence: Evidence) -> Floats:
    """The share of each card's blocks that its best code explains."""
    share: Floats = (evidence.comparison.blocks > HIDDEN_BELOW).mean(axis=1).astype(np.float32)
    return share


def card_confidence(evidence: Evidence, odds: Floats, chosen: Indices) -> Floats:
    """How likely the chosen codes are right, unknown cards included among what could be wrong."""
    shows = probability(showing_features(evidence), SHOWS_A_CARD)
    right: Floats = shows * probability(choice_features(evidence, odds, chosen), CHOICE_RIGHT)
    return right


def choice_features(evidence: Evidence, odds: Floats, chosen: Indices) -> Floats:
    """Cells x features of a choice among the deck's codes: its odds, and how far it strays from the light."""
    cells = np.arange(len(chosen))
    own = np.clip(odds[cells, chosen], 1e-6, 1 - 1e-6)
    return np.column_stack(
        [np.clip(np.log(own / (1 - own)), -6, 12), np.clip(-evidence.light[cells, chosen], 0, 20)]
    ).astype(np.float32)
