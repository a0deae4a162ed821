from __future__ import annotations

from collections import Counter

import pytest

from calibration.house_deck.cards import ANIMALS, COLOURS, HouseCard, house_cards


def test_the_deck_holds_72_different_cards() -> None:
    assert len({card.code for card in house_cards()}) == len(house_cards()) == 72


def test_each_magic_has_four_cards_of_each_brotherhood() -> None:
    pairs = Counter((card.colour, card.animal) for card in house_cards())
    assert pairs == {(colour, animal): 4 for colour in COLOURS for animal in ANIMALS}


def test_no_magic_is_worth_more_than_another() -> None:
    worth = {
        colour: sum(card.influence for card in house_cards() if card.colour == colour) for colour in COLOURS
    }
    assert set(worth.values()) == {36}


def test_no_brotherhood_is_worth_more_than_another() -> None:
    worth = {
        animal: sum(card.influence for card in house_cards() if card.animal == animal) for animal in ANIMALS
    }
    assert set(worth.values()) == {72}


def test_the_rulebooks_own_example_is_in_the_deck() -> None:
    """The purple Gazelle of Influence 5, drawn in the rulebook's components."""
    assert HouseCard("pu", "G", 5) in house_cards()


@pytest.mark.parametrize("parts", [("pk", "G", 5), ("pu", "X", 5), ("pu", "G", 6), ("pu", "G", 0)])
def test_a_card_that_cannot_exist_is_refused(parts: tuple[str, str, int]) -> None:
    with pytest.raises(ValueError, match="no such card"):
        HouseCard(*parts)
