"""Components: the Mages and the deck they make up."""

from __future__ import annotations

import pytest

from companion.games.conclave.components import Brotherhood, Deck, FaceDownMage, Mage, Magic, deck_of
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.notation import MAGES_BY_CODE, mage
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR, TWINS, deck, mages


def test_a_mage_has_a_magic_a_brotherhood_and_an_influence() -> None:
    """The rulebook's example: a Gazelle with 5 Influence over Mind Magic (purple)."""
    assert mage("puG5") == Mage(Magic.MIND, Brotherhood.GAZELLE, 5)


def test_there_are_six_magics_and_three_brotherhoods() -> None:
    assert [magic.name for magic in Magic] == ["EARTH", "WIND", "MIND", "WISDOM", "LOVE_AND_WAR", "NATURE"]
    assert [brotherhood.name for brotherhood in Brotherhood] == ["CROW", "GAZELLE", "WILD_BOAR"]
    assert len(MAGES_BY_CODE) == 6 * 3 * 5


@pytest.mark.parametrize("influence", [0, 6, -1, 2.0, True])
def test_influence_runs_from_one_to_five(influence: int) -> None:
    with pytest.raises(ValueError, match="1 to 5"):
        Mage(Magic.EARTH, Brotherhood.CROW, influence)


@pytest.mark.parametrize("influence", [1, 5])
def test_one_and_five_are_the_ends_of_influence(influence: int) -> None:
    assert str(Mage(Magic.EARTH, Brotherhood.CROW, influence)) == f"beC{influence}"


def test_a_card_face_down_shows_its_magic_and_may_be_any_mage_of_it() -> None:
    """The back of a card shows its type of Magic."""
    assert FaceDownMage(Magic.MIND).may_be(mage("puG5"))
    assert not FaceDownMage(Magic.MIND).may_be(mage("reG5"))


def test_a_card_whose_back_nobody_saw_may_be_any_mage() -> None:
    assert all(FaceDownMage().may_be(one) for one in MAGES_BY_CODE.values())


def test_a_deck_is_a_list_with_counts() -> None:
    """Ruling deck-list: no card is assumed to be unique."""
    twice = deck("puG5 puG5 reC1")
    assert dict(twice.copies) == {mage("puG5"): 2, mage("reC1"): 1}
    assert sorted(map(str, twice)) == ["puG5", "puG5", "reC1"]
    assert len(twice) == 3
    assert len(FOUR_OF_EACH_PAIR) == len(TWINS) == 72


def test_decks_are_the_same_by_their_cards() -> None:
    assert deck("puG5 reC1 puG5") == deck("reC1 puG5 puG5")
    assert hash(deck("puG5 reC1 puG5")) == hash(deck("reC1 puG5 puG5"))
    assert len({hash(deck(codes)) for codes in ("puG5", "puG5 puG5", "reC1", "puG5 reC1")}) == 4


def test_a_deck_keeps_its_own_list() -> None:
    copies = {mage("puG5"): 2}
    kept = Deck(copies)
    copies[mage("puG5")] = 3
    assert len(kept) == 2


def test_a_deck_does_not_list_a_card_it_does_not_hold() -> None:
    with pytest.raises(ValueError, match="at least once, got 0 of puG5"):
        Deck({mage("puG5"): 0})


def test_a_deck_holds_as_many_copies_as_its_list_says() -> None:
    deck("puG5 puG5").require_holds(mages("puG5 puG5"))
    with pytest.raises(AgainstTheRules, match=r"2 of reC1, and the deck holds 1 \[deck-list\]"):
        deck("puG5 reC1").require_holds(mages("reC1 reC1"))
    with pytest.raises(AgainstTheRules, match="1 of blW2, and the deck holds 0"):
        deck("puG5 reC1").require_holds(mages("blW2"))


def test_a_deck_made_of_cards_counts_them() -> None:
    assert deck_of(mages("reC1 reC1 reC1")).copies[mage("reC1")] == 3
