"""What speaks for a choice among the deck's codes and what against it, as features of a fitted curve."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Indices, Mask
from vision.evidence import Evidence
from vision.odds import log_odds
from vision.opinions import Opinions

FARTHEST_AHEAD = 10.0
FAINTEST_DISTANCE = 0.01
UNCLEAR = 2.0
WIDEST_GAP = 40.0
SHOWS_A_CARD = 0.3
USUALLY_AGAINST, USUAL_CARDS = 0.5, 2.0  # what is said against a card, as on so many cards of a usual table
USUALLY_CLEAR = 1.5
SUREST_DECISION = 4.0  # how far the decision's own word can go, as a logarithm of odds


def choice_features(evidence: Evidence, odds: Floats, chosen: Indices, among: Mask | None = None) -> Floats:
    """Cells x features of a choice among the deck's codes, its digit aside: its odds, what speaks against it.

    Alone that is how far the choice strays from the table's light. With a
    second reader it is how far the readers agree that it is not its strongest rival, how far that reader by
    itself puts it ahead beside how far the deck's cards are apart, which of the two the picture leans to,
    beside how clearly they differ, and what is said against the other cards of the table. Rivals are codes
    that differ by more than their digit: between the others only the digit can tell. With `among` (cells x
    codes) no other codes are rivals.
    """
    cells = np.arange(len(chosen))
    kin = evidence.kin == evidence.kin[chosen][:, None]
    own = log_odds(_share(odds, kin, among), 12)
    strays = np.clip(-evidence.light[cells, chosen], 0, 20)
    if evidence.opinions is None:
        return np.column_stack([np.maximum(own, -6), strays]).astype(np.float32)
    others = ~kin if among is None else ~kin & among
    agreeing, against = _for_and_against(evidence, chosen, others)
    lean, clarity = _leaning(evidence, chosen, among)
    return np.column_stack(
        [
            np.clip(own, -SUREST_DECISION, SUREST_DECISION),
            np.log1p(agreeing),
            np.log1p(against),
            _ahead(evidence.opinions, chosen, others),
            np.clip(evidence.comparison.explained, -0.5, 1),
            _farther(evidence.opinions, chosen, others),
            np.log(evidence.opinions.apart[chosen] + FAINTEST_DISTANCE),
            _readers_for(evidence, chosen, among),
            lean,
            clarity,
            lean * np.maximum(clarity + UNCLEAR, 0),
            np.log1p(strays),
            np.log1p(_gap(evidence, chosen, others)),
            _elsewhere(evidence, np.log1p(against)),
        ]
    ).astype(np.float32)


def _share(odds: Floats, kin: Mask, among: Mask | None) -> Floats:
    """The odds of a code and its kin, beside those of all that are rivals."""
    own: Floats = np.where(kin, odds, 0).sum(axis=1)
    if among is not None:
        own = own / np.maximum(np.where(kin | among, odds, 0).sum(axis=1), np.float32(1e-9))
    return own


def _elsewhere(evidence: Evidence, against: Floats) -> Floats:
    """What is said against the other cards of the table: under a light taken for another it is much.

    A table of which little is seen is taken for a usual one.
    """
    cards = (evidence.comparison.explained > SHOWS_A_CARD).astype(np.float32)
    others = cards * (1 - np.eye(len(cards), dtype=np.float32))
    said = others @ against + np.float32(USUAL_CARDS * USUALLY_AGAINST)
    mean: Floats = said / (others.sum(axis=1) + np.float32(USUAL_CARDS))
    return mean


def _leaning(evidence: Evidence, chosen: Indices, among: Mask | None) -> tuple[Floats, Floats]:
    """How far each picture leans to the chosen code, and how clearly its rival differs.

    A rival that is none any more differs as clearly as usual.
    """
    rivals, kin = evidence.rivals, evidence.kin
    lean = np.where(kin[rivals.first] == kin[chosen], np.clip(rivals.lean, -1, 1.5), -1)
    clarity = np.clip(rivals.clarity, -5, 4)
    if among is not None:
        gone = ~among[np.arange(len(chosen)), rivals.second]
        lean = np.where(gone, np.maximum(lean, 1), lean)
        clarity = np.where(gone, np.maximum(clarity, USUALLY_CLEAR), clarity)
    return lean, clarity


def _readers_for(evidence: Evidence, chosen: Indices, among: Mask | None) -> Floats:
    """How many of the readers that err by themselves would choose the same, or one of its kin."""
    words, kin = [evidence.shape, evidence.ink + evidence.light, evidence.contrast], evidence.kin
    if evidence.opinions is not None:
        words.append(evidence.opinions.codes)
    if among is not None:
        words = [np.where(among, word, -np.inf) for word in words]
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
