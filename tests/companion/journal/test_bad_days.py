"""A newer version, a flipped byte, a full disk, a locked file: named, and nothing destroyed."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

import pytest

from companion.games.conclave.commands import DrawCard, SendEmissary
from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.notation import mage
from companion.journal.errors import Damaged, DiskFull, JournalError, Locked, NewerVersion
from companion.journal.journal import FILE_NAME, Journal
from tests.companion.journal.tables import hidden_setup

SEND = SendEmissary("Ana", mage("reG5"), Cell(1, 1))


def written(folder: Path) -> str:
    journal = Journal(folder)
    story = journal.start(hidden_setup(), "host")
    journal.record(story, SEND, "Ana", frames=[b"frame"])
    journal.close()
    return story.game_id


def rewrite(folder: Path, statement: str) -> None:
    connection = sqlite3.connect(folder / FILE_NAME)
    connection.execute("DROP TRIGGER IF EXISTS entries_are_never_rewritten")
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_journal_of_a_newer_version_is_named_and_left_alone(tmp_path: Path) -> None:
    written(tmp_path)
    rewrite(tmp_path, "PRAGMA user_version = 7")
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(NewerVersion) as trouble:
        Journal(tmp_path)
    assert trouble.value.found == 7
    assert (tmp_path / FILE_NAME).read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entries SET body = replace(body, 'reG5', 'reG4') WHERE place = 1",
        "UPDATE entries SET author = 'Ben' WHERE place = 1",
        "UPDATE entries SET reason = 'so' WHERE place = 1",
        "UPDATE entries SET at = '2001-01-01' WHERE place = 1",
        "UPDATE entries SET kind = 'setup' WHERE place = 1",
        "UPDATE entries SET kind = 'nonsense' WHERE place = 1",
        "UPDATE entries SET place = 2 WHERE place = 1",
        "DELETE FROM entries WHERE place = 0",
        "DELETE FROM entries WHERE place = 1",
        "DELETE FROM entries",
    ],
)
def test_a_changed_entry_is_named(tmp_path: Path, change: str) -> None:
    game = written(tmp_path)
    rewrite(tmp_path, change)
    with pytest.raises(Damaged) as trouble:
        Journal(tmp_path).story(game)
    assert trouble.value.place in (0, 1)


def test_a_flipped_byte_anywhere_is_named_or_harmless(tmp_path: Path) -> None:
    game = written(tmp_path / "whole")
    whole = Journal(tmp_path / "whole").story(game)
    content = (tmp_path / "whole" / FILE_NAME).read_bytes()
    named = 0
    for place in range(0, len(content), 97):
        folder = tmp_path / str(place)
        folder.mkdir()
        flipped = content[:place] + bytes([content[place] ^ 0x10]) + content[place + 1 :]
        (folder / FILE_NAME).write_bytes(flipped)
        try:
            journal = Journal(folder)
            try:
                assert journal.story(game) == whole
            finally:
                journal.close()
        except JournalError:
            named += 1
    assert named > 5


def test_a_frame_that_changed_or_vanished_is_named(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    digest = journal.evidence.keep(b"frame")
    path = next(path for path in (tmp_path / "evidence").rglob("*") if path.is_file())
    path.write_bytes(b"frbme")
    with pytest.raises(Damaged, match="not what was written"):
        journal.evidence.read(digest)
    path.unlink()
    with pytest.raises(Damaged, match="missing"):
        journal.evidence.read(digest)
    with pytest.raises(Damaged, match="no digest"):
        journal.evidence.read("../journal.sqlite3")


def test_a_second_companion_is_told_that_the_journal_is_in_use(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    with pytest.raises(Locked):
        Journal(tmp_path)
    journal.close()
    Journal(tmp_path).close()


def test_a_full_disk_is_named_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    story = journal.start(hidden_setup(), "host")
    pages = journal.store._connection.execute("PRAGMA page_count").fetchone()[0]
    journal.store._connection.execute(f"PRAGMA max_page_count = {pages}")
    full, refused = story, False
    while not refused:
        try:
            full = journal.open_dispute(full, "Ana", "x" * 500)
        except DiskFull:
            refused = True
    assert journal.story(story.game_id) == full
    journal.store._connection.execute("PRAGMA max_page_count = 100000")
    after = journal.open_dispute(full, "Ana", "there is room again")
    assert journal.story(story.game_id) == after


def test_a_disk_too_full_for_a_frame_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    journal = Journal(tmp_path)
    story = journal.start(hidden_setup(), "host")
    monkeypatch.setattr(os, "fsync", no_room)
    with pytest.raises(DiskFull):
        journal.record(story, SEND, "Ana", frames=[b"frame"])
    monkeypatch.undo()
    assert journal.story(story.game_id) == story
    assert not any(path.is_file() for path in (tmp_path / "evidence").rglob("*"))


def test_entries_are_never_rewritten(tmp_path: Path) -> None:
    game = written(tmp_path)
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    with pytest.raises(sqlite3.IntegrityError, match="never rewritten"):
        connection.execute("UPDATE entries SET body = '' WHERE game = ?", (game,))
    connection.close()


def test_play_goes_on_after_a_restart_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    game = written(tmp_path)
    journal = Journal(tmp_path)
    told = journal.record(journal.story(game), DrawCard("Ana", DrawDeck.LEFT), "Ana")
    assert told.story.game.position.player.name == "Ben"
