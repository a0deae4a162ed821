"""The count of the zones: kept step by step, told again after a restart, and part of the bundle."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.conclave.commands import SendEmissary
from companion.games.conclave.conclave import Cell
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.notation import mage
from companion.games.conclave.scoring import tally
from companion.games.conclave.structure_of_a_round import Stage
from companion.journal.bundle import export_game, open_bundle
from companion.journal.counting import (
    MOST_PHOTOS,
    CountBegun,
    CountLeft,
    CountStep,
    ZoneAnew,
    ZoneConfirmed,
    ZonePhotographed,
    ZoneSaid,
    ZonesTallied,
    parse_step,
    print_step,
)
from companion.journal.errors import Damaged
from companion.journal.journal import Journal
from companion.journal.rejudging import rejudge_entries
from companion.journal.story import Story
from tests.companion.games.conclave.decks import mages
from tests.companion.journal.tables import hidden_setup

STEPS: tuple[CountStep, ...] = (
    CountBegun(),
    ZonePhotographed("Ana Belén"),
    ZonePhotographed("Ana Belén", (((0, 3), (1, 0)), ((0, 4), (1, 12)))),
    ZoneConfirmed("Ben"),
    ZoneSaid("Ana Belén", (("card-0.3", "puG5"), ("missing-reC1-0", "not-in-zone"))),
    ZoneAnew("Ben"),
    ZonesTallied((mages("puG5 reC1"), ())),
    CountLeft(),
)


def counted(journal: Journal, *steps: CountStep) -> Story:
    story = journal.start(hidden_setup(players=("Ana", "Ben")), "host")
    for step in (CountBegun(), *steps):
        story = journal.count(story, step, "host", [b"a photo"] if isinstance(step, ZonePhotographed) else ())
    return story


@pytest.mark.parametrize("step", STEPS, ids=print_step)
def test_a_step_is_read_back_as_it_was_written(step: CountStep) -> None:
    assert parse_step(print_step(step)) == step


@pytest.mark.parametrize(
    "text",
    ["", "dance", "begin now", "photograph Ana\n0", "photograph Ana\n0.1  1.2", "say Ana\ncard-0.1",
     "say Ana\ncard-0.1 <b>", "tally\npuG9", "confirm Ana\nagain"],
)  # fmt: skip
def test_what_is_no_step_is_damage(text: str) -> None:
    with pytest.raises(Damaged):
        parse_step(text)


def test_a_count_survives_a_restart(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    steps = ZonePhotographed("Ana"), ZoneSaid("Ana", (("count", "3"),)), ZoneConfirmed("Ben")
    story = counted(journal, *steps)
    journal.close()
    again = Journal(tmp_path)
    told = again.story(story.game_id)
    again.close()
    assert told.count == story.count
    assert told.count is not None
    assert told.count.zones["Ana"].answers == {"count": "3"}
    assert len(told.count.zones["Ana"].photos[0].evidence) == 1
    assert told.count.zones["Ben"].confirmed


def test_counted_zones_are_the_end_of_the_game(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    story = counted(journal, ZonesTallied((mages("puG5 reC1"), mages("puG4 blW2"))))
    position = story.game.position
    assert position.stage is Stage.OVER
    assert tally([(player.name, player.zone) for player in position.players]).winners == ("Ana",)
    assert story.played.position.stage is Stage.ROUNDS
    bundle = open_bundle(export_game(journal, story.game_id))
    assert rejudge_entries(bundle.entries) == story
    assert "The zones are counted" in bundle.page.decode()
    journal.close()


def test_whoever_says_more_opens_the_count_again_and_leaving_it_plays_on(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    story = counted(journal, ZonesTallied(((), ())))
    with pytest.raises(AgainstTheRules, match="counted"):
        journal.record(story, SendEmissary("Ana", mage("reG5"), Cell(1, 2)), "Ana")
    story = journal.count(story, ZoneAnew("Ana"), "judge")
    assert story.count is not None
    assert story.count.tallied is None
    story = journal.count(story, CountLeft(), "host")
    assert story.count is None
    journal.record(story, SendEmissary("Ana", mage("reG5"), Cell(1, 2)), "Ana")
    journal.close()


def test_what_cannot_be_is_refused_before_it_is_written(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    story = journal.start(hidden_setup(players=("Ana", "Ben")), "host")
    with pytest.raises(ValueError, match="nothing is being counted"):
        journal.count(story, ZoneConfirmed("Ana"), "host")
    story = journal.count(story, CountBegun(), "host")
    for step in (ZoneConfirmed("Cleo"), ZonesTallied(((),))):
        with pytest.raises(ValueError, match=r"expected|play"):
            journal.count(story, step, "host")
    for _ in range(MOST_PHOTOS):
        story = journal.count(story, ZonePhotographed("Ana"), "Ana")
    with pytest.raises(ValueError, match="photos"):
        journal.count(story, ZonePhotographed("Ana"), "Ana")
    assert journal.story(story.game_id) == story
    journal.close()
