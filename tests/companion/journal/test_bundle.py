"""A whole game travels as one file, and nothing in that file can do harm."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path
from random import Random

import pytest

from companion.journal import bundle
from companion.journal.archive import pack, unpack
from companion.journal.bundle import _line, _seal, export_game, import_game, open_bundle, pack_bundle
from companion.journal.entries import Kind, Note, seal
from companion.journal.errors import Damaged, HarmfulBundle, JournalError, NewerVersion, NoBundle
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
    return journal.undo(story, story.moves[-1].place, "judge", "it was withdrawn\u2028“señor”")


def zipped(content: dict[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The same files as another program would pack them."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    return file.getvalue()


def with_manifest(packed: bytes, **changes: object) -> dict[str, bytes]:
    """The members of a bundle with another manifest, sealed anew."""
    members = unpack(packed)
    manifest = (json.dumps(json.loads(members["manifest.json"]) | changes, indent=1) + "\n").encode()
    return members | {"manifest.json": manifest, "seal.txt": _seal(manifest)}


def resealed(packed: bytes, last: str, changes: dict[str, bytes]) -> bytes:
    """A bundle with other files, every hash in it made right again."""
    members = {name: content for name, content in (unpack(packed) | changes).items() if content}
    files = {
        name: hashlib.sha256(content).hexdigest()
        for name, content in members.items()
        if name not in ("manifest.json", "seal.txt")
    }
    manifest = json.loads(members["manifest.json"]) | {"files": files, "last": last}
    text = (json.dumps(manifest, indent=1) + "\n").encode()
    seal_text = members.pop("seal.txt")
    assert seal_text
    return pack({**members, "manifest.json": text, "seal.txt": _seal(text)})


def test_a_game_arrives_whole_at_another_companion(journal: Journal, tmp_path: Path) -> None:
    story = a_game(journal)
    other = Journal(tmp_path / "there")
    packed = export_game(journal, story.game_id)
    assert import_game(other, packed) == story
    assert other.story(story.game_id) == story
    assert other.evidence.read(story.moves[0].evidence[0])
    assert import_game(other, packed) == story  # once more does no harm
    assert export_game(other, story.game_id) == packed, "the same game is the same bytes everywhere"


def test_any_program_can_open_a_bundle_and_finds_its_page(journal: Journal) -> None:
    packed = export_game(journal, a_game(journal).game_id)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.testzip() is None
        assert archive.namelist()[:3] == ["manifest.json", "entries.jsonl", "index.html"]
        assert archive.namelist()[-1] == "seal.txt"
        assert archive.read("index.html").startswith(b"<!doctype html>")


def test_two_tellings_of_one_game_are_not_mixed(journal: Journal, tmp_path: Path) -> None:
    story = a_game(journal)
    other = Journal(tmp_path / "there")
    import_game(other, export_game(journal, story.game_id))
    journal.open_dispute(story, "Ana", "more happened here")
    with pytest.raises(NoBundle, match="another telling"):
        import_game(other, export_game(journal, story.game_id))


def test_a_changed_byte_anywhere_in_a_bundle_is_detected(journal: Journal, tmp_path: Path) -> None:
    story = a_game(journal)
    whole, other, chance = export_game(journal, story.game_id), Journal(tmp_path / "there"), Random(5)
    starts = [whole.index(name.encode()) for name in unpack(whole)]
    places = [*range(30), *starts, *range(len(whole) - 60, len(whole))]
    places += [chance.randrange(len(whole)) for _ in range(150)]
    for place in places:
        changed = whole[:place] + bytes([whole[place] ^ (1 << chance.randrange(8))]) + whole[place + 1 :]
        with pytest.raises(Damaged):
            import_game(other, changed)
    assert other.games() == ()


def test_the_file_that_was_changed_is_named(journal: Journal) -> None:
    whole = export_game(journal, a_game(journal).game_id)
    place = whole.index(b"it was withdrawn")
    with pytest.raises(Damaged, match=r"entries\.jsonl"):
        open_bundle(whole[:place] + b"J" + whole[place + 1 :])


@pytest.mark.parametrize(
    "name", ["../evil", "/etc/passwd", "evidence/../../evil", "C:\\evil", "..\\evil", "evidence/abc"]
)
@pytest.mark.parametrize("pack_it", [pack, zipped], ids=["as a bundle", "as any zip"])
def test_a_bundle_with_a_name_that_leads_elsewhere_is_refused(
    journal: Journal, tmp_path: Path, name: str, pack_it: object
) -> None:
    assert callable(pack_it)
    content = unpack(export_game(journal, a_game(journal).game_id))
    other = Journal(tmp_path / "there")
    with pytest.raises(JournalError) as refusal:
        import_game(other, pack_it({**content, name: b"evil"}))
    if name != "evidence/abc":
        assert isinstance(refusal.value, HarmfulBundle)
        assert "outside its folder" in str(refusal.value)
    assert other.games() == ()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "there"]


def test_a_bundle_of_a_newer_version_is_named(journal: Journal) -> None:
    packed = export_game(journal, a_game(journal).game_id)
    newer = with_manifest(packed, version=9) | {"more/than": b"we know"}
    for content in (pack(newer), zipped(newer)):
        with pytest.raises(NewerVersion):
            import_game(journal, content)


def test_a_bundle_packed_anew_by_another_program_is_not_as_it_was_exported(journal: Journal) -> None:
    content = unpack(export_game(journal, a_game(journal).game_id))
    for how in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED):
        with pytest.raises(Damaged, match="not as it was exported"):
            open_bundle(zipped(content, how))


@pytest.mark.parametrize(
    "content",
    [b"", b"no zip", pack({}), zipped({}), zipped({"manifest.json": b"[]"}), pack({"manifest.json": b"{}"}),
     zipped({"a.txt": b"a"}), pack({"manifest.json": b"[" * 100_000})],
    ids=["empty", "text", "no files", "no files, zipped", "strange", "bare", "another zip", "deep"],
)  # fmt: skip
def test_what_is_no_bundle_is_named(journal: Journal, content: bytes) -> None:
    with pytest.raises(NoBundle):
        import_game(journal, content)


def test_a_bundle_that_would_unpack_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compressed in a bundle, so a bomb can only be a zip of another program."""
    monkeypatch.setattr(bundle, "LARGEST_ARCHIVE", 2**20)
    bomb = zipped({"manifest.json": b'{"format": "conclave-game-bundle"}', "entries.jsonl": bytes(2**23)})
    assert len(bomb) < 2**16
    with pytest.raises(NoBundle, match="too much"):
        open_bundle(bomb)


