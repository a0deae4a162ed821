"""Draw a card, phase 4."""

from __future__ import annotations

import pytest

from companion.games.conclave.components import FaceDownMage, Magic
from companion.games.conclave.draw_a_card import DrawDeck, DrawDecks
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.notation import mage
from companion.games.conclave.rulings import PlainRule
from tests.companion.games.conclave.decks import mages

DECKS = DrawDecks(mages("beC1 beC2"), mages("reG1"))


def test_the_top_card_of_the_chosen_deck_is_drawn() -> None:
    assert DECKS.after_drawing(DrawDeck.LEFT) == (mage("beC1"), DrawDecks(mages("beC2"), mages("reG1")))
    assert DECKS.after_drawing(DrawDeck.RIGHT) == (mage("reG1"), DrawDecks(mages("beC1 beC2"), ()))


def test_if_one_deck_runs_out_cards_are_drawn_from_the_other() -> None:
    """You must draw cards from the remaining deck."""
    _, left_only = DECKS.after_drawing(DrawDeck.RIGHT)
    assert not left_only.holds_cards(DrawDeck.RIGHT)
    assert left_only.holds_cards(DrawDeck.LEFT)
    with pytest.raises(AgainstTheRules, match="the right deck has run out") as refusal:
        left_only.after_drawing(DrawDeck.RIGHT)
    assert refusal.value.rule is PlainRule.REMAINING_DECK


def test_a_refill_goes_on_from_the_other_deck() -> None:
    """Ruling refill-deck: the deck drawn from this turn, then the other."""
    cards, decks = DECKS.after_refilling(DrawDeck.RIGHT, 2)
    assert cards == mages("reG1 beC1")
    assert decks == DrawDecks(mages("beC2"))
    cards, decks = DECKS.after_refilling(DrawDeck.LEFT, 3)
    assert cards == mages("beC1 beC2 reG1")
    assert decks.cards_left == 0


def test_the_decks_lie_on_opposite_sides() -> None:
    assert DrawDeck.LEFT.other is DrawDeck.RIGHT
    assert DrawDeck.RIGHT.other is DrawDeck.LEFT


def test_at_a_real_table_the_cards_are_counted_but_not_known() -> None:
    hidden = DrawDecks(uncounted=2)
    assert hidden.cards_left == 2
    assert hidden.are_hidden
    card, hidden = hidden.after_drawing(DrawDeck.LEFT)
    assert card == FaceDownMage()
    assert hidden.cards_left == 1
    assert hidden.holds_cards(DrawDeck.LEFT)
    assert hidden.holds_cards(DrawDeck.RIGHT)
    assert not hidden.after_drawing(DrawDeck.RIGHT)[1].are_hidden


def test_where_nobody_counted_the_decks_never_run_out_by_themselves() -> None:
    unknown = DrawDecks(uncounted=None)
    assert unknown.cards_left is None
    assert unknown.are_hidden
    assert unknown.after_drawing(DrawDeck.LEFT) == (FaceDownMage(), unknown)


def test_the_backs_of_spread_decks_show_what_will_come() -> None:
    backs = DrawDecks((FaceDownMage(Magic.MIND),), (FaceDownMage(Magic.EARTH),))
    assert backs.cards_left == 2
    assert backs.after_drawing(DrawDeck.RIGHT)[0] == FaceDownMage(Magic.EARTH)


def test_known_and_uncounted_cards_are_counted_together() -> None:
    assert DrawDecks(mages("beC1"), mages("reG1 reG2"), 4).cards_left == 7
