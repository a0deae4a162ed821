"""A watched game in the journal: decisions with their frames, taken back, corrected, on bad days."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.games.conclave.conclave import Cell
from companion.games.conclave.events import GameSetUp
from companion.games.conclave.notation import mage
from companion.games.conclave.rejudge import rejudge
from companion.games.conclave.simulate import simulate_game
from companion.journal import evidence as evidence_module
from companion.journal.errors import DiskFull
from companion.journal.journal import Journal
from companion.journal.story import Story
from companion.watching.follower import TableFollower
from companion.watching.happenings import Evidence, WatchEvent
from companion.watching.pace import STILLS
from companion.watching.recorder import AUTHOR, PICTURES_WAITING, GameRecorder
from companion.watching.thread import Told
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR
from tests.companion.watching.typed import (
    NOBODY_FOLLOWS,
    RING,
    TAKEN,
    Typist,
    begun,
    kinds,
    opening,
    tables_of,
)
from tests.companion.watching.typed import SENT as SENT_AGAIN
from vision.readings import TableReading

SENT = RING.with_card(Cell(1, 1), mage("orG5"))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path)
    yield journal
    journal.close()


def keep(recorder: GameRecorder, told: list[Told]) -> Story:
    for number, one in enumerate(told):
        seen = Evidence(f"frame {number}".encode(), None, TableReading(()))
        recorder.keep(WatchEvent(number, number / 15, one.happening, seen, one.commands))
    assert recorder.story is not None
    return recorder.story


def stills() -> Typist:
    return Typist(TableFollower(opening(), STILLS), STILLS)


@pytest.mark.parametrize("seed", range(3))
def test_the_journal_tells_the_game_that_was_watched(journal: Journal, seed: int) -> None:
    played = simulate_game(FOUR_OF_EACH_PAIR, 2 + seed, seed)
    setup = played.events[0]
    assert isinstance(setup, GameSetUp)
    names = tuple(player.name for player in setup.players)
    said = replace(opening(*names), first_player=setup.first_player)
    typist = Typist(TableFollower(said, STILLS), STILLS)
    for table in tables_of(played, Random(seed)):
        typist.still(table)
    story = keep(GameRecorder(journal), typist.told)
    assert not story.set_aside
    assert story.game == typist.follower.game
    assert story.setup.starting_corner == setup.starting_corner
    again = journal.story(story.game_id)
    assert again.game == story.game
    assert rejudge([again.setup, *(event for move in again.moves for event in move.events)]) == story.game


def test_the_frame_is_stored_before_the_decision_that_cites_it(journal: Journal) -> None:
    typist = stills()
    typist.still(RING)
    typist.still(SENT)
    story = keep(GameRecorder(journal), typist.told)
    (sent, _) = story.moves
    assert (sent.author, len(sent.evidence)) == (AUTHOR, 1)
    assert journal.evidence.read(sent.evidence[0]).startswith(b"frame ")


def test_an_emissary_taken_back_is_undone_not_erased(journal: Journal) -> None:
    typist = stills()
    for table in (RING, SENT, RING):
        typist.still(table)
    story = keep(GameRecorder(journal), typist.told)
    assert story.moves == ()
    assert story.game.position.conclave == RING
    assert story.entries == 5, "setup, Emissary, draw, and both withdrawn"


def test_a_first_refill_taken_up_and_laid_elsewhere_tells_another_starting_corner(journal: Journal) -> None:
    """Nobody had said which corner it is: the card at 2,3 was believed to show it."""
    second = TAKEN.with_card(Cell(2, 2), mage("orC5"))
    gone = second.without([Cell(0, 2), Cell(2, 3)])
    wrong, right = (gone.with_card(cell, mage("grG1")) for cell in (Cell(2, 3), Cell(0, 2)))
    typist = begun()
    for table in (NOBODY_FOLLOWS, SENT_AGAIN, TAKEN, second, gone, wrong, gone, right):
        typist.show(table, rest_seconds=1.0)
    story = keep(GameRecorder(journal), typist.told)
    assert "Discrepancy" not in kinds(one.happening for one in typist.told)
    assert story.game == typist.follower.game
    assert story.game.position.conclave == right
    assert not story.set_aside


def test_a_card_read_anew_is_a_correction(journal: Journal) -> None:
    typist = stills()
    doubt = {Cell(1, 0): (("grG1", 0.6), ("grG4", 0.3))}
    typist.still(RING, unsure=doubt)
    typist.still(SENT, unsure=doubt)
    typist.still(SENT)
    story = keep(GameRecorder(journal), typist.told)
    assert story.setup.conclave[Cell(1, 0)] == mage("grG4")
    assert story.game == typist.follower.game


def test_a_full_disk_loses_nothing_that_was_kept(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    typist = stills()
    typist.still(RING)
    recorder = GameRecorder(journal)
    kept = keep(recorder, typist.told)
    typist.told.clear()
    typist.still(SENT)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr(evidence_module, "write_durably", full)
    refused = 0
    for one in typist.told:
        try:
            keep(recorder, [one])
        except DiskFull:
            refused += 1
    assert refused == 2, "the Emissary and the draw"
    assert journal.story(kept.game_id).game == kept.game
    assert recorder.story == kept
    monkeypatch.undo()
    typist.told.clear()
    typist.still(SENT.with_card(Cell(1, 2), mage("grG5")))
    assert keep(recorder, typist.told).game == typist.follower.game, "what waited is kept as well"


def test_a_disk_that_stays_full_fills_no_memory_and_loses_no_decision(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of pictures the newest wait; every decision does."""
    typist = stills()
    typist.still(RING)
    recorder = GameRecorder(journal)
    keep(recorder, typist.told)
    typist.told.clear()
    for _ in range(PICTURES_WAITING):
        typist.still(SENT)
        typist.still(RING)
    typist.still(SENT)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr(evidence_module, "write_durably", full)
    for number, one in enumerate(typist.told):
        seen = Evidence(f"later frame {number}".encode(), None, TableReading(()))
        with suppress(DiskFull):
            recorder.keep(WatchEvent(number, number / 15, one.happening, seen, one.commands))
    assert recorder.waiting >= PICTURES_WAITING
    assert sum(bool(step.pieces) for step in recorder._waiting) == PICTURES_WAITING
    monkeypatch.undo()
    recorder.try_again()
    assert recorder.waiting == 0
    assert recorder.story is not None
    assert recorder.story.game == typist.follower.game