def test_a_bundle_whose_hashes_are_right_but_whose_story_cannot_be_is_refused(journal: Journal) -> None:
    story = a_game(journal)
    first = journal.store.entries(story.game_id)[0]
    good = pack_bundle(story.game_id, (first,), {})
    second = seal(story.game_id, 1, first.at, Note(Kind.LAID, "beC1 at 1,1", "host"), first.digest)
    entries = "".join(_line(entry) for entry in (first, second)).encode()
    with pytest.raises(NoBundle, match="its story cannot be told"):
        import_game(journal, resealed(good, second.digest, {"entries.jsonl": entries}))
    with pytest.raises(NoBundle, match="is no game"):
        import_game(journal, pack(with_manifest(good, game="../elsewhere")))


def test_missing_and_uncited_evidence_is_named(journal: Journal) -> None:
    story = a_game(journal)
    packed = export_game(journal, story.game_id)
    last = journal.store.entries(story.game_id)[-1].digest
    name = next(name for name in unpack(packed) if name.startswith("evidence/"))
    with pytest.raises(Damaged, match="is missing"):
        open_bundle(resealed(packed, last, {name: b""}))
    with pytest.raises(Damaged, match="it is named after"):
        open_bundle(resealed(packed, last, {name: b"another frame"}))
    more = b"a frame of another game"
    with pytest.raises(Damaged, match="cited by no entry"):
        open_bundle(resealed(packed, last, {f"evidence/{hashlib.sha256(more).hexdigest()}.bin": more}))
    with pytest.raises(Damaged, match="last entries are missing"):
        open_bundle(resealed(packed, "0" * 64, {}))
    wrong_seal = unpack(packed) | {"seal.txt": b"sha256 0 manifest.json\n"}
    with pytest.raises(Damaged, match=r"seal\.txt"):
        open_bundle(pack(wrong_seal))
