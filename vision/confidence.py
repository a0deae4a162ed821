"""From what the readers found to probabilities that mean what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Indices, Mask
from vision.evidence import Evidence
from vision.opinions import Opinions
from vision.reading_weights import ALONE, WITH_NETWORK, Curves, Logistic

HIDDEN_BELOW = 0.4
FITS_SOMEHOW = 0.4
LOOKS_LIKE_ONE = 0.6  # tuning scenes: cards from 0.62, bare table to 0.42, other things to 0.55
SURELY_EMPTY = 0.9
DROWNS, NO_TABLE, SUREST_DROWNED = 0.05, -0.3, 0.9
WHOLE_SPAN, WORST_SPAN = (-1.5, 0.1), (-2.0, 0.3)
"""What is farther from the table is as strange as it can be, what is nearer is as bare."""
FARTHEST_AHEAD = 10.0
FAINTEST_DISTANCE = 0.01
UNCLEAR = 2.0
SUREST_DIGIT = (-4.0, 12.0)
NEVER_TAUGHT = 0.005  # cards on the table that share a taught card's drawing and are not in the deck
WIDEST_GAP = 40.0
SHOWS_A_CARD = 0.3
SUREST_WAVERING = 0.6
"""Where two curves of the camera tell two codes, a whole table may be misread."""
USUALLY_AGAINST, USUAL_CARDS = 0.5, 2.0  # what is said against a card, as on so many cards of a usual table
PLAIN_CHOICE = 0.998
"""How likely the choice of a plain card is right: what all readers together say of 99 in 100 at the least."""
SUREST, SUREST_FINDER, SUREST_DECISION = 6.0, 4.0, 4.0  # how far another's word can go, as logarithms of odds


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


def curves_for(evidence: Evidence) -> Curves:
    """The curves fitted for the readers that spoke."""
    return ALONE if evidence.opinions is None else WITH_NETWORK


def state_odds(evidence: Evidence, presences: Sequence[float | None]) -> CellOdds:
    """What the cells show, judged by how well any card explains them and by the table around them.

    `presences` is how likely the finder thinks that something lies in each cell, as far as it was asked.
    """
    found = evidence.comparison
    shows = showing(evidence)
    empty = probability(emptiness_features(evidence, presences), curves_for(evidence).empty)
    # Noise hides the edges of a card and most of its fit before its outline: such a card is named, unsurely.
    looks = (found.likeness.max(axis=1) > LOOKS_LIKE_ONE) & (empty < SURELY_EMPTY)
    fits = (found.explained > FITS_SOMEHOW) & (empty < 0.5)
    return CellOdds(shows, empty, (shows > 0.5) | looks | fits)


def showing(evidence: Evidence) -> Floats:
    """How likely a card of the deck shows in each cell.

    One that a mirrored lamp drowns in part is unlike its picture: there the second reader's word is enough to
    name a card, but never to be sure of it.
    """
    curves = curves_for(evidence)
    shows = probability(showing_features(evidence), curves.shows)
    if curves.drowned is None:
        return shows
    drowned = np.minimum(probability(drowned_features(evidence), curves.drowned), SUREST_DROWNED)
    odds: Floats = np.where(may_be_drowned(evidence), np.maximum(shows, drowned), shows)
    return odds


def may_be_drowned(evidence: Evidence) -> Mask:
    """Whether a cell is partly as bright as can be, and not because the table is."""
    drowned: Mask = (evidence.bright >= DROWNS) & (evidence.bareness.whole < NO_TABLE)
    return drowned


def showing_features(evidence: Evidence) -> Floats:
    """Cells x features that tell a card of the deck from anything else."""
    found, opinions = evidence.comparison, evidence.opinions
    features = [np.clip(found.explained, -0.5, 1), found.likeness.max(axis=1), visible_share(evidence)]
    if opinions is not None:
        features += [log_odds(opinions.shows), np.clip(opinions.likeness, 0, 1), log_odds(opinions.covered)]
    return np.column_stack(features).astype(np.float32)


def drowned_features(evidence: Evidence) -> Floats:
    """Cells x features that tell a card that a mirrored lamp drowns from anything else that is bright."""
    return np.column_stack([showing_features(evidence), evidence.bright]).astype(np.float32)


def emptiness_features(evidence: Evidence, presences: Sequence[float | None]) -> Floats:
    """Cells x features that tell bare table from something that lies on it."""
    bare, opinions = evidence.bareness, evidence.opinions
    features = [
        np.clip(bare.whole, *WHOLE_SPAN),
        np.clip(bare.worst, *WORST_SPAN),
        np.clip(bare.shaded, *WHOLE_SPAN),
        np.clip(bare.worst_shaded, *WORST_SPAN),
    ]
    if opinions is not None:
        present = np.array([0.5 if presence is None else presence for presence in presences], np.float32)
        features += [log_odds(opinions.empty), log_odds(opinions.covered), log_odds(present, SUREST_FINDER)]
    return np.column_stack(features).astype(np.float32)


def log_odds(probabilities: Floats, surest: float = SUREST) -> Floats:
    """Probabilities as logarithms of odds, none surer than a limit."""
    inside = np.clip(probabilities, 1e-4, 1 - 1e-4)
    odds: Floats = np.clip(np.log(inside / (1 - inside)), -surest, surest).astype(np.float32)
    return odds


def visible_share(evidence: Evidence) -> Floats:
    """The share of each card's blocks that its best code explains."""
    share: Floats = (evidence.comparison.blocks > HIDDEN_BELOW).mean(axis=1).astype(np.float32)
    return share


