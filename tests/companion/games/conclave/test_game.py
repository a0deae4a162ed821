"""The game: five phases in order, each command carried out or refused with the rule it breaks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.conclave.commands import (
    Command,
    DrawCard,
    GiveInfluence,
    PassTurn,
    RefillConclave,
    SendEmissary,
    ShowHand,
)
from companion.games.conclave.components import Magic
from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.events import (
    CardDrawn,
    ConclaveRefilled,
    DrawDecksRanOut,
    EmissarySent,
    FollowersGained,
    GameSetUp,
    HandShown,
    InfluenceGiven,
    MagicCrisisOccurred,
    TurnEnded,
    TurnPassed,
)
from companion.games.conclave.game import Game, fold
from companion.games.conclave.notation import mage
from companion.games.conclave.rulings import Edition, PlainRule, Ruling
from companion.games.conclave.simulate import simulate_game
from companion.games.conclave.structure_of_a_round import Stage, TurnPhase
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR, mages
from tests.companion.games.conclave.tables import open_table

EXAMPLE = """
    beC2  puW4  ....  orC1
    grG4  ....  blC5  reW4
    blC3  ....  orW2  ....
    ....  grW5  beW1  puC3
"""
ALMOST_FULL = """
    beC2  puW1  blC2  orC1
    orC2  ....  blC1  reW3
    blC3  beW4  orW2  puG5
    puC5  orG2  beW1  puC3
"""
FULL = """
    beC2  puW1  blC2  orC1
    orC2  reG2  blC1  reW3
    blC3  beW4  orW2  puG5
    puC5  orG2  beW1  puC3
"""
SEND = SendEmissary("Ana", mage("reG5"), Cell(1, 1))


def refusal_of(game: Game, command: Command) -> AgainstTheRules:
    """The refusal of a command, which must leave the game as it was and carry its position."""
    before = game.position
    with pytest.raises(AgainstTheRules) as refusal:
        game.apply(command)
    assert game.position is before
    assert refusal.value.position == before
    assert str(refusal.value) == f"{refusal.value.fact} [{refusal.value.rule}]"
    return refusal.value


def test_an_emissary_is_sent_and_its_followers_join_the_zone() -> None:
    """Phases 2 and 3: the rulebook's example, played."""
    game, events = open_table(EXAMPLE, "reG5 beC1 beC3 beC4").apply(SEND)
    assert events == (
        EmissarySent("Ana", mage("reG5"), Cell(1, 1)),
        FollowersGained("Ana", ((Cell(1, 0), mage("grG4")), (Cell(1, 3), mage("reW4")))),
    )
    position = game.position
    assert position.players[0].zone.followers == mages("grG4 reW4")
    assert position.players[0].hand == mages("beC1 beC3 beC4")
    assert position.conclave[Cell(1, 1)] == mage("reG5")
    assert position.conclave[Cell(1, 0)] is None
    assert position.phase is TurnPhase.DRAW
    assert position.player.name == "Ana"
    assert position.verdict is not None
    assert position.verdict.row.influence == 18


def test_a_card_is_drawn_and_the_conclave_refilled_from_the_same_deck() -> None:
    """Phases 4 and 5: two cells more than four are empty."""
    game, _ = open_table(EXAMPLE, "reG5 beC1 beC3 beC4").apply(SEND)
    game, events = game.apply(DrawCard("Ana", DrawDeck.RIGHT))
    assert events == (
        CardDrawn("Ana", mage("grW1"), DrawDeck.RIGHT),
        ConclaveRefilled("Ana", ((Cell(0, 2), mage("grW2")), (Cell(1, 0), mage("grW3")))),
        TurnEnded("Ana"),
    )
    position = game.position
    assert position.players[0].hand == mages("beC1 beC3 beC4 grW1")
    assert position.conclave.empty_count == 4
    assert position.draw_decks.left == mages("grG1 grG2 grG3")
    assert position.draw_decks.right == ()
    assert (position.player.name, position.phase, position.turn) == ("Ben", TurnPhase.GIVE, 2)
    assert position.verdict is None
    assert position.drawn_from is None


