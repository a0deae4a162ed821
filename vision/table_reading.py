"""One decision for the whole table: all cells read together with what is known of the deck and the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from vision.arrays import Floats, Indices, Mask, Picture, Points
from vision.assignment import FORBIDDEN, cheapest_assignment, shared_odds
from vision.cell_images import CellImage, quads_of
from vision.confidence import (
    CellOdds,
    card_confidence,
    colour_in_doubt,
    perhaps_instead,
    state_odds,
    surest_by_looks,
)
from vision.evidence import Evidence, gather_all, gather_plain
from vision.glance import Glance, glance_at
from vision.known_table import KnownTable
from vision.later import Later
from vision.opinions import CellReader
from vision.reading_weights import ACCEPTED_FROM
from vision.readings import CardReading, CellState, Guess, TableReading
from vision.references import DeckReferences

GUESSES_KEPT = 6
OTHERS_KEPT = 3  # beside the decided code, however sure it is
LEAST_DOUBT = 1e-3  # a code's share of the doubt below which it is no candidate
COUNTED_OUT = 8.0
"""What a card pays that should lie elsewhere: what is known of a game may be wrong, so none is forbidden."""
STAYED = 6.0
"""What speaks for a card that lay in this cell and was not seen to move."""


@dataclass(frozen=True, slots=True)
class KnownCards:
    """What is known before looking: cards that lie elsewhere in this game, and cards that did not move.

    `table` is what an earlier look at all cells told of it, where only those that changed are read now.
    """

    elsewhere: Mapping[str, int] = field(default_factory=dict)
    unmoved: Mapping[tuple[int, int], str] = field(default_factory=dict)
    table: KnownTable | None = None


class CardList(Protocol):
    """What deciding needs to know of a deck: its codes, faces first, and how often it has each face."""

    @property
    def codes(self) -> tuple[str, ...]:
        """Faces, then backs."""
        ...

    @property
    def faces(self) -> int:
        """How many of the codes are faces."""
        ...

    @property
    def copies(self) -> tuple[int, ...]:
        """Of each face."""
        ...


NOTHING_KNOWN = KnownCards()


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """For each cell the code decided on, as an index, and the odds of every code (cells x codes)."""

    chosen: Indices
    odds: Floats


@dataclass(frozen=True, slots=True, eq=False)
class LaidReading:
    """A reading, and each cell's corners in pixels of the frame (cells x 4 x 2).

    Those of a card stand in its own order, its top left first; those of another cell are as they were given.
    `table` is what is known of the table after it, for reading some of its cells again.
    """

    reading: TableReading
    corners: Points
    later: Later[KnownTable] | None = None

    @property
    def table(self) -> KnownTable | None:
        """What is known of the table, worked out when it is first asked for."""
        return None if self.later is None else self.later.value


def read_cells(
    frame_bgr: Picture,
    cells: Sequence[CellImage],
    deck: DeckReferences,
    known: KnownCards = NOTHING_KNOWN,
    network: CellReader | None = None,
) -> TableReading:
    """Read cells of one frame, all of a table's or only those that changed, in reading order."""
    return read_with_corners(frame_bgr, cells, deck, known, network).reading


def read_with_corners(
    frame_bgr: Picture,
    cells: Sequence[CellImage],
    deck: DeckReferences,
    known: KnownCards = NOTHING_KNOWN,
    network: CellReader | None = None,
) -> LaidReading:
    """Read cells, and say where each card's own corners lie."""
    if not cells:
        return LaidReading(TableReading(()), np.zeros((0, 4, 2)))
    quads = quads_of(cells)
    judged = _judged(glance_at(frame_bgr, quads, deck, network, known.table), cells, known)
    evidence, decision = judged.evidence, judged.decision
    confidence = card_confidence(evidence, decision.odds, decision.chosen)
    instead = perhaps_instead(evidence, decision.chosen)
    candidates = _candidates(deck, judged.scores, decision, confidence, instead)
    doubted = colour_in_doubt(evidence, decision.chosen)
    surest = surest_by_looks(judged.states.shows, confidence)
    looks = list(zip(evidence.comparison.turned.tolist(), doubted.tolist(), surest.tolist(), strict=True))
    reading = TableReading(
        tuple(
            _reading(cell, index, deck, (judged.states, decision, candidates[index], looks[index]))
            for index, cell in enumerate(cells)
        )
    )
    shows = np.array([cell.code is not None for cell in reading])
    corners = np.where(shows[:, None, None], evidence.comparison.corners, quads)
    return LaidReading(reading, corners, evidence.later)


