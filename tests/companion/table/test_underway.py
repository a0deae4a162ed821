"""A game that is gone on with: those gained in this turn may still lie on the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.conclave.commands import DrawCard, SendEmissary
from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.notation import mage
from companion.journal.journal import Journal
from companion.journal.story import Story
from companion.table.layout import layout_of
from companion.table.referee import Discrepancy, EmissarySeen, EmissaryWithdrawn, FollowersSeenLeaving, begin
from companion.table.underway import underway
from tests.companion.journal.tables import hidden_setup

SECOND = SendEmissary("Ben", mage("puG4"), Cell(1, 1))


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path)


@pytest.fixture
def gained(journal: Journal) -> Story:
    """Ben has just convinced the green Gazelle at 1,0 and the red one at 1,2."""
    story = journal.start(hidden_setup(), "host")
    commands = SendEmissary("Ana", mage("reG5"), Cell(1, 2)), DrawCard("Ana", DrawDeck.LEFT), SECOND
    for command in commands:
        story = journal.record(story, command, "camera").story
    return story


def test_those_gained_just_now_may_still_lie_there(gained: Story) -> None:
    going_on = underway(gained)
    assert going_on.game == gained.game
    assert going_on.followers == ((Cell(1, 0), mage("grG4")), (Cell(1, 2), mage("reG5")))


def test_a_referee_who_takes_over_waits_for_them_and_tells_that_they_are_taken(gained: Story) -> None:
    going_on = underway(gained)
    taken = gained.game.position.conclave
    left = taken.with_card(Cell(1, 0), mage("grG4")).with_card(Cell(1, 2), mage("reG5"))
    referee, told = begin(going_on.game, going_on.followers).watch(layout_of(left))
    assert told == ()
    _, told = referee.watch(layout_of(taken))
    assert told == (FollowersSeenLeaving("Ben", (Cell(1, 0), Cell(1, 2)), (mage("grG4"), mage("reG5"))),)
    _, blind = begin(going_on.game).watch(layout_of(left))
    assert isinstance(blind[0], Discrepancy), "who knows nothing of them would be at a loss"


def test_nobody_waits_for_those_of_an_earlier_turn(journal: Journal, gained: Story) -> None:
    story = journal.record(gained, DrawCard("Ben", DrawDeck.LEFT), "camera").story
    assert story.game.position.player.name == "Ana"
    assert underway(story).followers == ()


def test_an_emissary_withdrawn_while_nothing_watches_is_told_so(gained: Story) -> None:
    """It was laid elsewhere meanwhile; before, that was a difference for somebody to put right."""
    going_on = underway(gained)
    before = gained.before(gained.moves[-1].place).position.conclave
    moved = layout_of(before.with_card(Cell(2, 2), mage("puG4")))
    referee = begin(going_on.game, going_on.followers, going_on.turn_start)
    after, told = referee.watch(moved, unbroken=False)
    assert told[0] == EmissaryWithdrawn("Ben", Cell(1, 1))
    assert isinstance(told[1], EmissarySeen)
    assert (told[1].cell, told[1].unbroken) == (Cell(2, 2), False)
    assert after.lost is None
    _, before_that = begin(going_on.game, going_on.followers).watch(moved, unbroken=False)
    assert isinstance(before_that[0], Discrepancy)


def test_no_camera_takes_back_what_a_person_did_since_the_emissary(journal: Journal, gained: Story) -> None:
    """Taking him back would take back the card that Ben said he drew."""
    assert underway(gained).turn_start is not None
    told = journal.record(gained, DrawCard("Ben", DrawDeck.RIGHT), "host").story
    assert underway(told).turn_start is None


def test_no_camera_takes_back_an_emissary_of_whom_a_person_spoke(journal: Journal, gained: Story) -> None:
    sent = gained.moves[-1]
    right = SendEmissary("Ben", mage("puG5"), Cell(1, 1))
    corrected = journal.replace(gained, sent.place, right, "judge", "misread")
    assert underway(corrected).turn_start is None