def test_if_the_deck_runs_out_the_refill_goes_on_from_the_other() -> None:
    game, _ = open_table(EXAMPLE, "reG5 beC1 beC3 beC4", right="grW1 grW2").apply(SEND)
    game, events = game.apply(DrawCard("Ana", DrawDeck.RIGHT))
    assert events[1] == ConclaveRefilled("Ana", ((Cell(0, 2), mage("grW2")), (Cell(1, 0), mage("grG1"))))
    assert game.position.draw_decks.left == mages("grG2 grG3")


def test_nothing_is_refilled_while_four_cells_are_empty() -> None:
    game, _ = open_table(EXAMPLE, "beG1 reG5 beC3 beC4").apply(SendEmissary("Ana", mage("beG1"), Cell(0, 2)))
    game, events = game.apply(DrawCard("Ana", DrawDeck.LEFT))
    assert events == (CardDrawn("Ana", mage("grG1"), DrawDeck.LEFT), TurnEnded("Ana"))


def test_a_pile_is_given_before_sending() -> None:
    """Phase 1, optional: the whole pile moves, and the turn goes on with phase 2."""
    game = open_table(EXAMPLE, "reG5 beC1 beC3 beC4", zones=("puG1 beG1 puC2", "beG2"))
    game, events = game.apply(GiveInfluence("Ana", Magic.MIND, "Ben"))
    assert events == (InfluenceGiven("Ana", Magic.MIND, "Ben"),)
    assert game.position.players[0].zone.followers == mages("beG1")
    assert game.position.players[1].zone.followers == mages("beG2 puG1 puC2")
    assert game.position.phase is TurnPhase.SEND
    game, _ = game.apply(SEND)
    assert game.position.phase is TurnPhase.DRAW


def test_only_one_pile_a_turn_is_given() -> None:
    game = open_table(EXAMPLE, "reG5 beC1 beC3 beC4", zones=("puG1 beG1", ""))
    game, _ = game.apply(GiveInfluence("Ana", Magic.MIND, "Ben"))
    refusal = refusal_of(game, GiveInfluence("Ana", Magic.EARTH, "Ben"))
    assert (refusal.rule, refusal.fact) == (Ruling.GIVE_PILE, "one pile has been given this turn already")


def test_no_pile_is_given_after_sending() -> None:
    game, _ = open_table(EXAMPLE, "reG5 beC1 beC3 beC4", zones=("puG1 beG1", "")).apply(SEND)
    refusal = refusal_of(game, GiveInfluence("Ana", Magic.MIND, "Ben"))
    assert (refusal.rule, refusal.fact) == (PlainRule.PHASE_ORDER, "the turn is in phase draw")


def test_a_pile_goes_to_another_player_who_has_none_of_it() -> None:
    game = open_table(EXAMPLE, "reG5 beC1 beC3 beC4", zones=("puG1 beG1", "beG2"))
    assert refusal_of(game, GiveInfluence("Ana", Magic.EARTH, "Ben")).rule is Ruling.GIVE_PILE
    assert refusal_of(game, GiveInfluence("Ana", Magic.NATURE, "Ben")).rule is PlainRule.OWN_PILE
    to_oneself = refusal_of(game, GiveInfluence("Ana", Magic.EARTH, "Ana"))
    assert (to_oneself.rule, to_oneself.fact) == (Ruling.GIVE_PILE, "a pile goes to another player")
    stranger = refusal_of(game, GiveInfluence("Ana", Magic.EARTH, "Eva"))
    assert (stranger.rule, stranger.fact) == (PlainRule.PLAYERS, "'Eva' is none of the players")


@pytest.mark.parametrize(
    "command",
    [
        GiveInfluence("Ben", Magic.EARTH, "Ana"),
        SendEmissary("Ben", mage("grC1"), Cell(1, 1)),
        PassTurn("Ben"),
        DrawCard("Ben", DrawDeck.LEFT),
        RefillConclave("Ben", ()),
    ],
    ids=lambda command: type(command).__name__,
)
def test_only_the_player_whose_turn_it_is_may_act(command: Command) -> None:
    refusal = refusal_of(open_table(EXAMPLE, "reG5 beC1 beC3 beC4"), command)
    assert (refusal.rule, refusal.fact) == (PlainRule.TURN_ORDER, "it is the turn of Ana")


