"""`conclave check`: a photo, the Emissary, the verdict, and what must be asked first."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from calibration.deck_folder import BUILT_IN_DECKS
from companion.cli.main import main
from companion.games.conclave.conclave import CELLS, Conclave
from companion.games.conclave.notation import mage
from companion.games.conclave.verdict import judge
from models.training.scenes.picture_deck import picture_deck
from models.training.scenes.scene import render_scene
from models.training.scenes.truth import Scene


@pytest.fixture(scope="module")
def scene() -> Scene:
    return render_scene(7, "easy", picture_deck(BUILT_IN_DECKS / "house"), (1280, 720))


@pytest.fixture
def photo(scene: Scene, tmp_path: Path) -> str:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), scene.frame_bgr)
    return str(path)


def test_a_photo_is_judged_as_the_rules_judge_what_lies_there(
    scene: Scene, photo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = tuple(
        mage(cell.code) if cell.state.value == "card" and cell.code else None for cell in scene.truth.cells
    )
    truth = Conclave(cards)
    emissary = next(cell for cell in CELLS if truth[cell] is not None)
    assert main(["check", photo, "--emissary", str(emissary), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    expected = judge(truth, emissary)
    if not answer["unsure"]:
        assert answer["magic_crisis"] == expected.magic_crisis
        assert answer["taken"] == [[one.cell.row, one.cell.column] for one in expected.taken]
    assert {"found", "quad", "cells", "column", "row", "rulings", "unsure", "explanation"} <= answer.keys()
    assert list(answer["milliseconds"]) == ["load", "find", "read", "judge", "total"]


def test_a_person_gets_the_table_and_the_sentences(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", photo, "--emissary", "0,0", "--explain", "es"]) in (0, 2)
    printed = capsys.readouterr()
    assert "El Emisario es" in printed.out or "is read as" in printed.err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--emissary", "4,0"], "--emissary: '4,0' is no cell"),
        (["--emissary", "0,0", "--deck", "tarot"], "no deck named 'tarot'"),
    ],
)
def test_bad_usage_is_one_line(
    photo: str, words: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", photo, *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert problem in told.err
    assert told.err.count("\n") == 1


def test_a_photo_without_a_table_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "no.jpg").write_bytes(b"nothing")
    assert main(["check", str(tmp_path / "no.jpg"), "--emissary", "0,0"]) == 2
    assert capsys.readouterr().err.startswith("conclave check: ")


def test_a_photo_without_a_table_is_answered_to_programs_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As `read` answers it: one JSON line an image, whatever the image is."""
    photo = tmp_path / "no.jpg"
    photo.write_bytes(b"nothing")
    assert main(["check", str(photo), "--emissary", "0,0", "--json"]) == 2
    printed = capsys.readouterr()
    answer = json.loads(printed.out)
    assert answer["image"] == str(photo)
    assert answer["found"] is False
    assert answer["error"] in printed.err
    assert printed.err.count("\n") == 1
