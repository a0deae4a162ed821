"""A correction tells the past anew: nothing is erased, everything after it is judged again."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.conclave.commands import Command, DrawCard, RefillConclave, SendEmissary
from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.notation import mage
from companion.games.conclave.rulings import PlainRule
from companion.journal.errors import NotInTheGame
from companion.journal.journal import Journal
from companion.journal.story import Story
from tests.companion.games.conclave.decks import mages
from tests.companion.journal.tables import hidden_setup, simulated

FIRST_TURN: list[Command] = [
    SendEmissary("Ana", mage("reG5"), Cell(1, 1)),
    DrawCard("Ana", DrawDeck.LEFT),
]


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path)


def played(journal: Journal, *commands: Command) -> Story:
    story = journal.start(hidden_setup(), "host")
    for command in commands:
        story = journal.record(story, command, "host").story
    return story


def zone(story: Story, seat: int) -> list[str]:
    return [str(follower) for follower in story.game.position.players[seat].zone.followers]


def test_a_misread_card_is_replaced_and_the_verdict_changes(journal: Journal) -> None:
    """reG5 at 1,1: the column puW4 + reG5 makes 9, the row grG4 + reG5 makes 9. With the blue Gazelle too."""
    story = played(journal, SendEmissary("Ana", mage("reG5"), Cell(1, 1)))
    assert zone(story, 0) == []
    right = SendEmissary("Ana", mage("grW5"), Cell(1, 1))
    with pytest.raises(AgainstTheRules):
        journal.replace(story, 1, right, "judge", "grW5 lies at 3,1 already")
    story = played(
        journal,
        SendEmissary("Ana", mage("reG5"), Cell(1, 2)),
        DrawCard("Ana", DrawDeck.LEFT),
        SendEmissary("Ben", mage("puG4"), Cell(1, 1)),
    )
    assert zone(story, 1) == ["grG4", "reG5"]
    story = journal.replace(story, 3, SendEmissary("Ben", mage("puC1"), Cell(1, 1)), "judge", "misread")
    assert zone(story, 1) == []
    assert story.moves[-1].corrected_by == 4
    assert journal.story(story.game_id) == story


def test_a_correction_of_an_earlier_turn_judges_the_later_ones_again(journal: Journal) -> None:
    story = played(
        journal,
        SendEmissary("Ana", mage("reG5"), Cell(1, 2)),
        DrawCard("Ana", DrawDeck.LEFT),
        SendEmissary("Ben", mage("puG4"), Cell(1, 1)),
    )
    assert zone(story, 1) == ["grG4", "reG5"]
    story = journal.replace(story, 1, SendEmissary("Ana", mage("reC5"), Cell(1, 2)), "judge", "a Crow")
    assert zone(story, 1) == ["grG4"]
    assert str(story.game.position.conclave[Cell(1, 2)]) == "reC5"
    assert not story.set_aside


def test_undo_withdraws_the_last_decision_and_the_entries_stay(journal: Journal) -> None:
    before = played(journal, *FIRST_TURN[:1])
    story = journal.record(before, FIRST_TURN[1], "host").story
    undone = journal.undo(story, 2, "host", "the other deck")
    assert undone.game == before.game
    assert len(journal.store.entries(story.game_id)) == 4
    last = journal.store.entries(story.game_id)[-1].note
    assert (last.author, last.reason) == ("host", "the other deck")


def test_what_no_longer_fits_is_set_aside_with_its_rule_and_comes_back_when_it_fits(journal: Journal) -> None:
    story = played(journal, *FIRST_TURN, SendEmissary("Ben", mage("puG4"), Cell(2, 1)))
    undone = journal.undo(story, 2, "judge", "no card was drawn")
    assert [one.move.place for one in undone.set_aside] == [3]
    refusal = undone.set_aside[0].refusal
    assert isinstance(refusal, AgainstTheRules)
    assert refusal.rule is PlainRule.TURN_ORDER
    assert undone.game.position.player.name == "Ana"
    again = journal.replace(undone, 1, SendEmissary("Ana", mage("reG4"), Cell(1, 1)), "judge", "a four")
    assert [one.move.place for one in again.set_aside] == [3]
    on = journal.record(again, FIRST_TURN[1], "host").story
    assert on.set_aside == ()
    assert journal.story(story.game_id) == on


def test_a_card_of_the_first_conclave_can_be_corrected_in_the_middle_of_play(journal: Journal) -> None:
    story = played(
        journal,
        SendEmissary("Ana", mage("reG5"), Cell(1, 2)),
        DrawCard("Ana", DrawDeck.LEFT),
        SendEmissary("Ben", mage("puG4"), Cell(1, 1)),
    )
    story = journal.lay(story, Cell(1, 0), mage("beC4"), "judge")
    assert zone(story, 1) == ["reG5"]
    assert journal.story(story.game_id) == story


def test_a_decision_that_is_not_there_cannot_be_corrected(journal: Journal) -> None:
    story = played(journal, *FIRST_TURN)
    for place in (0, 3, 99):
        with pytest.raises(NotInTheGame):
            journal.undo(story, place, "judge", "")


def test_a_dispute_freezes_what_everybody_saw_until_it_is_settled(journal: Journal) -> None:
    story = played(journal, *FIRST_TURN)
    open_story = journal.open_dispute(story, "Ben", "was that a Gazelle?")
    fixed = journal.replace(open_story, 1, SendEmissary("Ana", mage("reG4"), Cell(1, 1)), "judge", "a four")
    assert fixed.dispute is not None
    assert fixed.dispute.frozen == story.game
    assert fixed.game != story.game
    settled = journal.settle_dispute(fixed, "judge", "a four it was", upheld=False)
    assert settled.dispute is None
    assert journal.story(story.game_id) == settled


@pytest.mark.parametrize("seed", range(4))
def test_a_game_undone_to_its_start_and_played_again_is_the_same_game(journal: Journal, seed: int) -> None:
    setup, commands, _ = simulated(seed)
    story = journal.start(setup, "host")
    for command in commands[:20]:
        story = journal.record(story, command, "host").story
    whole = story.game
    while story.moves:
        story = journal.undo(story, story.moves[-1].place, "host", "")
    for command in commands[:20]:
        story = journal.record(story, command, "host").story
    assert story.game == whole
    assert journal.story(story.game_id) == story


def test_a_refill_is_judged_again_with_the_count_of_the_decks(journal: Journal) -> None:
    story = played(
        journal,
        SendEmissary("Ana", mage("reG5"), Cell(1, 2)),
        DrawCard("Ana", DrawDeck.LEFT),
        SendEmissary("Ben", mage("puG4"), Cell(1, 1)),
        DrawCard("Ben", DrawDeck.RIGHT),
    )
    missing = story.game.position.conclave.empty_count - 4
    assert missing == 0
    story = journal.replace(story, 3, SendEmissary("Ben", mage("grG2"), Cell(2, 1)), "judge", "another cell")
    assert story.game.position.phase.value in ("refill", "give")
    if story.game.position.phase.value == "refill":
        cards = mages("orC4 orC5 orG1 orG2")[: story.game.position.conclave.empty_count - 4]
        story = journal.record(story, RefillConclave("Ben", cards), "host").story
    assert journal.story(story.game_id) == story