def test_phases_come_in_their_order() -> None:
    game = open_table(EXAMPLE, "reG5 beC1 beC3 beC4")
    assert refusal_of(game, DrawCard("Ana", DrawDeck.LEFT)).fact == "the turn is in phase give"
    assert refusal_of(game, RefillConclave("Ana", ())).rule is PlainRule.PHASE_ORDER
    game, _ = game.apply(SEND)
    assert refusal_of(game, SendEmissary("Ana", mage("beC1"), Cell(0, 2))).rule is PlainRule.PHASE_ORDER
    assert refusal_of(game, PassTurn("Ana")).rule is PlainRule.PHASE_ORDER


def test_only_a_mage_of_the_own_hand_is_sent_to_a_legal_place() -> None:
    game = open_table(EXAMPLE, "reG5 beC1 beC3 beC4")
    strange = refusal_of(game, SendEmissary("Ana", mage("blG5"), Cell(1, 1)))
    assert (strange.rule, strange.fact) == (PlainRule.OWN_HAND, "blG5 is not in the hand")
    assert refusal_of(game, SendEmissary("Ana", mage("reG5"), Cell(0, 0))).rule is PlainRule.EMPTY_SPACE


def test_an_empty_deck_cannot_be_drawn_from() -> None:
    game, _ = open_table(EXAMPLE, "reG5 beC1 beC3 beC4", right="").apply(SEND)
    assert refusal_of(game, DrawCard("Ana", DrawDeck.RIGHT)).rule is PlainRule.REMAINING_DECK


def test_a_magic_crisis_follows_phase_three() -> None:
    game, events = open_table(ALMOST_FULL, "reG2 beC1 beC3 beC4").apply(
        SendEmissary("Ana", mage("reG2"), Cell(1, 1))
    )
    assert events[1] == MagicCrisisOccurred("Ana", Cell(1, 1))
    assert isinstance(events[2], FollowersGained)
    assert [str(one) for _, one in events[2].followers] == ["puW1", "orC2", "blC1", "reW3", "beW4"]
    game, events = game.apply(DrawCard("Ana", DrawDeck.LEFT))
    assert events[1] == ConclaveRefilled("Ana", ((Cell(0, 1), mage("grG2")),))


def test_the_edition_of_the_game_decides_the_crisis() -> None:
    game = open_table(ALMOST_FULL, "reG2 beC1 beC3 beC4")
    game = Game(replace(game.position, edition=Edition.KLEINE_KLAEFFER))
    _, events = game.apply(SendEmissary("Ana", mage("reG2"), Cell(1, 1)))
    assert isinstance(events[2], FollowersGained)
    assert [str(one) for _, one in events[2].followers] == ["puW1", "orC2", "blC1", "beW4"]


def test_whoever_can_place_must_send() -> None:
    refusal = refusal_of(open_table(ALMOST_FULL, "reG2 beC1 beC3 beC4"), PassTurn("Ana"))
    assert (refusal.rule, refusal.fact) == (PlainRule.MUST_SEND, "the Conclave has a free place")


def test_in_a_full_conclave_a_player_passes_and_draws_nothing() -> None:
    """Ruling crisis-empty: phases 2 and 3 are passed, nothing is drawn, and play goes on."""
    game = open_table(FULL, "beC1 beC3 beC4 beC5", zones=("grG5", ""))
    game, _ = game.apply(GiveInfluence("Ana", Magic.NATURE, "Ben"))
    game, events = game.apply(PassTurn("Ana"))
    assert events == (TurnPassed("Ana"), TurnEnded("Ana"))
    assert game.position.players[0].hand == mages("beC1 beC3 beC4 beC5")
    assert game.position.draw_decks.cards_left == 6
    assert game.position.player.name == "Ben"
    assert game.position.stage is Stage.ROUNDS


