"""Scoring: control, Resentment Points and the winner."""

from __future__ import annotations

import pytest

from companion.games.conclave.components import FaceDownMage, Magic
from companion.games.conclave.errors import NotKnownYet
from companion.games.conclave.give_influence import InfluenceZone
from companion.games.conclave.rulings import Ruling
from companion.games.conclave.scoring import DecidedBy, Tally, gains_control_of, tally
from tests.companion.games.conclave.decks import mages


def tally_of(**zones: str) -> Tally:
    return tally([(name, InfluenceZone(mages(codes))) for name, codes in zones.items()])


def test_the_rulebook_example_of_three_players() -> None:
    """27 Resentment Points and eliminated; 7, all but blue controlled; 5, orange by a tie, the winner."""
    result = tally_of(
        first="beC3 blG2 blC2 puW4 orG5 reC4 grG5 grW2",
        second="beC4 beG2 blW4 blW3 puC5 orC5 orW2 reG5 grC5 grG4",
        third="blC5 blW5 orG4 orW3 reW3 puW2",
    )
    assert [player.resentment_points for player in result.players] == [27, 7, 5]
    assert [player.eliminated for player in result.players] == [True, False, False]
    everything_but_wind = (Magic.EARTH, Magic.MIND, Magic.WISDOM, Magic.LOVE_AND_WAR, Magic.NATURE)
    assert result.players[0].controls == ()
    assert result.players[1].controls == everything_but_wind
    assert result.players[2].controls == (Magic.WIND, Magic.WISDOM)
    assert result.players[2].followers < result.players[1].followers
    assert result.winners == ("third",)
    assert result.decided_by is DecidedBy.LEAST_RESENTMENT
    assert result.rulings == (Ruling.CONTROL_TIE, Ruling.ELIMINATED)


def test_each_pile_is_added_up_apart() -> None:
    result = tally_of(ana="puG5 puC4 reW1", ben="puW1")
    assert result.players[0].piles == {Magic.MIND: 9, Magic.LOVE_AND_WAR: 1}
    assert list(result.players[0].piles) == [Magic.MIND, Magic.LOVE_AND_WAR]


def test_the_highest_pile_controls_its_magic_by_influence_not_by_number() -> None:
    result = tally_of(ana="puG5 puC4", ben="puW1 puC2 puG2 beC1")
    assert result.players[0].controls == (Magic.MIND,)
    assert result.players[1].controls == (Magic.EARTH,)
    assert result.players[1].resentment_points == 5


def test_all_who_tie_control_the_magic() -> None:
    """Ruling control-tie."""
    result = tally_of(ana="puG5", ben="puW2 puC3", cai="puC4 beC1")
    assert result.players[0].controls == result.players[1].controls == (Magic.MIND,)
    assert result.players[2].controls == (Magic.EARTH,)
    assert Ruling.CONTROL_TIE in result.rulings


def test_a_player_without_a_pile_controls_nothing_of_it() -> None:
    """Even where nobody has one: zero is no highest pile."""
    assert not gains_control_of(Magic.WIND, {Magic.MIND: 3}, [{Magic.MIND: 3}, {}])
    assert gains_control_of(Magic.MIND, {Magic.MIND: 3}, [{Magic.MIND: 3}, {}])
    assert not gains_control_of(Magic.MIND, {Magic.MIND: 3}, [{Magic.MIND: 3}, {Magic.MIND: 4}])


def test_only_followers_of_magics_not_controlled_are_resentful() -> None:
    result = tally_of(ana="puG5 reC1 blC2", ben="reG5 blW5")
    assert result.players[0].resentment_points == 3
    assert result.players[1].resentment_points == 0


def test_an_eliminated_player_cannot_win_with_the_least_resentment() -> None:
    """Ruling eliminated: counted, shown, but out."""
    result = tally_of(ana="puG1", ben="puW2 reC4", cai="reC5")
    assert result.players[0].eliminated
    assert result.players[0].resentment_points == 1
    assert result.winners == ("cai",)
    assert Ruling.ELIMINATED in result.rulings


def test_equal_resentment_is_won_by_most_followers() -> None:
    """Ruling tie-break: the followers of turned piles count as well."""
    result = tally_of(ana="puG5", ben="reC1 reG1")
    assert result.winners == ("ben",)
    assert result.decided_by is DecidedBy.MOST_FOLLOWERS
    assert result.rulings == (Ruling.TIE_BREAK,)


def test_equal_in_everything_share_the_win() -> None:
    result = tally_of(ana="puG5", ben="reC1", cai="puC1 grC5 grC5")
    assert result.players[2].resentment_points == 1
    assert result.winners == ("ana", "ben")
    assert result.decided_by is DecidedBy.SHARED
    assert result.rulings == (Ruling.TIE_BREAK,)


def test_nobody_wins_when_nobody_controls_anything() -> None:
    """Ruling nobody-controls."""
    result = tally_of(ana="", ben="")
    assert result.winners == ()
    assert result.decided_by is DecidedBy.NOBODY
    assert result.rulings == (Ruling.ELIMINATED, Ruling.NOBODY_CONTROLS)


def test_the_least_resentment_wins_without_a_tie_break() -> None:
    result = tally_of(ana="puG5 reC1", ben="reC5 puC1 puC1")
    assert (result.winners, result.decided_by) == (("ana",), DecidedBy.LEAST_RESENTMENT)
    assert result.rulings == ()


def test_a_follower_face_down_is_asked_for_before_the_tally() -> None:
    with pytest.raises(NotKnownYet, match="the zone of Ana"):
        tally([("Ana", InfluenceZone((FaceDownMage(Magic.MIND),))), ("Ben", InfluenceZone())])
