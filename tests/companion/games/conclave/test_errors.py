"""Errors carry the facts, for those who show them to players."""

from __future__ import annotations

from companion.games.conclave.errors import AgainstTheRules, NotKnownYet, Unreadable
from companion.games.conclave.rulings import PlainRule


def test_an_unreadable_text_names_the_place_and_the_problem() -> None:
    error = Unreadable("line 3", "'middle' is no corner")
    assert (error.where, error.problem) == ("line 3", "'middle' is no corner")


def test_a_refusal_names_the_rule_and_outside_a_game_no_position() -> None:
    error = AgainstTheRules(PlainRule.PLAYERS, "2 to 4 players can play, got 1")
    assert (error.rule, error.fact) == (PlainRule.PLAYERS, "2 to 4 players can play, got 1")
    assert error.position is None


def test_a_card_not_known_yet_is_named_by_its_place() -> None:
    assert NotKnownYet("cell 1,2").where == "cell 1,2"