def card_confidence(evidence: Evidence, odds: Floats, chosen: Indices) -> Floats:
    """How likely the chosen codes are right, unknown cards included among what could be wrong."""
    if evidence.plain.any():
        return showing(evidence) * np.float32(PLAIN_CHOICE)
    curves = curves_for(evidence)
    right = showing(evidence) * probability(choice_features(evidence, odds, chosen), curves.choice)
    digit = probability(digit_features(evidence, odds, chosen), curves.digit)
    digit = digit * shows_its_number(evidence, chosen)
    sure: Floats = right * np.where(kin_of(evidence, chosen).any(axis=1), digit, np.float32(1))
    return np.where(evidence.wavers, np.minimum(sure, np.float32(SUREST_WAVERING)), sure)


def shows_its_number(evidence: Evidence, chosen: Indices) -> Floats:
    """How likely the printed number is that of the chosen codes, and not of a card that was never taught.

    Of cards that share a drawing some may not be in the deck: their number is known from others, and among
    those that are in it the likeliest says nothing.
    """
    behind = np.minimum(-evidence.digit[np.arange(len(chosen)), chosen], np.float32(SUREST_DIGIT[1]))
    return np.asarray(1 / (1 + NEVER_TAUGHT * np.expm1(np.maximum(behind, 0))), np.float32)


def kin_of(evidence: Evidence, chosen: Indices) -> Mask:
    """For each cell the codes that differ from its chosen one by their digit alone."""
    kin: Mask = evidence.kin == evidence.kin[chosen][:, None]
    kin[np.arange(len(chosen)), chosen] = False
    return kin


def digit_features(evidence: Evidence, odds: Floats, chosen: Indices) -> Floats:
    """Cells x features of a choice among codes that differ by their digit alone."""
    cells = np.arange(len(chosen))
    kin = kin_of(evidence, chosen)
    own = odds[cells, chosen]
    share = own / np.maximum(own + np.where(kin, odds, 0).sum(axis=1), np.float32(1e-9))
    rival = np.where(kin, evidence.digit, -np.inf).max(axis=1)
    ahead = np.clip(evidence.digit[cells, chosen] - rival, *SUREST_DIGIT)
    blur = np.full(len(chosen), evidence.comparison.blur, np.float32)
    features = [log_odds(share, 8), ahead, np.log1p(np.maximum(ahead, 0)), blur]
    return np.column_stack([*features, np.clip(evidence.comparison.explained, -0.5, 1)]).astype(np.float32)


