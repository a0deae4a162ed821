"""Which of its two likeliest codes a picture leans to, and how clearly they could be told apart."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn_cards import cells, drawn_deck, table
from vision.cell_images import quads_of
from vision.evidence import Evidence, gather
from vision.references import DeckReferences
from vision.rivals import weigh_rivals

LINE = [["blX1", "reX3", "grX2", "orX1"]]


@pytest.fixture(scope="module")
def deck() -> DeckReferences:
    return drawn_deck()


@pytest.fixture(scope="module")
def evidence(deck: DeckReferences) -> Evidence:
    return gather(table(LINE), quads_of(cells(LINE)), deck)


def favouring(deck: DeckReferences, first: str, second: str) -> np.ndarray:
    """Scores by which every cell would be one code, and next to it another."""
    words = {first: 0.0, second: -1.0}
    return np.tile(np.array([words.get(code, -9.0) for code in deck.codes], np.float32), (len(LINE[0]), 1))


def test_a_picture_leans_to_the_card_it_shows_whichever_is_named_first(
    deck: DeckReferences, evidence: Evidence
) -> None:
    level = deck.levels[evidence.comparison.blur]
    right = weigh_rivals(evidence.comparison, favouring(deck, "blX1", "reX1"), level, deck.digits.kin)
    wrong = weigh_rivals(evidence.comparison, favouring(deck, "reX1", "blX1"), level, deck.digits.kin)
    assert right.lean[0] > 0.5
    assert wrong.lean[0] < 0


def test_cards_that_differ_more_are_told_apart_more_clearly(deck: DeckReferences, evidence: Evidence) -> None:
    level = deck.levels[evidence.comparison.blur]
    other_number = weigh_rivals(evidence.comparison, favouring(deck, "blX1", "reX1"), level, deck.digits.kin)
    itself = weigh_rivals(evidence.comparison, favouring(deck, "blX1", "blX1"), level, deck.digits.kin)
    assert other_number.clarity[0] > itself.clarity[0]


def test_every_cell_has_two_different_codes(evidence: Evidence) -> None:
    assert bool(np.all(evidence.rivals.first != evidence.rivals.second))