@dataclass(frozen=True, slots=True, eq=False)
class _Judged:
    """What the cells show, by which evidence and scores, and what was decided of them."""

    evidence: Evidence
    states: CellOdds
    scores: Floats
    decision: Decision

    @property
    def stands(self) -> bool:
        """Whether a first look was enough: every card plain, and none decided against what it looks like."""
        plain = self.evidence.plain | ~self.states.claims
        seen = self.decision.chosen == self.evidence.shape.argmax(axis=1)
        return bool(self.states.claims.any() and (plain & (seen | ~self.states.claims)).all())


def _judged(glance: Glance, cells: Sequence[CellImage], known: KnownCards) -> _Judged:
    """Judge cells by the first look if that is enough, by all readers otherwise."""
    plain = gather_plain(glance)
    if plain is not None:
        judged = _judge(plain, glance.deck, cells, known)
        if judged.stands:
            return judged
    return _judge(gather_all(glance), glance.deck, cells, known)


def _judge(
    evidence: Evidence, deck: DeckReferences, cells: Sequence[CellImage], known: KnownCards
) -> _Judged:
    states = state_odds(evidence, [cell.presence for cell in cells])
    scores = evidence.scores()
    decision = decide(scores + known_scores(cells, deck, known), states.claims, deck, known)
    return _Judged(evidence, states, scores, decision)


def known_scores(cells: Sequence[CellImage], deck: DeckReferences, known: KnownCards) -> Floats:
    """What speaks for each code in each cell before looking."""
    scores = np.zeros((len(cells), len(deck.codes)), np.float32)
    for index, cell in enumerate(cells):
        code = known.unmoved.get((cell.row, cell.column))
        if code is not None and code in deck.codes:
            scores[index, deck.codes.index(code)] = STAYED
    return scores


def decide(scores: Floats, claims: Mask, deck: CardList, known: KnownCards = NOTHING_KNOWN) -> Decision:
    """Give each cell that shows a card one of the deck's, no more of a kind than the deck still holds.

    Backs are not counted: a back tells only its colour. Cells that show no card claim none.
    """
    claiming = np.flatnonzero(claims)
    odds = _alone(scores)
    chosen = scores.argmax(axis=1)
    if len(claiming):
        kinds, prices = _copies(deck, known)
        faces = scores[claiming][:, kinds] - prices
        backs = scores[claiming, deck.faces :]
        own = _log_sum(backs) if backs.shape[1] else np.full(len(claiming), -FORBIDDEN, np.float32)
        odds[claiming] = _joint_odds(faces, own, backs, kinds, odds.shape[1])
        chosen[claiming] = _joint_choice(faces, backs, kinds, deck.faces)
    return Decision(chosen, odds)


def _copies(deck: CardList, known: KnownCards) -> tuple[Indices, Floats]:
    """One column for each copy of a face, and a price on those that should lie elsewhere."""
    copies = np.array(deck.copies, np.intp)
    left = copies - [known.elsewhere.get(code, 0) for code in deck.codes[: deck.faces]]
    columns = np.maximum(copies, 1)
    kinds = np.repeat(np.arange(deck.faces), columns)
    copy = np.arange(len(kinds)) - (np.cumsum(columns) - columns)[kinds]
    return kinds, np.where(copy < left[kinds], 0, COUNTED_OUT).astype(np.float32)


def _joint_odds(faces: Floats, own: Floats, backs: Floats, kinds: Indices, codes: int) -> Floats:
    shared = shared_odds(faces, own)
    odds = np.zeros((len(faces), codes), np.float32)
    odds[:, : kinds[-1] + 1] = np.add.reduceat(
        shared[:, :-1], np.flatnonzero(np.diff(kinds, prepend=-1)), axis=1
    )
    if backs.shape[1]:
        odds[:, codes - backs.shape[1] :] = shared[:, -1:] * _alone(backs)
    return odds


