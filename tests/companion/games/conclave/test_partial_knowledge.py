"""Partial knowledge: the same rules on what a real table shows; what is unknown is never invented."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.conclave.commands import DrawCard, RefillConclave, SendEmissary, ShowHand
from companion.games.conclave.components import Card, FaceDownMage, Mage, Magic
from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck, DrawDecks
from companion.games.conclave.errors import NotKnownYet
from companion.games.conclave.events import (
    CardDrawn,
    ConclaveRefilled,
    DrawDecksRanOut,
    EmissarySent,
    Event,
    FollowersGained,
    GameEnded,
    GameSetUp,
    HandShown,
    TurnEnded,
)
from companion.games.conclave.game import Game, fold
from companion.games.conclave.notation import mage
from companion.games.conclave.rulings import Ruling
from companion.games.conclave.scoring import tally
from companion.games.conclave.simulate import simulate_game
from companion.games.conclave.structure_of_a_round import Stage, TurnPhase
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR, mages
from tests.companion.games.conclave.tables import hidden_table
from tests.companion.games.conclave.test_game import EXAMPLE, SEND, refusal_of

UNSEEN = FaceDownMage()


def test_a_hidden_hand_loses_one_card_when_an_emissary_is_seen() -> None:
    game, events = hidden_table(EXAMPLE).apply(SEND)
    assert events[1] == FollowersGained("Ana", ((Cell(1, 0), mage("grG4")), (Cell(1, 3), mage("reW4"))))
    assert game.position.players[0].hand == (UNSEEN,) * 3


def test_a_drawn_card_stays_unknown_and_the_table_shows_the_refill() -> None:
    game, _ = hidden_table(EXAMPLE, cards_removed=18).apply(SEND)
    left = game.position.draw_decks.cards_left
    game, events = game.apply(DrawCard("Ana", DrawDeck.LEFT))
    assert events == (CardDrawn("Ana", UNSEEN, DrawDeck.LEFT),)
    assert game.position.phase is TurnPhase.REFILL
    game, events = game.apply(RefillConclave("Ana", mages("grW1 grW2")))
    assert events == (
        ConclaveRefilled("Ana", ((Cell(0, 2), mage("grW1")), (Cell(1, 0), mage("grW2")))), TurnEnded("Ana"),
    )  # fmt: skip
    assert left is not None
    assert game.position.draw_decks.cards_left == left - 3


def test_where_nothing_is_to_be_refilled_the_turn_ends_with_the_draw() -> None:
    game, _ = hidden_table(EXAMPLE).apply(SendEmissary("Ana", mage("beG1"), Cell(0, 2)))
    _, events = game.apply(DrawCard("Ana", DrawDeck.LEFT))
    assert events == (CardDrawn("Ana", UNSEEN, DrawDeck.LEFT), TurnEnded("Ana"))


@pytest.mark.parametrize("laid", ["grW1", "grW1 grW2 grW3"])
def test_a_refill_of_too_few_or_too_many_cards_is_refused(laid: str) -> None:
    game, _ = hidden_table(EXAMPLE, cards_removed=18).apply(SEND)
    game, _ = game.apply(DrawCard("Ana", DrawDeck.LEFT))
    refusal = refusal_of(game, RefillConclave("Ana", mages(laid)))
    assert refusal.rule is Ruling.REFILL_DECK
    assert refusal.fact == f"{len(laid.split())} cards laid where 2 cells are to be filled"


def test_cards_laid_in_the_wrong_cells_are_refused_by_the_order() -> None:
    """Ruling refill-order: the table shows where each card was laid."""
    game, _ = hidden_table(EXAMPLE, cards_removed=18).apply(SEND)
    game, _ = game.apply(DrawCard("Ana", DrawDeck.LEFT))
    wrong = RefillConclave("Ana", mages("grW1 grW2"), cells=(Cell(0, 2), Cell(1, 3)))
    refusal = refusal_of(game, wrong)
    assert (refusal.rule, refusal.fact) == (
        Ruling.REFILL_ORDER, "cards laid at 0,2 1,3 where 0,2 1,0 come first",
    )  # fmt: skip
    game, events = game.apply(replace(wrong, cells=(Cell(0, 2), Cell(1, 0))))
    assert isinstance(events[0], ConclaveRefilled)


def test_a_card_that_is_elsewhere_cannot_appear_again() -> None:
    """Ruling deck-list: the one orW2 of this deck lies in the Conclave."""
    game = hidden_table(EXAMPLE)
    refusal = refusal_of(game, SendEmissary("Ana", mage("orW2"), Cell(1, 1)))
    assert (refusal.rule, refusal.fact) == (Ruling.DECK_LIST, "2 of orW2, and the deck holds 1")
    game, _ = game.apply(SEND)
    game, _ = game.apply(DrawCard("Ana", DrawDeck.LEFT))
    assert (
        refusal_of(game, RefillConclave("Ana", mages("grW1 grG4"))).fact == "2 of grG4, and the deck holds 1"
    )
    assert (
        refusal_of(game, RefillConclave("Ana", mages("grW1 grW1"))).fact == "2 of grW1, and the deck holds 1"
    )


def test_a_card_face_down_in_a_line_stops_the_verdict_and_changes_nothing() -> None:
    game = hidden_table(EXAMPLE.replace("blC5", "blB?"))
    with pytest.raises(NotKnownYet, match="cell 1,2"):
        game.apply(SEND)


def test_uncounted_decks_run_out_when_the_table_says_so() -> None:
    game, _ = hidden_table(EXAMPLE).apply(SEND)
    game, events = game.apply(DrawCard("Ana", DrawDeck.LEFT))
    game, events = game.apply(RefillConclave("Ana", mages("grW1"), decks_ran_out=True))
    assert events[1:] == (DrawDecksRanOut("Ana"), TurnEnded("Ana"))
    assert game.position.stage is Stage.LAST_TURNS
    assert game.position.last_turns_left == 2


def test_uncounted_decks_may_run_out_with_the_card_drawn() -> None:
    game, _ = hidden_table(EXAMPLE).apply(SEND)
    game, events = game.apply(DrawCard("Ana", DrawDeck.LEFT, decks_ran_out=True))
    assert events[1:] == (DrawDecksRanOut("Ana"), TurnEnded("Ana"))


def test_a_short_refill_is_refused_while_nobody_says_the_decks_ran_out() -> None:
    game, _ = hidden_table(EXAMPLE).apply(SEND)
    game, _ = game.apply(DrawCard("Ana", DrawDeck.LEFT))
    assert refusal_of(game, RefillConclave("Ana", mages("grW1"))).rule is Ruling.REFILL_DECK


def test_counted_decks_do_not_run_out_by_being_told_so() -> None:
    game, _ = hidden_table(EXAMPLE, cards_removed=18).apply(SEND)
    left = game.position.draw_decks.cards_left
    assert left is not None
    refusal = refusal_of(game, DrawCard("Ana", DrawDeck.LEFT, decks_ran_out=True))
    assert (refusal.rule, refusal.fact) == (Ruling.LAST_TURN, f"{left - 1} cards are left to draw")
    game, _ = game.apply(DrawCard("Ana", DrawDeck.LEFT))
    assert (
        refusal_of(game, RefillConclave("Ana", mages("grW1"), decks_ran_out=True)).rule is Ruling.REFILL_DECK
    )


def test_backs_seen_on_the_decks_must_agree_with_the_cards_laid() -> None:
    backs = DrawDecks((FaceDownMage(Magic.MIND), FaceDownMage(Magic.NATURE), FaceDownMage(Magic.NATURE)), ())
    game = Game(replace(hidden_table(EXAMPLE).position, draw_decks=backs))
    game, _ = game.apply(SEND)
    game, events = game.apply(DrawCard("Ana", DrawDeck.LEFT))
    assert events[0] == CardDrawn("Ana", FaceDownMage(Magic.MIND), DrawDeck.LEFT)
    refusal = refusal_of(game, RefillConclave("Ana", mages("grW1 beC1")))
    assert (refusal.rule, refusal.fact) == (Ruling.REFILL_DECK, "beC1 laid where grB? lay on top of the deck")
    game, events = game.apply(RefillConclave("Ana", mages("grW1 grW2")))
    assert events[1:] == (DrawDecksRanOut("Ana"), TurnEnded("Ana"))


def test_hands_are_shown_one_by_one_after_the_last_turn() -> None:
    game = hidden_table(EXAMPLE)
    game = Game(replace(game.position, stage=Stage.LAST_TURNS, last_turns_left=1, draw_decks=DrawDecks()))
    game, events = game.apply(SEND)
    assert events[-1] == TurnEnded("Ana")
    assert game.position.stage is Stage.SHOWING_HANDS
    game, events = game.apply(ShowHand("Ana", mages("grW1 grW2 grW3")))
    assert events == (HandShown("Ana", mages("grW1 grW2 grW3")),)
    assert refusal_of(game, ShowHand("Ana", ())).fact == "hands are shown once, after the last turn"
    assert refusal_of(game, ShowHand("Ben", mages("grW1 grW4 beC4 puC1"))).rule is Ruling.DECK_LIST
    game, events = game.apply(ShowHand("Ben", mages("grC1 grW4 beC4 puC1")))
    assert events == (HandShown("Ben", mages("grC1 grW4 beC4 puC1")), GameEnded())
    assert game.position.stage is Stage.OVER


def test_a_hand_of_known_cards_is_shown_without_counting_them_twice() -> None:
    game = hidden_table(EXAMPLE)
    ana = replace(game.position.players[0], hand=(*mages("reG5 grW1"), UNSEEN))
    players = (ana, game.position.players[1])
    shown = Game(replace(game.position, players=players, stage=Stage.SHOWING_HANDS))
    shown, _ = shown.apply(ShowHand("Ana", mages("grW1 beC1 reG5")))
    assert shown.position.players[0].zone.followers == mages("grW1 beC1 reG5")
    assert shown.position.stage is Stage.SHOWING_HANDS


def test_hands_are_not_shown_before_the_last_turn() -> None:
    refusal = refusal_of(hidden_table(EXAMPLE), ShowHand("Ana", mages("grW1 grW2 grW3 grW4")))
    assert refusal.fact == "hands are shown once, after the last turn"


def hide(card: Card) -> Card:
    return UNSEEN if isinstance(card, Mage) else card


def as_seen(events: tuple[Event, ...]) -> Game:
    """Play a game again at a hidden table, from what a camera would see of it."""
    setup = events[0]
    assert isinstance(setup, GameSetUp)
    players = tuple(replace(player, hand=(UNSEEN,) * 4) for player in setup.players)
    game = fold(
        [replace(setup, players=players, draw_decks=DrawDecks(uncounted=setup.draw_decks.cards_left))]
    )
    for event in events[1:]:
        if isinstance(event, EmissarySent):
            game, _ = game.apply(SendEmissary(event.player, event.mage, event.cell))
        elif isinstance(event, CardDrawn):
            game, _ = game.apply(DrawCard(event.player, event.deck))
        elif isinstance(event, ConclaveRefilled):
            game, _ = game.apply(RefillConclave(event.player, tuple(one for _, one in event.mages)))
        elif isinstance(event, HandShown):
            game, _ = game.apply(ShowHand(event.player, event.mages))
    return game


@pytest.mark.parametrize("seed", range(6))
def test_hidden_and_open_play_come_to_the_same_tally(seed: int) -> None:
    """The table alone is enough to follow a game that gives no piles away."""
    played = simulate_game(FOUR_OF_EACH_PAIR, 3, seed)
    kept = tuple(event for event in played.events if type(event).__name__ != "InfluenceGiven")
    hidden = as_seen(kept)
    open_play = fold(kept)
    assert hidden.position.stage is Stage.OVER
    assert hidden.position.conclave == open_play.position.conclave
    zones = [[(one.name, one.zone) for one in game.position.players] for game in (hidden, open_play)]
    assert tally(zones[0]) == tally(zones[1])
