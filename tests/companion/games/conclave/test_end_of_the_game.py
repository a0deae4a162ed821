"""End of the Game: one last turn each, then the hands join the zones."""

from __future__ import annotations

import pytest

from companion.games.conclave.commands import DrawCard, SendEmissary
from companion.games.conclave.components import FaceDownMage, Magic
from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.end_of_the_game import require_shown_hand, stage_after_turn
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.events import FollowersGained, GameEnded, HandShown, TurnEnded
from companion.games.conclave.notation import mage
from companion.games.conclave.rulings import PlainRule
from companion.games.conclave.simulate import simulate_game
from companion.games.conclave.structure_of_a_round import Stage
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR, TWINS, mages
from tests.companion.games.conclave.tables import open_table

ROOMY = """
    beC2  ....  ....  orC1
    ....  ....  ....  ....
    ....  ....  ....  ....
    ....  grW5  beW1  puC3
"""


def test_everybody_takes_one_more_turn_the_one_who_emptied_the_decks_included() -> None:
    """Ruling last-turn: give, send, gain; no draw, no refill; three cards are then left in each hand."""
    game = open_table(ROOMY, "beC1 reG1 blG1 beC4", left="grG1", right="", players=3)
    game, _ = game.apply(SendEmissary("Ana", mage("beC1"), Cell(0, 1)))
    game, _ = game.apply(DrawCard("Ana", DrawDeck.LEFT))
    assert game.position.stage is Stage.LAST_TURNS
    assert game.position.last_turns_left == 3
    game, events = game.apply(SendEmissary("Ben", mage("grC1"), Cell(0, 2)))
    assert events[1:] == (FollowersGained("Ben", ()), TurnEnded("Ben"))
    game, _ = game.apply(SendEmissary("Cai", mage("grC1"), Cell(2, 3)))
    assert game.position.player.name == "Ana"
    game, events = game.apply(SendEmissary("Ana", mage("reG1"), Cell(2, 1)))
    assert events[-4:] == (
        HandShown("Ana", mages("blG1 beC4 grG1")),
        HandShown("Ben", mages("grC2 grC3 grC4")),
        HandShown("Cai", mages("grC2 grC3 grC4")),
        GameEnded(),
    )
    assert game.position.stage is Stage.OVER
    assert game.position.players[0].zone.followers == mages("blG1 beC4 grG1")
    assert game.position.players[0].hand == ()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("deck", [FOUR_OF_EACH_PAIR, TWINS], ids=["unique", "twins"])
def test_three_cards_are_left_in_each_hand(players: int, deck: object) -> None:
    assert deck in (FOUR_OF_EACH_PAIR, TWINS)
    for seed in range(20):
        events = simulate_game(
            FOUR_OF_EACH_PAIR if deck is FOUR_OF_EACH_PAIR else TWINS, players, seed
        ).events
        shown = [event for event in events if isinstance(event, HandShown)]
        assert [len(event.mages) for event in shown] == [3] * players


def stage_after(stage: Stage, *, ran_out: bool = False, left: int = 0, passes: int = 0) -> Stage:
    return stage_after_turn(stage, decks_ran_out=ran_out, last_turns_left=left, passes=passes, players=3)


def test_rounds_go_on_until_both_decks_have_run_out() -> None:
    assert stage_after(Stage.ROUNDS) is Stage.ROUNDS
    assert stage_after(Stage.ROUNDS, ran_out=True, left=3) is Stage.LAST_TURNS


def test_last_turns_go_on_until_everybody_had_one() -> None:
    assert stage_after(Stage.LAST_TURNS, ran_out=True, left=1) is Stage.LAST_TURNS
    assert stage_after(Stage.LAST_TURNS, ran_out=True, left=0) is Stage.SHOWING_HANDS


def test_a_whole_round_of_passes_is_the_end() -> None:
    assert stage_after(Stage.ROUNDS, passes=2) is Stage.ROUNDS
    assert stage_after(Stage.ROUNDS, passes=3) is Stage.SHOWING_HANDS
    assert stage_after(Stage.LAST_TURNS, ran_out=True, left=2, passes=3) is Stage.SHOWING_HANDS


def test_the_cards_shown_are_those_that_were_held() -> None:
    hand = (mage("puG5"), FaceDownMage(Magic.EARTH), FaceDownMage())
    require_shown_hand(hand, mages("beC1 reC1 puG5"))
    require_shown_hand(hand, mages("puG5 puG5 beC2"))
    with pytest.raises(AgainstTheRules, match="beC2 is not in the hand") as refusal:
        require_shown_hand((mage("puG5"), mage("reC1")), mages("puG5 beC2"))
    assert refusal.value.rule is PlainRule.OWN_HAND
    with pytest.raises(AgainstTheRules, match="reC1 is not in the hand"):
        require_shown_hand((FaceDownMage(Magic.EARTH), FaceDownMage()), mages("blC1 reC1"))


def test_as_many_cards_are_shown_as_were_held() -> None:
    with pytest.raises(AgainstTheRules, match="2 cards shown of a hand of 3") as refusal:
        require_shown_hand((FaceDownMage(),) * 3, mages("beC1 reC1"))
    assert refusal.value.rule is PlainRule.LAST_THREE
