"""Stills, each a view of its own: hands in the picture, wrong cards, turns between two stills."""

from __future__ import annotations

from companion.games.conclave.conclave import Cell
from companion.games.conclave.notation import mage
from companion.table.referee import (
    Discrepancy,
    EmissarySeen,
)
from companion.watching.follower import TableFollower
from companion.watching.pace import STILLS
from tests.companion.watching.typed import (
    NOBODY_FOLLOWS,
    RING,
    SENT,
    TAKEN,
    Typist,
    kinds,
    opening,
)


def test_stills_with_a_wrong_card_taken_are_a_discrepancy_at_once() -> None:
    typist = Typist(TableFollower(opening(), STILLS), STILLS)
    for table in (RING, NOBODY_FOLLOWS, SENT):
        typist.still(table)
    told = typist.still(TAKEN.without([Cell(1, 3)]))
    assert kinds(told) == ["LayoutConfirmed", "Discrepancy"]
    assert kinds(typist.still(TAKEN)) == [
        "LayoutConfirmed",
        "ThreadResumed",
        "FollowersSeenLeaving",
        "TurnOver",
    ]


def test_a_still_with_a_hand_in_it_is_not_held_against_the_players() -> None:
    typist = Typist(TableFollower(opening(), STILLS), STILLS)
    typist.still(RING)
    told = typist.still(RING.without([Cell(0, 0)]), covered=[Cell(0, 1)])
    assert kinds(told) == ["CellsCovered"]


def test_a_card_in_flight_in_a_still_with_a_hand_is_no_emissary_until_it_is_seen_again() -> None:
    typist = Typist(TableFollower(opening(), STILLS), STILLS)
    typist.still(RING)
    flying = RING.with_card(Cell(2, 2), mage("orG5"))
    assert kinds(typist.still(flying, covered=[Cell(0, 1)])) == ["CellsCovered"]
    assert kinds(typist.still(NOBODY_FOLLOWS, covered=[Cell(0, 1)])) == []
    told = typist.still(NOBODY_FOLLOWS, covered=[Cell(0, 2)])
    assert [one.cell for one in told if isinstance(one, EmissarySeen)] == [Cell(1, 1)]


def test_two_emissaries_between_two_layouts_are_marked_or_asked() -> None:
    typist = Typist(TableFollower(opening(), STILLS), STILLS)
    typist.still(RING)
    told = typist.still(SENT)
    sent = [one for one in told if isinstance(one, EmissarySeen)]
    assert all(not one.unbroken for one in sent)
    assert sent or any(isinstance(one, Discrepancy) and one.choices for one in told)