def _joint_choice(faces: Floats, backs: Floats, kinds: Indices, face_codes: int) -> Indices:
    """The likeliest table as a whole: each cell a copy of a face, or a back of its own."""
    rows = len(faces)
    own = np.full((rows, rows), FORBIDDEN)
    # More cells than the deck has cards must still be read: going without costs more than any card.
    np.fill_diagonal(own, -backs.max(axis=1) if backs.shape[1] else FORBIDDEN / 2)
    costs = np.concatenate([-faces.astype(np.float64), own], axis=1)
    picked = costs.argmin(axis=1)
    if len(set(picked.tolist())) < rows:  # two cells want the same card
        picked = cheapest_assignment(costs)
    back_codes = face_codes + (backs.argmax(axis=1) if backs.shape[1] else np.zeros(rows, np.intp))
    best_face = kinds[faces.argmax(axis=1)]
    without = back_codes if backs.shape[1] else best_face
    is_face = picked < len(kinds)
    return np.where(is_face, kinds[np.minimum(picked, len(kinds) - 1)], without)


def _alone(scores: Floats) -> Floats:
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    normal: Floats = (odds / odds.sum(axis=1, keepdims=True)).astype(np.float32)
    return normal


def _log_sum(scores: Floats) -> Floats:
    top = scores.max(axis=1)
    total: Floats = top + np.log(np.exp(scores - top[:, None]).sum(axis=1))
    return total


def _reading(
    cell: CellImage,
    index: int,
    deck: DeckReferences,
    found: tuple[CellOdds, Decision, tuple[Guess, ...], tuple[bool, bool, float]],
) -> CardReading:
    states, decision, candidates, (turned, doubted, surest) = found
    shows, empty = float(states.shows[index]), float(states.empty[index])
    if states.claims[index]:
        state = CellState.BACK if deck.is_back(int(decision.chosen[index])) else CellState.CARD
        sure = candidates[0].confidence
    else:
        state = CellState.EMPTY if empty > 0.5 else CellState.COVERED
        sure = (1 - shows) * (empty if empty > 0.5 else 1 - empty)
    return CardReading(
        row=cell.row,
        column=cell.column,
        state=state,
        candidates=candidates,
        confidence=sure,
        # What covers a cell is known by nothing but being strange: someone should look.
        accepted=sure >= ACCEPTED_FROM and state is not CellState.COVERED,
        turned=turned,
        colour_in_doubt=doubted and state is CellState.CARD,
        surest_by_looks=surest if state is CellState.CARD else 1.0,
    )


def _candidates(
    deck: DeckReferences, scores: Floats, decision: Decision, confidence: Floats, instead: Mask
) -> list[tuple[Guess, ...]]:
    """For each cell the decided code with its confidence; the others share what doubt is left, none above it.

    However sure the decision, the codes nearest to it by the scores are kept: whoever puts a card right
    begins with them. Where a cell may show another code `instead` (cells x codes), all doubt is of those.
    """
    cells = np.arange(len(scores))
    others = decision.odds.copy()
    mistaken = instead.any(axis=1)
    others[mistaken] = _alone(np.where(instead, scores, -np.inf)[mistaken])
    others[cells, decision.chosen] = 0
    others /= np.maximum(others.sum(axis=1, keepdims=True), np.float32(1e-9))
    likeliest = np.argsort(-others, axis=1)[:, : GUESSES_KEPT - 1].tolist()
    nearest = np.argsort(-scores, axis=1)[:, : GUESSES_KEPT + OTHERS_KEPT].tolist()
    guesses = []
    for chosen, right, doubt, likely, near in zip(
        decision.chosen.tolist(), confidence.tolist(), others.tolist(), likeliest, nearest, strict=True
    ):
        order = [kind for kind in likely if doubt[kind] > LEAST_DOUBT]
        more = [kind for kind in near if kind != chosen and kind not in order]
        order += sorted(more[: max(0, OTHERS_KEPT - len(order))], key=lambda kind: -doubt[kind])
        shares = [(kind, min((1 - right) * doubt[kind], right)) for kind in order]
        guesses.append(tuple(Guess(deck.codes[kind], share) for kind, share in [(chosen, right), *shares]))
    return guesses
