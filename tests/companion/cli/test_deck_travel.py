"""Decks as one file: out of one machine, into another, and never more than was checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.deck_folder import find_deck
from calibration.deck_manifest import DeckManifest, back_label, card_label, manifest_text
from calibration.deck_writer import DeckContents, write_deck
from calibration.teaching.lesson import encoded
from companion.cli.main import main
from companion.journal.archive import pack
from tests.calibration.teaching.table_photos import face


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CONCLAVE_DATA", str(tmp_path / "here"))
    pictures = {"blC1": [encoded(face("blC1")), encoded(face("blC2"))], "puB?": [encoded(face("pu-back"))]}
    write_deck(tmp_path / "here" / "decks", "mine", DeckContents((63, 88), pictures, {"blC1": 3}, False))
    assert main(["deck", "export", "mine", "--out", str(tmp_path / "mine.zip")]) == 0
    return tmp_path / "mine.zip"


def test_a_deck_travels_as_one_file(packed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "there"
    assert main(["deck", "import", str(packed), "--data", str(there)]) == 0
    assert "mine: 1 card and 1 back," in capsys.readouterr().out
    ours, theirs = find_deck("mine", tmp_path / "here"), find_deck("mine", there)
    assert ours.manifest == theirs.manifest
    for name in (*ours.labels[0].images, *ours.backs[0].images):
        assert (ours.folder / name).read_bytes() == (theirs.folder / name).read_bytes()
    assert main(["deck", "export", "mine", "--data", str(there), "--out", str(tmp_path / "again.zip")]) == 0
    assert (tmp_path / "again.zip").read_bytes() == packed.read_bytes()


def test_a_deck_that_is_there_is_not_overwritten_unless_asked(
    packed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deck", "import", str(packed)]) == 2
    assert capsys.readouterr().err.startswith("conclave deck: there is a deck 'mine' already")
    assert main(["deck", "import", str(packed), "--as", "other"]) == 0
    assert find_deck("other", tmp_path / "here").name == "other"
    assert main(["deck", "import", str(packed), "--replace"]) == 0
    assert main(["deck", "import", str(packed), "--as", "house"]) == 2


def bad_files(packed: bytes) -> dict[str, bytes]:
    picture = encoded(face("blC1"))
    manifest = DeckManifest("mine", "conclave", 56, 87, (card_label("blC1", 1, ("a.webp",)),), (), True)
    text = manifest_text(manifest).encode()
    return {
        "nothing": b"",
        "no zip": b"no zip at all",
        "cut off": packed[: len(packed) // 2],
        "one byte changed": packed[:300] + bytes([packed[300] ^ 1]) + packed[301:],
        "a path": pack({"manifest.json": text, "../a.webp": picture}),
        "a hidden file": pack({"manifest.json": text, ".bashrc": picture}),
        "no manifest": pack({"a.webp": picture}),
        "a newer version": pack(
            {"manifest.json": text.replace(b'"format": 1', b'"format": 2'), "a.webp": picture}
        ),
        "no picture": pack({"manifest.json": text, "a.webp": b"RIFF"}),
        "a missing picture": pack({"manifest.json": text}),
    }


def test_a_file_that_is_not_what_was_exported_is_refused_and_nothing_written(
    packed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for what, content in bad_files(packed.read_bytes()).items():
        (tmp_path / "bad.zip").write_bytes(content)
        capsys.readouterr()
        assert main(["deck", "import", str(tmp_path / "bad.zip"), "--data", str(tmp_path / "there")]) == 2, (
            what
        )
        assert capsys.readouterr().err.count("\n") == 1, what
        assert not (tmp_path / "there").exists(), what


def test_what_is_not_there_is_named(packed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "import", str(packed) + ".lost"]) == 2
    assert "lost" in capsys.readouterr().err
    assert main(["deck", "export", "lost"]) == 2
    assert "no deck named 'lost'" in capsys.readouterr().err


def test_a_deck_without_a_picture_of_a_card_is_refused(packed: Path, tmp_path: Path) -> None:
    assert packed.exists()
    manifest = DeckManifest(
        "bare", "conclave", 56, 87, (card_label("blC1", 1, ()),), (back_label("puB?", ()),)
    )
    (tmp_path / "bare.zip").write_bytes(pack({"manifest.json": manifest_text(manifest).encode()}))
    assert main(["deck", "import", str(tmp_path / "bare.zip")]) == 2
