"""Game Setup, in open play and at a real table."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from companion.games.conclave.commands import LayOutTable, SetUpGame
from companion.games.conclave.components import Card, FaceDownMage, Magic
from companion.games.conclave.conclave import CENTRE, Cell, Conclave, Corner
from companion.games.conclave.draw_a_card import DrawDecks
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.game import start
from companion.games.conclave.game_setup import (
    CARDS_REMOVED,
    RING,
    cards_to_remove,
    lay_card,
    require_players,
    ring_is_laid,
    set_up,
)
from companion.games.conclave.notation import mage
from companion.games.conclave.rulings import Edition, PlainRule, Ruling
from companion.games.conclave.structure_of_a_round import Stage, TurnPhase
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR, deck, mages

NAMES = ("Ana", "Ben", "Cai", "Dua")
ORDER = tuple(FOUR_OF_EACH_PAIR)


def open_game(players: int, cards_removed: int | None = None) -> SetUpGame:
    return SetUpGame(NAMES[:players], FOUR_OF_EACH_PAIR, ORDER, cards_removed)


def ring_of(cards: tuple[Card, ...]) -> Conclave:
    conclave = Conclave()
    for cell, card in zip(RING, cards, strict=False):
        conclave = conclave.with_card(cell, card)
    return conclave


TABLE = LayOutTable(NAMES[:2], FOUR_OF_EACH_PAIR, ring_of(ORDER[:12]), cards_removed=18)


@pytest.mark.parametrize(("players", "removed", "left"), [(2, 18, 34), (3, 12, 36), (4, 6, 38)])
def test_cards_are_removed_dealt_laid_and_split(players: int, removed: int, left: int) -> None:
    """Remove 18, 12 or 6, deal 4 each, lay 12, and make two roughly equal decks of the rest."""
    setup = set_up(open_game(players))
    assert CARDS_REMOVED[players] == removed
    assert setup.removed == ORDER[:removed]
    assert [player.hand for player in setup.players] == [
        ORDER[removed + 4 * seat : removed + 4 * seat + 4] for seat in range(players)
    ]
    assert setup.conclave.empty_cells == CENTRE
    assert setup.draw_decks.cards_left == left
    assert abs(len(setup.draw_decks.left) - len(setup.draw_decks.right)) <= 1
    assert setup.draw_decks.left + setup.draw_decks.right == ORDER[-left:]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_position_holds_every_card_of_the_deck(players: int) -> None:
    """Hands, decks, Conclave and the cards removed: nothing is lost between the box and the first turn."""
    position = start(open_game(players))[0].position
    assert Counter(position.known_mages()) == Counter(ORDER)


def test_a_game_begins_in_its_first_turn_with_nothing_judged_drawn_or_passed() -> None:
    position = start(open_game(2))[0].position
    assert (position.turn, position.stage, position.phase) == (1, Stage.ROUNDS, TurnPhase.GIVE)
    assert (position.verdict, position.drawn_from) == (None, None)
    assert (position.last_turns_left, position.passes) == (0, 0)


def test_the_ring_is_laid_in_reading_order_from_the_cards_after_the_hands() -> None:
    setup = set_up(open_game(2))
    assert [setup.conclave[cell] for cell in RING] == list(ORDER[26:38])


def test_an_odd_rest_puts_one_more_card_into_the_left_deck() -> None:
    decks = set_up(open_game(2, cards_removed=17)).draw_decks
    assert (len(decks.left), len(decks.right)) == (18, 17)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fewer_cards_may_be_removed(players: int) -> None:
    """Ruling remove-fewer: from none up to the standard number."""
    assert cards_to_remove(None, players) == CARDS_REMOVED[players]
    assert cards_to_remove(0, players) == 0
    assert cards_to_remove(CARDS_REMOVED[players], players) == CARDS_REMOVED[players]
    for wrong in (-1, CARDS_REMOVED[players] + 1):
        with pytest.raises(AgainstTheRules) as refusal:
            cards_to_remove(wrong, players)
        assert refusal.value.rule is Ruling.REMOVE_FEWER
        assert refusal.value.fact.startswith(f"{wrong} cards removed; with {players} players 0 to ")


@pytest.mark.parametrize(
    ("names", "fact"),
    [
        (("Ana",), "2 to 4 players can play, got 1"),
        ((*NAMES, "Eva"), "2 to 4 players can play, got 5"),
        (("Ana", "Ana"), "two players are called 'Ana'"),
        (("Ana", "Ben", "Ben"), "two players are called 'Ben'"),
        (("Ana", ""), "a name is 1 to 40 printable characters, got ''"),
        (("Ana", " Ben"), "a name is 1 to 40 printable characters, got ' Ben'"),
        (("Ana", "B\nen"), "a name is 1 to 40 printable characters, got 'B\\nen'"),
        (("Ana", "B" * 41), "a name is 1 to 40 printable characters"),
    ],
)
def test_two_to_four_players_have_names_of_their_own(names: tuple[str, ...], fact: str) -> None:
    with pytest.raises(AgainstTheRules, match=re.escape(fact)) as refusal:
        require_players(names)
    assert refusal.value.rule is PlainRule.PLAYERS


def test_a_long_name_is_cut_in_the_refusal() -> None:
    with pytest.raises(AgainstTheRules) as refusal:
        require_players(("Ana", "B" * 1000))
    assert refusal.value.fact == f"a name is 1 to 40 printable characters, got {'B' * 60!r}"


def test_a_name_may_have_forty_characters_and_blanks_inside() -> None:
    require_players(("Ana María de la O", "B" * 40))


def test_the_first_player_is_the_one_chosen_else_the_first_named() -> None:
    assert start(open_game(3))[0].position.player.name == "Ana"
    assert start(replace(open_game(3), first_player="Cai"))[0].position.player.name == "Cai"
    with pytest.raises(AgainstTheRules, match="'Dua' is none of the players") as refusal:
        start(replace(open_game(3), first_player="Dua"))
    assert refusal.value.rule is PlainRule.PLAYERS


def test_the_starting_corner_and_the_edition_are_kept() -> None:
    setup = set_up(replace(open_game(2), starting_corner=Corner.BOTTOM_LEFT, edition=Edition.KLEINE_KLAEFFER))
    assert setup.starting_corner is Corner.BOTTOM_LEFT
    assert setup.edition is Edition.KLEINE_KLAEFFER
    assert setup.deck == FOUR_OF_EACH_PAIR


def test_the_shuffled_cards_must_be_those_of_the_deck() -> None:
    """Ruling deck-list: a card more, a card less or another card is refused."""
    for wrong in (ORDER[1:], (*ORDER, ORDER[0]), (mage("puG3"), *ORDER[1:])):
        with pytest.raises(AgainstTheRules) as refusal:
            set_up(replace(open_game(2), shuffled=wrong))
        assert refusal.value.rule is Ruling.DECK_LIST
        assert refusal.value.fact == "the shuffled cards are not those of the deck"


def test_a_deck_too_small_for_two_draw_decks_is_refused() -> None:
    smallest = ORDER[: 0 + 8 + 12 + 2]
    small = deck(" ".join(map(str, smallest)))
    assert set_up(SetUpGame(NAMES[:2], small, smallest, 0)).draw_decks.cards_left == 2
    with pytest.raises(AgainstTheRules, match="21 cards leave no two draw decks") as refusal:
        set_up(SetUpGame(NAMES[:2], deck(" ".join(map(str, smallest[1:]))), smallest[1:], 0))
    assert refusal.value.rule is Ruling.DECK_LIST


def test_at_a_real_table_hands_and_decks_are_unknown_never_invented() -> None:
    setup = start(TABLE)[1]
    assert [player.hand for player in setup.players] == [(FaceDownMage(),) * 4] * 2
    assert [player.zone.followers for player in setup.players] == [(), ()]
    assert setup.draw_decks == DrawDecks(uncounted=72 - 18 - 8 - 12)
    assert setup.removed == (FaceDownMage(),) * 18
    assert setup.conclave == TABLE.conclave


def test_a_table_can_be_taken_over_in_the_middle_of_a_game() -> None:
    zones = (mages("puG5 puG4"), mages("reC1"))
    middle = replace(TABLE, zones=zones, conclave=ring_of(ORDER[:10]), first_player="Ben")
    middle = replace(middle, starting_corner=Corner.TOP_RIGHT, edition=Edition.KLEINE_KLAEFFER)
    setup = start(middle)[1]
    assert [player.zone.followers for player in setup.players] == list(zones)
    assert setup.draw_decks.cards_left == 72 - 18 - 8 - 10 - 3
    assert setup.first_player == "Ben"
    assert setup.starting_corner is Corner.TOP_RIGHT
    assert setup.edition is Edition.KLEINE_KLAEFFER


def test_where_nobody_knows_what_was_removed_the_decks_stay_uncounted() -> None:
    setup = start(replace(TABLE, cards_removed=None))[1]
    assert setup.draw_decks.cards_left is None
    assert setup.removed is None


def test_at_a_real_table_fewer_cards_may_be_removed_too() -> None:
    setup = start(replace(TABLE, cards_removed=10))[1]
    assert setup.removed == (FaceDownMage(),) * 10
    assert setup.draw_decks.cards_left == 72 - 10 - 8 - 12


def test_backs_of_hands_and_decks_are_used_where_somebody_looked() -> None:
    """Players always see the back of the cards, which shows their type of Magic."""
    hands = ((FaceDownMage(Magic.MIND),) * 4, (FaceDownMage(Magic.EARTH),) * 4)
    decks = DrawDecks((FaceDownMage(Magic.WIND),) * 17, (FaceDownMage(Magic.NATURE),) * 17)
    setup = start(replace(TABLE, hands=hands, draw_decks=decks))[1]
    assert [player.hand for player in setup.players] == list(hands)
    assert setup.draw_decks == decks
    uncounted = start(replace(TABLE, draw_decks=decks, cards_removed=None))[1]
    assert uncounted.draw_decks == decks


def test_a_table_that_shows_more_than_the_deck_holds_is_refused() -> None:
    twice = TABLE.conclave.with_card(Cell(1, 1), ORDER[0])
    with pytest.raises(AgainstTheRules, match="2 of beC1, and the deck holds 1"):
        start(replace(TABLE, conclave=twice))
    with pytest.raises(AgainstTheRules, match="2 of beC1, and the deck holds 1"):
        start(replace(TABLE, zones=((ORDER[0],), ())))


def test_a_table_with_empty_draw_decks_is_refused() -> None:
    """Ruling last-turn: once they have run out, it matters whose turns are left."""
    for removed in (18, None):
        with pytest.raises(AgainstTheRules) as refusal:
            start(replace(TABLE, draw_decks=DrawDecks(), cards_removed=removed))
        assert refusal.value.rule is Ruling.LAST_TURN
        assert refusal.value.fact == "the draw decks are empty: nobody can say whose last turn it is"


def test_a_ring_is_laid_card_by_card() -> None:
    """The draw decks hold what does not lie on the table."""
    _, setup = start(TABLE)
    assert ring_is_laid(setup)
    missing = lay_card(setup, Cell(0, 0), None)
    assert missing.conclave[Cell(0, 0)] is None
    assert missing.draw_decks.cards_left == 35
    assert not ring_is_laid(missing)
    laid = lay_card(missing, Cell(0, 0), ORDER[20])
    assert laid.conclave[Cell(0, 0)] == ORDER[20]
    assert laid.draw_decks.cards_left == 34
    assert ring_is_laid(laid)
    assert lay_card(setup, Cell(0, 0), ORDER[20]) == laid


def test_the_centre_begins_empty() -> None:
    _, setup = start(TABLE)
    with pytest.raises(AgainstTheRules) as refusal:
        lay_card(setup, Cell(1, 1), ORDER[20])
    assert (refusal.value.rule, refusal.value.fact) == (PlainRule.SETUP_LAYOUT, "cell 1,1 begins empty")
    _, early = start(replace(TABLE, conclave=TABLE.conclave.with_card(Cell(1, 1), ORDER[20])))
    assert ring_is_laid(early), "as in the middle of a game, which may be taken over"
    assert lay_card(early, Cell(1, 1), None) == setup


def test_a_card_that_is_elsewhere_cannot_be_laid() -> None:
    """Ruling deck-list: in the Conclave, a zone or a hand."""
    _, setup = start(replace(TABLE, zones=((ORDER[20],), ()), hands=((ORDER[21],), (FaceDownMage(),))))
    for elsewhere in (ORDER[1], ORDER[20], ORDER[21]):
        with pytest.raises(AgainstTheRules, match=f"2 of {elsewhere}, and the deck holds 1"):
            lay_card(setup, Cell(0, 0), elsewhere)


def test_a_card_is_laid_while_some_are_unseen() -> None:
    eleven = replace(TABLE, conclave=ring_of(ORDER[:11]))
    _, last = start(replace(eleven, deck=deck(" ".join(map(str, ORDER[:38])))))
    assert last.draw_decks.cards_left == 1
    assert lay_card(last, RING[11], ORDER[11]).draw_decks.cards_left == 0
    _, uncounted = start(replace(eleven, cards_removed=None))
    assert lay_card(uncounted, RING[11], ORDER[11]).draw_decks.cards_left is None
    spread = DrawDecks((FaceDownMage(),) * 17, (FaceDownMage(),) * 18)
    _, seen = start(replace(eleven, draw_decks=spread))
    with pytest.raises(AgainstTheRules) as refusal:
        lay_card(seen, RING[11], ORDER[11])
    assert refusal.value.rule is Ruling.DECK_LIST
    assert refusal.value.fact == "every card that is not seen lies in the draw decks"


def test_the_cards_of_a_table_are_counted_where_somebody_counted() -> None:
    assert start(TABLE)[0].position.card_count == 72
    followers = replace(TABLE, zones=(mages("puG5"), ()), conclave=ring_of(ORDER[:11]))
    assert start(followers)[0].position.card_count == 72
    assert start(replace(TABLE, cards_removed=None))[0].position.card_count is None
    spread = DrawDecks((FaceDownMage(),) * 17, (FaceDownMage(),) * 17)
    uncounted = replace(TABLE, cards_removed=None, draw_decks=spread)
    assert start(uncounted)[0].position.card_count is None


def test_cards_for_another_number_of_players_are_refused() -> None:
    with pytest.raises(AgainstTheRules, match="cards of 1 players where 2 play") as refusal:
        start(replace(TABLE, zones=(mages("puG5"),)))
    assert refusal.value.rule is PlainRule.PLAYERS


def test_a_table_whose_cards_do_not_add_up_is_refused() -> None:
    with pytest.raises(AgainstTheRules, match="34 of 72 cards should be left to draw, not 33"):
        start(replace(TABLE, draw_decks=DrawDecks(uncounted=33)))
    few = deck(" ".join(map(str, ORDER[:38])))
    with pytest.raises(AgainstTheRules, match="0 of 38 cards should be left to draw, not 0") as refusal:
        start(replace(TABLE, deck=few))
    assert refusal.value.rule is Ruling.DECK_LIST
    one_more = deck(" ".join(map(str, ORDER[:39])))
    assert start(replace(TABLE, deck=one_more))[1].draw_decks.cards_left == 1