def choice_features(evidence: Evidence, odds: Floats, chosen: Indices) -> Floats:
    """Cells x features of a choice among the deck's codes, its digit aside: its odds, what speaks against it.

    Alone that is how far the choice strays from the table's light. With a
    second reader it is how far the readers agree that it is not its strongest rival, how far that reader by
    itself puts it ahead beside how far the deck's cards are apart, which of the two the picture leans to,
    beside how clearly they differ, and what is said against the other cards of the table. Rivals are codes
    that differ by more than their digit: between the others only the digit can tell.
    """
    cells = np.arange(len(chosen))
    kin = evidence.kin == evidence.kin[chosen][:, None]
    own = log_odds(np.where(kin, odds, 0).sum(axis=1), 12)
    strays = np.clip(-evidence.light[cells, chosen], 0, 20)
    if evidence.opinions is None:
        return np.column_stack([np.maximum(own, -6), strays]).astype(np.float32)
    others = ~kin
    agreeing, against = _for_and_against(evidence, chosen, others)
    lean, clarity = _leaning(evidence, chosen)
    return np.column_stack(
        [
            np.clip(own, -SUREST_DECISION, SUREST_DECISION),
            np.log1p(agreeing),
            np.log1p(against),
            _ahead(evidence.opinions, chosen, others),
            np.clip(evidence.comparison.explained, -0.5, 1),
            _farther(evidence.opinions, chosen, others),
            np.log(evidence.opinions.apart[chosen] + FAINTEST_DISTANCE),
            _readers_for(evidence, chosen),
            lean,
            clarity,
            lean * np.maximum(clarity + UNCLEAR, 0),
            np.log1p(strays),
            np.log1p(_gap(evidence, chosen, others)),
            _elsewhere(evidence, np.log1p(against)),
        ]
    ).astype(np.float32)


def _elsewhere(evidence: Evidence, against: Floats) -> Floats:
    """What is said against the other cards of the table: under a light taken for another it is much.

    A table of which little is seen is taken for a usual one.
    """
    cards = (evidence.comparison.explained > SHOWS_A_CARD).astype(np.float32)
    others = cards * (1 - np.eye(len(cards), dtype=np.float32))
    said = others @ against + np.float32(USUAL_CARDS * USUALLY_AGAINST)
    mean: Floats = said / (others.sum(axis=1) + np.float32(USUAL_CARDS))
    return mean


def _leaning(evidence: Evidence, chosen: Indices) -> tuple[Floats, Floats]:
    """How far each picture leans to the chosen code, and how clearly its rival differs."""
    rivals, kin = evidence.rivals, evidence.kin
    lean = np.where(kin[rivals.first] == kin[chosen], np.clip(rivals.lean, -1, 1.5), -1)
    return lean, np.clip(rivals.clarity, -5, 4)


def _readers_for(evidence: Evidence, chosen: Indices) -> Floats:
    """How many of the readers that err by themselves would choose the same, or one of its kin."""
    words, kin = [evidence.shape, evidence.ink + evidence.light, evidence.contrast], evidence.kin
    if evidence.opinions is not None:
        words.append(evidence.opinions.codes)
    same = [kin[word.argmax(axis=1)] == kin[chosen] for word in words]
    readers: Floats = np.sum(same, axis=0, dtype=np.float32)
    return readers


def _gap(evidence: Evidence, chosen: Indices, others: Mask) -> Floats:
    """How far the chosen code is ahead of all that are no kin of it, all readers together."""
    scores = evidence.scores()
    rival = np.where(others, scores, -np.inf).max(axis=1)
    gap: Floats = np.clip(scores[np.arange(len(chosen)), chosen] - rival, 0, WIDEST_GAP)
    return gap


def _farther(opinions: Opinions, chosen: Indices, others: Mask) -> Floats:
    """How many times farther the second reader finds the nearest other code, as a logarithm."""
    own = np.maximum(opinions.distance[np.arange(len(chosen)), chosen], 0)
    nearest = np.clip(np.where(others, opinions.distance, np.inf).min(axis=1, initial=2), 0, 2)
    farther: Floats = np.log((nearest + FAINTEST_DISTANCE) / (own + FAINTEST_DISTANCE))
    return farther


def _for_and_against(evidence: Evidence, chosen: Indices, others: Mask) -> tuple[Floats, Floats]:
    """What the readers say for the chosen code beside its strongest rival, and what others say against it."""
    cells = np.arange(len(chosen))
    rival = np.where(others, evidence.scores(), -np.inf).argmax(axis=1)
    said = np.stack([words[cells, chosen] - words[cells, rival] for words in evidence.weighted()])
    return np.maximum(said, 0).sum(axis=0), np.maximum(-said, 0).sum(axis=0)


def _ahead(opinions: Opinions, chosen: Indices, others: Mask) -> Floats:
    rival = np.where(others, opinions.codes, -np.inf).max(axis=1, initial=-FARTHEST_AHEAD)
    own = opinions.codes[np.arange(len(chosen)), chosen]
    ahead: Floats = np.clip(own - rival, -FARTHEST_AHEAD, FARTHEST_AHEAD)
    return ahead
