"""What the journal acknowledges it keeps, and a restart comes back to the same point."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.games.conclave.commands import DrawCard, SendEmissary
from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.game import fold
from companion.games.conclave.notation import mage
from companion.games.conclave.rulings import PlainRule, Ruling
from companion.journal.errors import UnknownGame
from companion.journal.journal import Journal
from tests.companion.journal.tables import hidden_setup, simulated

SEND = SendEmissary("Ana", mage("reG5"), Cell(1, 1))


@pytest.mark.parametrize("seed", range(3))
def test_a_restart_resumes_a_whole_game_at_the_same_point(tmp_path: Path, seed: int) -> None:
    setup, commands, events = simulated(seed)
    journal = Journal(tmp_path)
    story = journal.start(setup, "host")
    for command in commands:
        story = journal.record(story, command, "host").story
    journal.close()
    again = Journal(tmp_path).story(story.game_id)
    assert again == story
    assert again.game == fold([setup, *events])


def test_a_refused_decision_leaves_no_entry(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    story = journal.start(hidden_setup(), "host")
    with pytest.raises(AgainstTheRules):
        journal.record(story, SendEmissary("Ben", mage("reG5"), Cell(1, 1)), "Ben")
    assert journal.story(story.game_id) == story


def test_the_first_conclave_is_laid_card_by_card_and_play_waits_for_it(tmp_path: Path) -> None:
    empty = "....  ....  ....  ....\n" * 4
    journal = Journal(tmp_path)
    story = journal.start(hidden_setup(empty), "host")
    assert story.game.position.draw_decks.cards_left == 72 - 18 - 8
    with pytest.raises(AgainstTheRules) as refusal:
        journal.record(story, SEND, "Ana")
    assert refusal.value.rule is PlainRule.SETUP_LAYOUT
    ring = hidden_setup().conclave
    for cell in (Cell(row, column) for row in range(4) for column in range(4)):
        if ring[cell] is not None:
            story = journal.lay(story, cell, ring.mage_at(cell), "host")
    assert not story.is_being_laid
    assert story.setup == hidden_setup()
    assert journal.story(story.game_id) == story


def test_a_card_that_lies_already_cannot_be_laid_again(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    story = journal.start(hidden_setup(), "host")
    with pytest.raises(AgainstTheRules) as refusal:
        journal.lay(story, Cell(0, 1), mage("beC2"), "host")
    assert refusal.value.rule is Ruling.DECK_LIST
    with pytest.raises(AgainstTheRules):
        journal.lay(story, Cell(1, 1), mage("reG5"), "host")
    assert journal.lay(story, Cell(0, 0), None, "host").is_being_laid


def test_frames_are_kept_under_the_digest_of_their_bytes(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    story = journal.start(hidden_setup(), "host")
    story = journal.record(story, SEND, "Ana", frames=[b"one frame", b"another"]).story
    first, second = story.moves[0].evidence
    assert journal.evidence.read(first) == b"one frame"
    assert journal.evidence.read(second) == b"another"


def test_deleting_a_game_takes_only_its_own_frames(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    games = [journal.start(hidden_setup(), "host") for _ in range(2)]
    for story, frames in zip(games, ([b"shared", b"own"], [b"shared"]), strict=True):
        journal.record(story, SEND, "Ana", frames=frames)
    journal.delete(games[0].game_id)
    assert journal.games() == (games[1].game_id,)
    assert len([path for path in (tmp_path / "evidence").rglob("*") if path.is_file()]) == 1
    with pytest.raises(UnknownGame):
        journal.story(games[0].game_id)


def test_a_clock_that_jumps_back_changes_no_order(tmp_path: Path) -> None:
    times = iter([datetime(2031, 5, day, tzinfo=UTC) for day in (9, 9, 8, 7, 6)])
    journal = Journal(tmp_path, clock=lambda: next(times))
    story = journal.start(hidden_setup(), "host")
    story = journal.record(story, SEND, "Ana").story
    story = journal.record(story, DrawCard("Ana", DrawDeck.LEFT), "Ana").story
    assert journal.story(story.game_id) == story
