"""Give influence to another player, phase 1, and the Influence Zones."""

from __future__ import annotations

import pytest

from companion.games.conclave.components import FaceDownMage, Magic
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.give_influence import InfluenceZone, can_be_given, require_gift
from companion.games.conclave.rulings import PlainRule, Ruling
from tests.companion.games.conclave.decks import mages

FIRST = InfluenceZone(mages("beC2 puG5 beW1"))
SECOND = InfluenceZone(mages("beG4"))
THIRD = InfluenceZone(mages("reC1"))


def test_the_rulebook_example_of_beige_followers() -> None:
    """Player 1 can give the beige followers to Player 3, who has none, but not to Player 2, who has some."""
    assert can_be_given(FIRST, Magic.EARTH, THIRD)
    assert not can_be_given(FIRST, Magic.EARTH, SECOND)
    require_gift(FIRST, Magic.EARTH, THIRD)
    with pytest.raises(AgainstTheRules, match="the receiver already has earth followers") as refusal:
        require_gift(FIRST, Magic.EARTH, SECOND)
    assert refusal.value.rule is Ruling.GIVE_PILE


def test_nobody_can_give_a_pile_they_do_not_have() -> None:
    assert not can_be_given(FIRST, Magic.NATURE, SECOND)
    with pytest.raises(AgainstTheRules, match="no nature pile to give") as refusal:
        require_gift(FIRST, Magic.NATURE, SECOND)
    assert refusal.value.rule is PlainRule.OWN_PILE


def test_followers_of_one_magic_make_up_a_pile() -> None:
    """Arrange them in piles according to their Magic."""
    assert FIRST.pile(Magic.EARTH) == mages("beC2 beW1")
    assert FIRST.has_pile(Magic.MIND)
    assert not FIRST.has_pile(Magic.NATURE)
    assert FIRST.pile(Magic.NATURE) == ()


def test_a_whole_pile_leaves_and_the_rest_stays() -> None:
    assert FIRST.without_pile(Magic.EARTH).followers == mages("puG5")
    assert THIRD.joined_by(FIRST.pile(Magic.EARTH)).followers == mages("reC1 beC2 beW1")


def test_a_face_down_follower_belongs_to_the_pile_its_back_shows() -> None:
    zone = InfluenceZone((FaceDownMage(Magic.WIND), FaceDownMage()))
    assert zone.has_pile(Magic.WIND)
    assert len(zone.pile(Magic.WIND)) == 1
