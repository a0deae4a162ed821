"""A whole game travels as one file, and nothing in that file can do harm."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path
from random import Random

import pytest

from companion.journal.bundle import _line, export_game, import_game
from companion.journal.entries import Kind, Note, seal
from companion.journal.errors import JournalError, NewerVersion, NoBundle
from companion.journal.journal import Journal
from companion.journal.story import Story
from tests.companion.journal.tables import simulated


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "here")


def a_game(journal: Journal) -> Story:
    setup, commands, _ = simulated(3)
    story = journal.start(setup, "host")
    for command in commands[:12]:
        story = journal.record(story, command, "host", frames=[str(command).encode()]).story
    return journal.undo(story, story.moves[-1].place, "judge", "it was withdrawn")


def members(packed: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed)) as bundle:
        return {name: bundle.read(name) for name in bundle.namelist()}


def packed(content: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, data in content.items():
            bundle.writestr(name, data)
    return file.getvalue()


def test_a_game_arrives_whole_at_another_companion(journal: Journal, tmp_path: Path) -> None:
    story = a_game(journal)
    other = Journal(tmp_path / "there")
    assert import_game(other, export_game(journal, story.game_id)) == story
    assert other.story(story.game_id) == story
    assert other.evidence.read(story.moves[0].evidence[0])
    assert import_game(other, export_game(journal, story.game_id)) == story  # once more does no harm


def test_two_tellings_of_one_game_are_not_mixed(journal: Journal, tmp_path: Path) -> None:
    story = a_game(journal)
    other = Journal(tmp_path / "there")
    import_game(other, export_game(journal, story.game_id))
    journal.open_dispute(story, "Ana", "more happened here")
    with pytest.raises(NoBundle, match="another telling"):
        import_game(other, export_game(journal, story.game_id))


def test_a_changed_byte_in_a_bundle_is_detected(journal: Journal, tmp_path: Path) -> None:
    story = a_game(journal)
    whole, other, chance = export_game(journal, story.game_id), Journal(tmp_path / "there"), Random(5)
    unharmed = 0
    for _ in range(120):
        place = chance.randrange(len(whole))
        changed = whole[:place] + bytes([whole[place] ^ (1 << chance.randrange(8))]) + whole[place + 1 :]
        try:
            assert import_game(other, changed) == story  # a date in the zip's own table, say
            other.delete(story.game_id)
            unharmed += 1
        except JournalError:
            assert other.games() == ()
    assert unharmed < 60


@pytest.mark.parametrize(
    "name", ["../evil", "/etc/passwd", "evidence/../../evil", "evidence/abc", "C:\\evil"]
)
def test_a_bundle_with_a_name_that_leads_elsewhere_is_refused(
    journal: Journal, tmp_path: Path, name: str
) -> None:
    content = members(export_game(journal, a_game(journal).game_id))
    other = Journal(tmp_path / "there")
    with pytest.raises(NoBundle, match="which no game has"):
        import_game(other, packed({**content, name: b"evil"}))
    assert other.games() == ()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "there"]


def test_a_bundle_of_a_newer_version_is_named(journal: Journal) -> None:
    content = members(export_game(journal, a_game(journal).game_id))
    manifest = json.loads(content["manifest.json"]) | {"version": 9}
    with pytest.raises(NewerVersion):
        import_game(journal, packed({**content, "manifest.json": json.dumps(manifest).encode()}))


@pytest.mark.parametrize("content", [b"", b"no zip", packed({}), packed({"manifest.json": b"[]"})])
def test_what_is_no_bundle_is_named(journal: Journal, content: bytes) -> None:
    with pytest.raises(NoBundle):
        import_game(journal, content)


def test_a_bundle_whose_hashes_are_right_but_whose_story_cannot_be_is_refused(journal: Journal) -> None:
    story = a_game(journal)
    first = journal.store.entries(story.game_id)[0]
    second = seal(story.game_id, 1, first.at, Note(Kind.LAID, "beC1 at 1,1", "host"), first.digest)
    entries = "".join(_line(entry) for entry in (first, second)).encode()
    manifest = {
        "format": "conclave-game-bundle",
        "version": 1,
        "game": story.game_id,
        "last": second.digest,
        "files": {"entries.jsonl": hashlib.sha256(entries).hexdigest()},
    }
    content = {"manifest.json": json.dumps(manifest).encode(), "entries.jsonl": entries}
    with pytest.raises(NoBundle, match="its story cannot be told"):
        import_game(journal, packed(content))
    strange = {**manifest, "game": "../elsewhere"}
    with pytest.raises(NoBundle, match="is no game"):
        import_game(journal, packed({**content, "manifest.json": json.dumps(strange).encode()}))


def test_a_bundle_that_unpacks_to_too_much_is_refused(journal: Journal) -> None:
    with pytest.raises(NoBundle, match="too large"):
        import_game(journal, packed({"entries.jsonl": bytes(33 * 2**20)}))
