"""A network or a deck that cannot be trusted: one clear line before the first photo, never a reading."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from calibration import deck_folder
from companion.cli import read, sound_models
from companion.cli.main import main
from vision import card_marks

MODELS = Path(__file__).parents[3] / "models"


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the network that the command will load."""
    folder = tmp_path / "models"
    folder.mkdir()
    for name in ("cards.onnx", "cards.json"):
        shutil.copy(MODELS / name, folder / name)
    monkeypatch.setattr(read, "MODEL_FOLDER", folder)
    return folder


@pytest.fixture
def no_finder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The network that finds cards is not the file its manifest describes."""
    for suffix in (".onnx", ".json"):
        shutil.copy((MODELS / "marks").with_suffix(suffix), tmp_path / f"marks{suffix}")
    path = tmp_path / "marks.onnx"
    path.write_bytes(path.read_bytes()[:-100])
    monkeypatch.setattr(card_marks, "default_marker", lambda: card_marks.CardMarker.load(path))


@pytest.fixture
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the house deck that the command will load."""
    folder = tmp_path / "decks"
    shutil.copytree(deck_folder.BUILT_IN_DECKS, folder)
    monkeypatch.setattr(deck_folder, "BUILT_IN_DECKS", folder)
    return folder / "house"


def refusal(capsys: pytest.CaptureFixture[str]) -> str:
    """What the command says of a photo that it must not even open."""
    assert main(["read", "--json", "no-such-photo.jpg"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    return printed.err


@pytest.mark.usefixtures("no_finder")
@pytest.mark.parametrize("command", [["read"], ["find"], ["check", "--emissary", "1,1"]])
def test_a_finder_that_cannot_be_trusted_is_one_line(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "no-such-photo.jpg"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert "marks.onnx: is not the file its manifest describes" in printed.err


@pytest.mark.parametrize("name", sound_models.NETWORKS)
def test_no_table_is_opened_with_a_network_that_was_altered(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "models"
    shutil.copytree(MODELS, folder, ignore=shutil.ignore_patterns("training", "__pycache__"))
    path = folder / f"{name}.onnx"
    path.write_bytes(path.read_bytes() + b" ")
    monkeypatch.setattr(sound_models, "MODEL_FOLDER", folder)
    assert main(["serve", "--data", str(tmp_path / "data")]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"{name}.onnx: it is not the file its manifest describes" in printed.err
    assert not (tmp_path / "data").exists()


def change_manifest(folder: Path, change: Callable[[dict[str, object]], object], name: str) -> None:
    said = json.loads((folder / name).read_text(encoding="utf-8"))
    change(said)
    (folder / name).write_text(json.dumps(said), encoding="utf-8")


@pytest.mark.parametrize("name", ["cards.onnx", "cards.json"])
def test_a_missing_model_file_is_named(models: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (models / name).unlink()
    assert f"{name}: there is no such file" in refusal(capsys)


def test_a_truncated_model_is_refused(models: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = models / "cards.onnx"
    path.write_bytes(path.read_bytes()[:-1000])
    assert "cards.onnx: is not the file its manifest describes" in refusal(capsys)


def test_a_model_altered_by_one_bit_is_refused(models: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = models / "cards.onnx"
    model = bytearray(path.read_bytes())
    model[len(model) // 2] ^= 1
    path.write_bytes(model)
    assert "cards.onnx: is not the file its manifest describes" in refusal(capsys)


def test_labels_that_do_not_fit_are_refused(models: Path, capsys: pytest.CaptureFixture[str]) -> None:
    states = ["card", "back", "covered", "empty", "other"]
    change_manifest(models, lambda said: said["labels"].update(state=states), "cards.json")  # type: ignore[attr-defined]
    assert "expected the states card, back, empty, covered, other" in refusal(capsys)


def test_a_head_with_more_labels_than_numbers_is_refused(
    models: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change_manifest(models, lambda said: said["labels"]["digit"].append("6"), "cards.json")  # type: ignore[index]
    assert "its manifest says" in refusal(capsys)


def test_a_network_that_looks_at_other_crops_is_refused(
    models: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change_manifest(models, lambda said: said["input"].update(margin=0.1), "cards.json")  # type: ignore[attr-defined]
    assert "a margin of 0.1, the reader cuts" in refusal(capsys)


def test_a_broken_deck_manifest_is_refused(decks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (decks / "manifest.json").write_text('{"format": 1, "cards": [', encoding="utf-8")
    assert "manifest.json" in refusal(capsys)


def test_a_picture_that_is_missing_from_a_deck_is_named(
    decks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = next(iter(sorted(decks.glob("*.webp")) or sorted(decks.glob("*.[jp][pn]g"))))
    picture.unlink()
    assert f"missing file {picture.name}" in refusal(capsys)


def test_a_picture_that_is_no_picture_is_named(decks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = next(iter(sorted(decks.glob("*.webp")) or sorted(decks.glob("*.[jp][pn]g"))))
    picture.write_bytes(b"no picture")
    assert f"{picture.name}: not an image" in refusal(capsys)
