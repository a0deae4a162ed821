from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.deck_folder import BUILT_IN_DECKS
from companion.cli.main import main
from models.training.scenes.free_scene import render_free_scene
from models.training.scenes.picture_deck import picture_deck
from models.training.scenes.truth import Scene


@pytest.fixture(scope="module")
def scene() -> Scene:
    return render_free_scene(600_018, "easy", picture_deck(BUILT_IN_DECKS / "house"), (1280, 720))


@pytest.fixture
def photo(scene: Scene, tmp_path: Path) -> Path:
    path = tmp_path / "zone.png"
    cv2.imwrite(str(path), scene.frame_bgr)
    return path


def test_loose_cards_are_read_as_the_contract_says(
    scene: Scene, photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", "--layout", "free", "--json", "--overlay", str(tmp_path), str(photo)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["image"] == str(photo)
    assert set(answer["milliseconds"]) == {"read", "total"}
    true = {card.code: card for card in scene.truth.free_cards}
    for card in answer["cards"]:
        assert set(card) >= {"state", "card", "confidence", "accepted", "corners", "candidates"}
        assert card["candidates"][0][0] == card["card"]
        assert card["card"] in true or not card["accepted"]
    shown = {card["card"]: card for card in answer["cards"] if card["accepted"]}
    faces = {code for code, card in true.items() if card.visible > 0.5 and not code.endswith("B?")}
    assert len(faces) == 4
    assert faces <= set(shown)
    for code in faces:
        # The corners stand in the card's own order, so that the first is its top left.
        assert np.abs(np.array(shown[code]["corners"]) - true[code].corners).max() < 6.0
        assert abs(shown[code]["visible"] - true[code].visible) < 0.2
        assert shown[code]["overlapped"] == (true[code].visible < 0.9)
    assert (tmp_path / "zone.png.read.png").is_file()


def test_people_get_the_codes_and_what_to_ask(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--layout", "free", str(photo)]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.startswith(f"{photo}: ")
    assert "cards" in head
    assert lines


def test_a_bare_table_is_refused_with_a_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bare.png"
    cv2.imwrite(str(path), np.full((480, 640, 3), 90, np.uint8))
    assert main(["read", "--layout", "free", "--json", str(path)]) == 2
    printed = capsys.readouterr()
    answer = json.loads(printed.out)
    assert answer["cards"] == []
    assert answer["error"]
    assert printed.err.startswith("conclave read: ")
