"""`conclave verify`: a game is checked again from the pixels up, and what does not hold is named."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.cli.main import main
from companion.games.conclave.notation import mage
from companion.journal import verification
from companion.journal.archive import pack, unpack
from companion.journal.bundle import Bundle, _seal, export_game, open_bundle, pack_bundle
from companion.journal.entries import Entry, Kind, Note, first_link, seal
from companion.journal.errors import Damaged
from companion.journal.journal import Journal
from companion.journal.sightings import Sighting, is_sighting, parse_sighting, print_sighting
from companion.journal.story import tell
from companion.journal.verification import Held, difference_of, verify_bundle
from companion.witness.rereading import FrameRereader
from companion.witness.testimony import jpeg
from tests.companion.witness.photographed import house, photographed, places, witness
from tests.companion.witness.watched_game import house_game, watched_game
from vision.photos import load_photo

REREADER = FrameRereader()  # keeps the deck prepared from test to test


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    journal = Journal(tmp_path_factory.mktemp("journal"))
    return export_game(journal, watched_game(journal, moves=4).game_id)


def verified(packed: bytes) -> list[Held]:
    return list(verify_bundle(packed, REREADER))


def forged(
    packed: bytes,
    evidence: Callable[[dict[str, bytes]], dict[str, bytes]] | None = None,
    note: Callable[[Note], Note] = lambda note: note,
) -> bytes:
    """Another bundle with everything sealed anew: `evidence` gives what replaces a piece, by its digest."""
    bundle = open_bundle(packed)
    replaced = evidence(dict(bundle.evidence)) if evidence else {}
    digests = {old: hashlib.sha256(new).hexdigest() for old, new in replaced.items()}
    entries: list[Entry] = []
    link = first_link(bundle.game)
    for entry in bundle.entries:
        cited = tuple(digests.get(digest, digest) for digest in entry.note.evidence)
        entries.append(
            seal(bundle.game, entry.place, entry.at, note(replace(entry.note, evidence=cited)), link)
        )
        link = entries[-1].digest
    kept = {digest: content for digest, content in bundle.evidence.items() if digest not in replaced}
    return pack_bundle(
        bundle.game, tuple(entries), kept | {digests[old]: new for old, new in replaced.items()}
    )


def first_sighting(bundle: Bundle | dict[str, bytes]) -> tuple[str, Sighting]:
    evidence = bundle if isinstance(bundle, dict) else bundle.evidence
    digest = min(digest for digest, content in evidence.items() if is_sighting(content))
    return digest, parse_sighting(evidence[digest])


def test_an_honest_bundle_holds_and_says_what_was_checked(packed: bytes) -> None:
    found = {held.what: held for held in verified(packed)}
    assert {"bytes", "hashes", "chain", "versions", "rules", "page", "readings"} <= set(found)
    assert "2 frames read again, 32 cells, 2 cards compared" in found["readings"].said
    assert "deck house" in found["versions"].said
    assert not any(held.is_remark for held in found.values())


def test_the_command_says_it_and_exits_0(
    packed: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.zip"
    path.write_bytes(packed)
    assert main(["verify", str(path)]) == 0
    said = capsys.readouterr().out
    assert "✓ readings" in said
    assert said.endswith("Everything holds.\n")
    assert list(tmp_path.iterdir()) == [path], "nothing is unpacked"


def test_a_changed_byte_exits_1_and_names_the_file(
    packed: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, chance = tmp_path / "game.zip", Random(11)
    for _ in range(12):
        place = chance.randrange(len(packed))
        path.write_bytes(packed[:place] + bytes([packed[place] ^ 16]) + packed[place + 1 :])
        assert main(["verify", "--json", str(path)]) == 1
        said = capsys.readouterr()
        assert json.loads(said.out.splitlines()[-1])["holds"] is False
        assert said.err.startswith(f"conclave verify: {path} does not hold: ")


@pytest.mark.parametrize("content", [b"", b"no bundle", pack({"manifest.json": b"{}"})])
def test_a_file_that_is_no_bundle_exits_2(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.zip"
    path.write_bytes(content)
    assert main(["verify", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["verify", str(tmp_path / "none.zip")]) == 2
    assert main(["verify", str(tmp_path)]) == 2


def test_a_newer_bundle_exits_2(packed: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    members = unpack(packed)
    text = members["manifest.json"].replace(b'"version": 2', b'"version": 3')
    path = tmp_path / "game.zip"
    path.write_bytes(pack(members | {"manifest.json": text, "seal.txt": _seal(text)}))
    assert main(["verify", str(path)]) == 2
    assert "newer companion" in capsys.readouterr().err


def test_a_forged_reading_does_not_hold_against_its_pixels(packed: bytes) -> None:
    def another_card(evidence: dict[str, bytes]) -> dict[str, bytes]:
        digest, sighting = first_sighting(evidence)
        cells = list(sighting.cells)
        index = next(index for index, cell in enumerate(cells) if cell.state == "card")
        cells[index] = replace(cells[index], candidates=(("puG5", 0.99),))
        return {digest: print_sighting(replace(sighting, cells=tuple(cells)))}

    with pytest.raises(Damaged, match=r"entry \d+ is damaged: cell .* recorded as puG5 .* is read as"):
        verified(forged(packed, another_card))


def test_a_reading_that_claims_to_be_surer_than_it_was_does_not_hold(packed: bytes) -> None:
    def less_sure(evidence: dict[str, bytes]) -> dict[str, bytes]:
        digest, sighting = first_sighting(evidence)
        first = replace(sighting.cells[0], confidence=0.5, accepted=False)
        return {digest: print_sighting(replace(sighting, cells=(first, *sighting.cells[1:])))}

    with pytest.raises(Damaged, match="cell 0,0"):
        verified(forged(packed, less_sure))


@pytest.mark.parametrize("piece", ["frame", "small", "crops", "deck"])
def test_another_picture_or_deck_does_not_hold(packed: bytes, piece: str) -> None:
    def another(evidence: dict[str, bytes]) -> dict[str, bytes]:
        digest, sighting = first_sighting(evidence)
        old = sighting.deck.digest if piece == "deck" else str(getattr(sighting, piece))
        if piece == "deck":
            members = unpack(evidence[old])
            codes = [cell.code for cell in sighting.cells if cell.code]
            one, two = (house()._label(str(code)).images[0] for code in codes[:2])
            new = pack(members | {one: members[two], two: members[one]})
        else:
            picture = load_photo(evidence[old]).frame_bgr.copy()
            third = picture.shape[0] // 3
            picture[:third] = picture[third : 2 * third][:, ::-1]
            new = jpeg(picture, 90)
        mine = hashlib.sha256(new).hexdigest()
        parts = {"deck": replace(sighting.deck, digest=mine)} if piece == "deck" else {piece: mine}
        others = {
            digest: print_sighting(replace(parse_sighting(content), deck=replace(sighting.deck, digest=mine)))
            for digest, content in evidence.items()
            if piece == "deck" and is_sighting(content)
        }
        return {old: new, digest: print_sighting(replace(sighting, **parts)), **others}

    with pytest.raises(Damaged, match=r"entry \d+ is damaged: (cell|the small picture|the crops)"):
        verified(forged(packed, another))


def test_a_verdict_that_the_rules_do_not_give_does_not_hold(packed: bytes) -> None:
    bundle = open_bundle(packed)
    gained = next(
        entry for entry in bundle.entries if "gains" in entry.note.body or "follow" in entry.note.body
    )

    def without_followers(note: Note) -> Note:
        lines = note.body.splitlines()
        return replace(note, body="\n".join(lines[:-1])) if note == gained.note and len(lines) > 1 else note

    with pytest.raises(Damaged, match=rf"entry {gained.place} is damaged: .* the rules give"):
        verified(forged(packed, note=without_followers))


def test_an_event_that_its_own_frame_contradicts_does_not_hold(packed: bytes) -> None:
    """Another table was photographed: the reading is right for its pixels, and not for what was recorded."""
    bundle = open_bundle(packed)
    entry = next(entry for entry in bundle.entries if entry.note.evidence)
    story = tell(bundle.entries[: entry.place + 1])
    sent = story.moves[-1].events[0]
    taken = story.before(entry.place).position.conclave
    other = next(code for code in house().counts if code not in {str(card) for card in taken.cards})
    shown = taken.with_card(sent.cell, mage(other))  # type: ignore[union-attr]
    pieces = witness().testify(photographed(shown), places()).pieces

    def swapped(_: dict[str, bytes]) -> dict[str, bytes]:
        return dict(zip(entry.note.evidence, pieces, strict=True))

    with pytest.raises(
        Damaged, match=f"entry {entry.place} is damaged: it says .* and its frame shows {other}"
    ):
        verified(forged(packed, swapped))


def test_a_page_that_tells_another_story_does_not_hold(packed: bytes) -> None:
    members = unpack(packed)
    page = members["index.html"].replace(b"overturns", b"upholds..")
    assert page != members["index.html"]
    manifest = json.loads(members["manifest.json"])
    manifest["files"]["index.html"] = hashlib.sha256(page).hexdigest()
    text = (json.dumps(manifest, indent=1) + "\n").encode()
    changed = pack(members | {"index.html": page, "manifest.json": text, "seal.txt": _seal(text)})
    with pytest.raises(Damaged, match=r"index\.html is damaged"):
        verified(changed)


def test_other_versions_are_said_and_the_page_is_then_not_compared(
    packed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "program_version", lambda: "9.9.9")
    remarks = [held.said for held in verified(packed) if held.is_remark]
    assert any("checked with 9.9.9" in said for said in remarks)
    assert any("not compared" in said for said in remarks)


def test_a_game_by_hand_says_that_no_frame_was_read(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    setup, commands = house_game(5)
    story = journal.start(setup, "Ana")
    story = journal.record(story, commands[0], "Ana").story
    held = verified(export_game(journal, story.game_id))[-1]
    assert held.is_remark
    assert "by hand" in held.said


def test_what_may_differ_between_machines_and_what_may_not(packed: bytes) -> None:
    cell = next(one for one in first_sighting(open_bundle(packed))[1].cells if one.state == "card")
    near = replace(cell, confidence=cell.confidence - 0.02)
    assert difference_of(cell, near, same_reader=True) == ""
    lower = replace(cell, confidence=0.6, accepted=False)
    assert difference_of(cell, lower, same_reader=True)
    assert difference_of(cell, lower, same_reader=False) == ""
    other = replace(cell, candidates=(("puG5" if cell.code != "puG5" else "puG4", 0.99),))
    assert difference_of(cell, other, same_reader=False)
    torn = [replace(one, confidence=0.5, accepted=False) for one in (cell, other)]
    assert difference_of(torn[0], torn[1], same_reader=True) == "", "neither was sure"


def test_the_kinds_of_entries_are_all_in_the_game_that_is_checked(packed: bytes) -> None:
    kinds = {entry.note.kind for entry in open_bundle(packed).entries}
    assert kinds == {Kind.SETUP, Kind.DECISION, Kind.CORRECTION, Kind.DISPUTE}
