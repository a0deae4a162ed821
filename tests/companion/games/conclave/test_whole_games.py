"""Whole games under a stateful machine: whatever is tried, the rules and the cards hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.games.conclave.commands import (
    Command,
    DrawCard,
    GiveInfluence,
    PassTurn,
    RefillConclave,
    SendEmissary,
    SetUpGame,
    ShowHand,
)
from companion.games.conclave.components import Magic
from companion.games.conclave.conclave import CELLS, Corner
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.events import Event
from companion.games.conclave.game import Game, fold, start
from companion.games.conclave.game_log import print_game
from companion.games.conclave.game_log_reader import parse_game
from companion.games.conclave.give_influence import InfluenceZone
from companion.games.conclave.notation import MAGES_BY_CODE, parse_conclave, print_conclave
from companion.games.conclave.rejudge import rejudge
from companion.games.conclave.rulings import Edition, PlainRule, Ruling
from companion.games.conclave.simulate import choose
from companion.games.conclave.structure_of_a_round import Stage
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR, TWINS

NAMES = ("Ana", "Ben", "Cai", "Dua")
names = st.sampled_from((*NAMES, "Eva"))
any_mage = st.sampled_from(list(MAGES_BY_CODE.values()))
any_command = st.one_of(
    st.builds(GiveInfluence, names, st.sampled_from(Magic), names),
    st.builds(SendEmissary, names, any_mage, st.sampled_from(CELLS)),
    st.builds(PassTurn, names),
    st.builds(DrawCard, names, st.sampled_from(DrawDeck), st.booleans()),
    st.builds(RefillConclave, names, st.lists(any_mage, max_size=3).map(tuple), st.booleans()),
    st.builds(ShowHand, names, st.lists(any_mage, max_size=4).map(tuple)),
)


class WholeGames(RuleBasedStateMachine):
    """Plays games of legal decisions, tries illegal ones in between, and checks after every event."""

    @initialize(
        command=st.builds(
            SetUpGame,
            st.integers(2, 4).map(lambda players: NAMES[:players]),
            st.sampled_from((FOUR_OF_EACH_PAIR, TWINS)),
            st.just(()),
            st.none() | st.integers(0, 6),
            st.sampled_from(Corner),
            edition=st.sampled_from(Edition),
        ),
        seed=st.integers(0, 2**32),
    )
    def set_up(self, command: SetUpGame, seed: int) -> None:
        self.chance = Random(seed)
        self.deck = command.deck
        shuffled = self.chance.sample(list(self.deck), len(self.deck))
        self.game, setup = start(replace(command, shuffled=tuple(shuffled)))
        self.events: list[Event] = [setup]

    @precondition(lambda self: self.game.position.in_turns)
    @rule(decisions=st.integers(1, 12))
    def play(self, decisions: int) -> None:
        """Some legal decisions; cards are conserved after every single event."""
        for _ in range(decisions):
            if not self.game.position.in_turns:
                return
            before = self.game
            self.game, events = before.apply(choose(before.position, self.chance))
            for event in events:
                before = before.after([event])
                self.check_cards_are_conserved(before)
            assert before == self.game
            self.events.extend(events)

    @rule(command=any_command)
    def try_anything(self, command: Command) -> None:
        """A command that the rules forbid changes nothing and names the rule; any other one is played."""
        before = self.game
        try:
            self.game, events = before.apply(command)
        except AgainstTheRules as refused:
            refusal = refused
        else:
            self.events.extend(events)
            self.check_cards_are_conserved(self.game)
            return
        assert isinstance(refusal.rule, Ruling | PlainRule)
        assert refusal.position == before.position
        assert self.game is before

    @invariant()
    def the_fold_of_the_events_is_the_live_game(self) -> None:
        assert fold(self.events) == self.game

    @invariant()
    def what_is_printed_is_read_back_the_same(self) -> None:
        assert parse_game(print_game(self.events)) == tuple(self.events)
        conclave = self.game.position.conclave
        assert parse_conclave(print_conclave(conclave)) == conclave

    @invariant()
    def the_game_is_judged_the_same_again(self) -> None:
        assert rejudge(self.events) == self.game

    @invariant()
    def a_finished_game_left_no_hand(self) -> None:
        position = self.game.position
        if position.stage is Stage.OVER:
            assert not any(player.hand for player in position.players)

    def check_cards_are_conserved(self, game: Game) -> None:
        """Hands, decks, Conclave, zones and removed cards make up the deck."""
        assert Counter(game.position.known_mages()) == Counter(self.deck)


def test_whole_games_hold_under_any_commands() -> None:
    run_state_machine_as_test(
        WholeGames, settings=settings(max_examples=150, stateful_step_count=12, deadline=None)
    )


def test_the_machine_would_notice_a_lost_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that cannot fail proves nothing: break the fold and see it caught."""
    monkeypatch.setattr(InfluenceZone, "joined_by", lambda zone, _cards: zone)
    with pytest.raises(AssertionError):
        run_state_machine_as_test(
            WholeGames,
            settings=settings(max_examples=20, deadline=None, database=None, phases=[Phase.generate]),
        )
