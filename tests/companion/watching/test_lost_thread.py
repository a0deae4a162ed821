"""The lost thread: named with its cells, resumed by the table or by a person; a table out of sight."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.conclave.commands import GiveInfluence
from companion.games.conclave.components import Magic
from companion.games.conclave.conclave import Cell
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.notation import mage
from companion.table.referee import (
    Discrepancy,
    EmissarySeen,
    FollowersSeenLeaving,
)
from companion.table.underway import Underway
from companion.watching.happenings import (
    TableLost,
    Watching,
)
from tests.companion.watching.typed import NOBODY_FOLLOWS, RING, SENT, TAKEN, begun, kinds


def test_a_table_that_stays_wrong_is_a_discrepancy_with_its_cells_and_resumes_when_it_fits() -> None:
    typist = begun()
    told = typist.show(RING.without([Cell(0, 0)]), rest_seconds=4.0)
    assert kinds(told) == ["LayoutConfirmed", "Discrepancy"]
    assert isinstance(told[1], Discrepancy)
    assert [one.cell for one in told[1].differences] == [Cell(0, 0)]
    assert typist.follower.watching.value == "lost-thread"
    assert kinds(typist.show(RING)) == ["LayoutConfirmed", "ThreadResumed"]
    assert typist.follower.watching is Watching.FOLLOWING


def test_a_table_out_of_sight_is_told_once_and_the_next_emissary_is_marked() -> None:
    typist = begun()
    told = typist.follower.out_of_sight("move the camera back", typist.seconds)
    told += typist.follower.out_of_sight("move the camera back", typist.seconds + 2)
    told += typist.follower.out_of_sight("move the camera back", typist.seconds + 3)
    assert [one.happening for one in told] == [TableLost("move the camera back")]
    assert typist.follower.watching is Watching.TABLE_LOST
    told_again = typist.show(NOBODY_FOLLOWS)
    assert kinds(told_again)[0] == "TableFound"
    sent = next(one for one in told_again if isinstance(one, EmissarySeen))
    assert not sent.unbroken


def test_piles_are_given_by_hand_and_only_as_the_rules_allow() -> None:
    typist = begun()
    assert typist.follower.thread is not None
    with pytest.raises(AgainstTheRules):
        typist.follower.thread.decide(GiveInfluence("Ana", Magic.MIND, "Ben"))


def test_after_a_correction_by_hand_the_table_is_explained_from_there() -> None:
    typist = begun()
    typist.show(RING.without([Cell(0, 0)]), rest_seconds=4.0)
    assert typist.follower.game is not None
    position = replace(typist.follower.game.position, conclave=RING.without([Cell(0, 0)]))
    typist.follower.go_on_from(Underway(replace(typist.follower.game, position=position)))
    typist.show(RING.without([Cell(0, 0)]))
    assert typist.follower.watching is Watching.FOLLOWING


def test_a_camera_that_dies_in_the_middle_of_a_turn_goes_on_with_it() -> None:
    """The followers are taken while no frames come; then a whole turn begins unseen, and is marked."""
    typist = begun()
    typist.show(NOBODY_FOLLOWS)
    typist.show(SENT)
    typist.follower.break_off()
    assert "FollowersSeenLeaving" in kinds(typist.show(TAKEN))
    typist.follower.break_off()
    told = typist.show(TAKEN.with_card(Cell(2, 2), mage("orC5")))
    assert [one.unbroken for one in told if isinstance(one, EmissarySeen)] == [False]
    assert "Discrepancy" not in kinds(one.happening for one in typist.told)


def test_hands_that_go_on_with_what_nobody_can_explain_do_not_put_the_discrepancy_off() -> None:
    typist, strange = begun(), RING
    told = []
    for cell, code in ((Cell(0, 0), "puG5"), (Cell(0, 3), "puG2")):
        strange = strange.without([cell]).with_card(cell, mage(code))
        told += typist.show(strange, rest_seconds=2.0)
    (lost,) = [one for one in told if isinstance(one, Discrepancy)]
    assert [one.cell for one in lost.differences] == [Cell(0, 0), Cell(0, 3)]


def test_all_that_one_table_shows_of_several_turns_is_to_be_checked() -> None:
    """The red Wild Boar at 1,2 takes the other one at 1,3; it can only have come after the Gazelle."""
    typist = begun()
    typist.show(NOBODY_FOLLOWS.with_card(Cell(1, 2), mage("reW5")).without([Cell(1, 3)]), rest_seconds=1.0)
    told = [one for one in typist.told if isinstance(one.happening, EmissarySeen | FollowersSeenLeaving)]
    assert [one.to_check for one in told] == [(Cell(1, 1),), (Cell(1, 2),), (Cell(1, 3),)]
    assert [one.happening.unbroken for one in told if isinstance(one.happening, EmissarySeen)] == [False] * 2
