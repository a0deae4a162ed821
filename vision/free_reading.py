"""Read cards that lie anywhere: found, named by their deck, and refused if they are none of it."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Indices, Mask, Picture
from vision.explained_cards import ExplainedCards, deck_blocks, explained_as
from vision.free_hypotheses import find_explained
from vision.lattice import FindSettings, Points
from vision.loose_cards import Corners, LooseCard
from vision.odds import probability
from vision.overlapping import shared_ground
from vision.partial_evidence import PartialEvidence, gather_partial
from vision.quads import areas
from vision.reading_weights import ALONE, LOOSE_ACCEPTED_FROM, Logistic
from vision.readings import CellState, Guess
from vision.references import DeckReferences
from vision.table_reading import Decision, decide

GUESSES_KEPT = 6
TALKED_OUT = 3.0  # how much likelier, as a logarithm, a card may look than what the others leave for it
UNSURE = 0.6
PLAIN_BACK = 0.5
SURELY_EXPLAINED = 9.7  # lively blocks; tiles and cloths reach 9.6
# Set on the tuning games of tests.proofs.end_games, where real cards have more of one or the other.
UNLIKELY, LEAST_EXPLAINED = 0.4, 0.5
DOUBTFUL, LEAST_OWN_SHARE = 0.6, 0.25
SLIVER, MOST_GROUND = 0.17, 0.65
SHARED_LIGHT, CLEARLY_AHEAD = 0.3, 1.5
# Of 671 cards of tuning games the right ones in question reach 0.95 but for three; two wrong ones 0.76, 0.79.
AS_WELL = 0.93
PART_BELOW, WHOLE_FROM = 0.6, 0.9  # visible shares between which a card is less and less a part
# Right parts of cards reach 0.99 nearly always; a crow of which a quarter showed was a gazelle with 0.95.
PART_ACCEPTED_FROM = 0.98
# Set by hand on loose tables of seeds 600000 to 600019: a part says less than a whole card.
PART_RIGHT = Logistic((0.9, -0.45), -0.3)
# How much is explained, and what share. Set on the first 33 tuning games of tests.proofs.end_games: 3 of
# 1,957 cards have a smaller share than 0.4; cloth, tiles and print on other things have up to 0.35.
IS_A_CARD = Logistic((0.3, 20.0), -11.5)
OWN_SHARE = 0.5  # of what no other card hides: cloth and wood reach 0.15


def read_free(
    frame_bgr: Picture, deck: DeckReferences, settings: FindSettings | None = None
) -> tuple[LooseCard, ...]:
    """Return every card of the deck that lies on the table, surest first."""
    cards = find_explained(frame_bgr, deck, settings or FindSettings(card=deck.card))
    if len(cards) == 0:
        return ()
    evidence = gather_partial(frame_bgr, cards, deck)
    real = _are_cards(cards, evidence, deck)
    if len(real) == 0:
        return ()
    cards, evidence = cards.some(real), evidence.some(real)
    decision = _decided(evidence.scores, deck)
    right = _confidence(cards, evidence, decision)
    right[_disputed(frame_bgr, cards, decision, deck)] *= UNSURE
    kept = np.flatnonzero(~_are_likenesses(cards, evidence, right, deck) & ~_are_echoes(cards, right))
    read = [_loose_card(int(index), cards, decision, float(right[index]), deck) for index in kept]
    return tuple(sorted(read, key=lambda card: -card.confidence))


def _are_cards(cards: ExplainedCards, evidence: PartialEvidence, deck: DeckReferences) -> Indices:
    """Which cards are more than a likeness of tiles or cloth: little that shows must at least be clear.

    What is no card asks for a light of its own, and is as much like one card as like another.
    """
    best = np.sort(evidence.scores, axis=1)
    ahead = best[:, -1] - best[:, -2] if best.shape[1] > 1 else np.full(len(cards), np.inf)
    pays = -evidence.light[np.arange(len(cards)), evidence.scores.argmax(1)]
    clear = (pays < SHARED_LIGHT) & (ahead > CLEARLY_AHEAD)
    lively = deck_blocks(deck)[1].worth[cards.picture].mean(1) > PLAIN_BACK
    # A back without a drawing is like any chequered cloth.
    plain_back = (deck.kinds[cards.picture] >= deck.faces) & ~lively
    own = evidence.share > OWN_SHARE
    return np.flatnonzero(((cards.explained > SURELY_EXPLAINED) | clear | own) & ~plain_back)


def _are_likenesses(
    cards: ExplainedCards, evidence: PartialEvidence, right: Floats, deck: DeckReferences
) -> Mask:
    """Which cards explain little of what they would show and are as much like one card as like another.

    Grain of wood, tiles and folds of cloth are; a card that is hard to name explains its part of the picture.
    """
    could_explain = cards.visible * deck_blocks(deck)[1].worth[cards.picture].sum(1)
    little = (right < UNLIKELY) & (cards.explained < LEAST_EXPLAINED * could_explain)
    found: Mask = little | ((right < DOUBTFUL) & (evidence.share < LEAST_OWN_SHARE))
    return found


def _are_echoes(cards: ExplainedCards, right: Floats) -> Mask:
    """Which doubtful cards are a sliver beside a sure and whole card that they share most ground with.

    The rim of a card and the cloth beside it look a little like another card that lies under it.
    """
    found = np.zeros(len(cards), bool)
    whole = np.flatnonzero((right >= LOOSE_ACCEPTED_FROM) & (cards.visible >= WHOLE_FROM))
    for index in np.flatnonzero((right < DOUBTFUL) & (cards.visible < SLIVER)):
        shared = [shared_ground(cards.corners[index], cards.corners[other]) for other in whole]
        found[index] = max(shared, default=0.0) > MOST_GROUND * np.abs(areas(cards.corners[[index]]))[0]
    return found


def _disputed(frame_bgr: Picture, cards: ExplainedCards, decision: Decision, deck: DeckReferences) -> Indices:
    """Which parts of cards are explained clearly better by another card than the one they were named.

    Of a number of which only the tip shows, both readers are sure now and then, each of another one.
    """
    named = np.array([np.flatnonzero(deck.kinds == kind)[0] for kind in decision.chosen], np.intp)
    other = np.flatnonzero((cards.visible < PART_BELOW) & (deck.kinds[cards.picture] != decision.chosen))
    if len(other) == 0:
        return other
    share = explained_as(frame_bgr, cards.some(other), named[other], deck)
    found: Indices = other[share < AS_WELL]
    return found


def _decided(scores: Floats, deck: DeckReferences) -> Decision:
    """One decision for all cards, but none is talked out of what it plainly shows.

    A deck may hold a card more often than its list says, and a photo a card of another deck: then the
    cards in question keep what they show, and none of them is sure.
    """
    joint = decide(scores, np.ones(len(scores), bool), deck)
    each = np.arange(len(scores))
    shown = scores.argmax(1)
    forced = scores[each, shown] - scores[each, joint.chosen] > TALKED_OUT
    chosen = np.where(forced, shown, joint.chosen)
    odds = joint.odds.copy()
    for index in np.flatnonzero(forced):
        odds[index] = 0.0
        odds[index, shown[index]] = UNSURE
        odds[index, joint.chosen[index]] = 1.0 - UNSURE
    return Decision(chosen, odds)


def _confidence(cards: ExplainedCards, evidence: PartialEvidence, decision: Decision) -> Floats:
    each = np.arange(len(cards))
    own = np.clip(decision.odds[each, decision.chosen], 1e-6, 1 - 1e-6)
    features = np.column_stack(
        [np.clip(np.log(own / (1 - own)), -6, 12), np.clip(-evidence.light[each, decision.chosen], 0, 20)]
    ).astype(np.float32)
    whole, part = probability(features, ALONE.choice), probability(features, PART_RIGHT)
    share = np.clip((cards.visible - PART_BELOW) / (WHOLE_FROM - PART_BELOW), 0, 1)
    chosen_right = share * whole + (1 - share) * np.minimum(part, whole)
    is_a_card = probability(np.column_stack([cards.explained, evidence.share]).astype(np.float32), IS_A_CARD)
    right: Floats = (chosen_right * is_a_card).astype(np.float32)
    return right


def _loose_card(
    index: int, cards: ExplainedCards, decision: Decision, right: float, deck: DeckReferences
) -> LooseCard:
    chosen = int(decision.chosen[index])
    others = decision.odds[index].copy()
    others[chosen] = 0
    rest = max(float(others.sum()), 1e-9)
    order = [int(kind) for kind in np.argsort(-others)[: GUESSES_KEPT - 1] if others[kind] / rest > 1e-3]
    guesses = [
        Guess(deck.codes[kind], min(float((1 - right) * others[kind] / rest), right)) for kind in order
    ]
    return LooseCard(
        state=CellState.BACK if deck.is_back(chosen) else CellState.CARD,
        candidates=(Guess(deck.codes[chosen], right), *guesses),
        confidence=right,
        # A chequered cloth may look like backs, so a back is never used without asking.
        accepted=right >= accepted_from(float(cards.visible[index])) and not deck.is_back(chosen),
        corners=plain_corners(cards.corners[index]),
        visible=float(cards.visible[index]),
    )


def accepted_from(visible: float) -> float:
    """How sure a card must be of which so much shows: a sliver may show the colour and hardly the drawing."""
    return LOOSE_ACCEPTED_FROM if visible >= PART_BELOW else PART_ACCEPTED_FROM


def plain_corners(quad: Points) -> Corners:
    """Corners as plain numbers."""
    first, second, third, fourth = ((float(x), float(y)) for x, y in np.asarray(quad))
    return first, second, third, fourth
