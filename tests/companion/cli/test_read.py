from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from calibration.deck_folder import BUILT_IN_DECKS
from companion.cli.main import main
from models.training.scenes.picture_deck import picture_deck
from models.training.scenes.scene import render_scene
from models.training.scenes.truth import Scene


@pytest.fixture(scope="module")
def scene() -> Scene:
    return render_scene(7, "easy", picture_deck(BUILT_IN_DECKS / "house"), (1280, 720))


@pytest.fixture
def photo(scene: Scene, tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), scene.frame_bgr)
    return path


def test_a_photo_is_read_as_the_contract_says(
    scene: Scene, photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", "--json", "--overlay", str(tmp_path / "seen"), str(photo)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["found"]
    assert set(answer["milliseconds"]) == {"load", "find", "read", "total"}
    assert len(answer["quad"]) == 4
    assert [(cell["row"], cell["column"]) for cell in answer["cells"]] == [
        (cell.row, cell.column) for cell in scene.truth.cells
    ]
    for cell, true in zip(answer["cells"], scene.truth.cells, strict=True):
        assert set(cell) >= {"state", "card", "confidence", "accepted", "corners", "candidates"}
        assert cell["card"] == true.code or not cell["accepted"]
    named = [cell["card"] for cell in answer["cells"] if cell["accepted"] and cell["card"]]
    assert len(named) >= sum(cell.code is not None for cell in scene.truth.cells) - 1
    assert (tmp_path / "seen" / "table.png.read.png").is_file()


def test_a_file_that_is_no_image_is_named_and_the_others_are_read(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    assert main(["read", "--json", str(broken), str(photo)]) == 2
    printed = capsys.readouterr()
    first, second = (json.loads(line) for line in printed.out.splitlines())
    assert not first["found"]
    assert first["error"]
    assert second["found"]
    assert printed.err.startswith("conclave read: ")


def test_people_get_a_table(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(photo)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("table.png")
    assert len(lines) == 5


def test_an_unknown_deck_is_refused_before_the_first_photo(
    photo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", "--deck", "tarot", str(photo)]) == 2
    assert "tarot" in capsys.readouterr().err