def test_a_whole_round_of_passes_ends_the_game() -> None:
    game = open_table(FULL, "beC1 beC3 beC4 beC5", players=3)
    for name in ("Ana", "Ben"):
        game, _ = game.apply(PassTurn(name))
        assert game.position.stage is Stage.ROUNDS
    game, _ = game.apply(PassTurn("Cai"))
    assert game.position.stage is Stage.OVER
    assert [len(player.zone.followers) for player in game.position.players] == [4, 4, 4]


def test_passes_count_only_in_a_row() -> None:
    game = open_table(FULL, "beC1 beC3 beC4 beC5")
    game, _ = game.apply(PassTurn("Ana"))
    opened = Game(replace(game.position, conclave=game.position.conclave.without([Cell(0, 0)])))
    opened, _ = opened.apply(SendEmissary("Ben", mage("grC1"), Cell(0, 0)))
    assert opened.position.passes == 0


def test_a_game_is_the_fold_of_its_events() -> None:
    played = simulate_game(FOUR_OF_EACH_PAIR, 3, seed=1)
    assert fold(played.events) == played.game
    middle = len(played.events) // 2
    later = [event for event in played.events[middle:] if not isinstance(event, GameSetUp)]
    assert fold(played.events[:middle]).after(later) == played.game


def test_a_fold_begins_with_one_setup() -> None:
    events = simulate_game(FOUR_OF_EACH_PAIR, 2, seed=1).events
    for wrong in ((), events[1:]):
        with pytest.raises(ValueError, match=r"^a game begins with its setup$"):
            fold(wrong)
    with pytest.raises(ValueError, match=r"^a game is set up only once$"):
        fold((events[0], events[0]))


def test_between_sending_and_gaining_the_turn_is_in_phase_three() -> None:
    """A log may stop there: the Emissary stands, and nobody has followed yet."""
    game = open_table(EXAMPLE, "reG5 beC1 beC3 beC4")
    assert game.after([EmissarySent("Ana", mage("reG5"), Cell(1, 1))]).position.phase is TurnPhase.GAIN
    assert game.after([TurnPassed("Ana")]).position.phase is TurnPhase.GAIN


def test_events_that_cannot_have_happened_are_not_folded() -> None:
    """A fold asks no rules, but it never invents a card or a player."""
    game = open_table(EXAMPLE, "reG5 beC1 beC3 beC4")
    with pytest.raises(ValueError, match=r"^blG5 is not in the hand of Ana$"):
        game.after([EmissarySent("Ana", mage("blG5"), Cell(1, 1))])
    with pytest.raises(ValueError, match=r"^nobody has drawn a card this turn$"):
        game.after([ConclaveRefilled("Ana", ((Cell(1, 1), mage("blG5")),))])
    with pytest.raises(ValueError, match=r"^'Eva' does not play$"):
        game.after([HandShown("Eva", ())])


def test_after_the_last_turn_nothing_more_is_played() -> None:
    over = simulate_game(FOUR_OF_EACH_PAIR, 2, seed=1).game
    name = over.position.player.name
    refusal = refusal_of(over, PassTurn(name))
    assert (refusal.rule, refusal.fact) == (PlainRule.GAME_OVER, "the last turn has been played")
    assert refusal_of(over, ShowHand(name, ())).rule is PlainRule.LAST_THREE


def test_empty_decks_are_noticed_when_the_last_card_is_drawn() -> None:
    game, _ = open_table(EXAMPLE, "beG1 reG5 beC3 beC4", left="grG1", right="").apply(
        SendEmissary("Ana", mage("beG1"), Cell(0, 2))
    )
    _, events = game.apply(DrawCard("Ana", DrawDeck.LEFT))
    assert events[1:] == (DrawDecksRanOut("Ana"), TurnEnded("Ana"))


def test_empty_decks_are_noticed_when_the_last_card_is_laid() -> None:
    game, _ = open_table(EXAMPLE, "reG5 beC1 beC3 beC4", left="grG1", right="grW1").apply(SEND)
    game, events = game.apply(DrawCard("Ana", DrawDeck.LEFT))
    assert events[1:] == (
        ConclaveRefilled("Ana", ((Cell(0, 2), mage("grW1")),)), DrawDecksRanOut("Ana"), TurnEnded("Ana"),
    )  # fmt: skip
    assert game.position.conclave.empty_count == 5
