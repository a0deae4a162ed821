"""Structure of a round: the phases, the stages and whose turn comes next."""

from __future__ import annotations

from companion.games.conclave.structure_of_a_round import Stage, TurnPhase, seat_to_the_left


def test_a_turn_has_five_phases_in_this_order() -> None:
    """Give influence, send an Emissary, gain followers, draw a card, refill the Conclave."""
    assert list(TurnPhase) == ["give", "send", "gain", "draw", "refill"]


def test_a_game_comes_from_its_rounds_to_its_end() -> None:
    assert list(Stage) == ["rounds", "last-turns", "showing-hands", "over"]


def test_the_turn_goes_to_the_left_and_round_the_table() -> None:
    assert [seat_to_the_left(seat, 3) for seat in range(3)] == [1, 2, 0]
