"""`conclave doctor`: what is wrong, in plain words, and how to mend it."""

from __future__ import annotations

import json
import shutil
import socket
import sqlite3
from pathlib import Path
from string import Formatter
from typing import Any

import cv2
import numpy as np
import pytest

import models
from calibration.deck_folder import BUILT_IN_DECKS
from companion.cli.checkups import camera
from companion.cli.checkups.camera import reason_key
from companion.cli.checkups.data_folder import check_data
from companion.cli.checkups.finding import Finding, State
from companion.cli.checkups.installed import check_decks, check_models
from companion.cli.checkups.network import check_network
from companion.cli.checkups.words import CATALOGUES
from companion.cli.main import main
from companion.games.conclave.notation import parse_conclave
from companion.journal.journal import Journal
from tests.companion.journal.tables import simulated
from tests.companion.witness.photographed import photographed

TABLE = parse_conclave("""
    beC2  puW4  ....  orC1
    grG4  reG5  blC5  reW4
    blC4  ....  orW2  ....
    ....  grW5  beW1  puC3
""")


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), cv2.resize(photographed(TABLE), None, fx=1.3, fy=1.3))
    return path


def doctor(tmp_path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    status = main(["doctor", "--json", "--data", str(tmp_path / "data"), *words])
    return status, json.loads(capsys.readouterr().out)


def codes(found: list[Finding]) -> list[str]:
    return [finding.code for finding in found]


def test_a_good_table_is_ready_to_play(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, answer = doctor(tmp_path, capsys, "--camera", str(photo), "--overlay", str(tmp_path / "seen"))
    assert (status, answer["play"]) == (0, True)
    states = {check["code"]: check["state"] for check in answer["checks"]}
    assert {"program.fine", "models.fine", "decks.fine", "data.new", "camera.fine", "table.read"} <= set(
        states
    )
    assert {check["check"] for check in answer["checks"]} >= {"camera", "light", "models", "data", "network"}
    assert (tmp_path / "seen" / "table.png.doctor.png").is_file()
    assert not (tmp_path / "data").exists(), "looking must not make anything"


def test_people_get_lines_and_the_way_to_mend_in_their_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "black.png"
    cv2.imwrite(str(path), np.zeros((720, 1280, 3), np.uint8))
    words = ["doctor", "--data", str(tmp_path / "data"), "--camera", str(path), "--explain", "es"]
    assert main(words) == 1
    said = capsys.readouterr().out
    assert "✗ Mesa" in said
    assert "la imagen es negra" in said
    assert "→ Enciende una lámpara" in said
    assert said.rstrip().endswith("No se puede jugar hasta arreglar lo marcado como MAL.")


def test_half_a_table_is_not_playable_and_says_where_it_runs_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "half.png"
    cv2.imwrite(str(path), cv2.resize(photographed(TABLE), None, fx=1.3, fy=1.3)[:, :430])
    status, answer = doctor(tmp_path, capsys, "--camera", str(path))
    assert (status, answer["play"]) == (1, False)
    table = next(check for check in answer["checks"] if check["check"] == "table")
    assert table["code"] == "table.out_of_view"
    assert "on the right" in table["message"]
    assert table["mend"]


def test_no_camera_at_all_leaves_the_game_by_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(camera, "FIRST_FRAME_SECONDS", 3.0)
    monkeypatch.setattr("companion.cli.doctor.FIRST_CAMERA", "97")
    status, answer = doctor(tmp_path, capsys)
    assert (status, answer["play"]) == (0, True)
    assert answer["checks"][-1]["code"] == "camera.none"
    status, answer = doctor(tmp_path, capsys, "--camera", "97")
    assert (status, answer["checks"][-1]["code"]) == (1, "camera.silent")


def test_what_is_no_picture_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "notes.jpg"
    text.write_bytes(b"no picture at all, and no video")
    status, answer = doctor(tmp_path, capsys, "--camera", str(text))
    assert status == 1
    assert answer["checks"][-1]["check"] == "camera"
    assert "notes.jpg" in answer["checks"][-1]["message"]


def test_a_changed_model_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    own = Path(str(models.__file__)).parent
    shutil.copy(own / "cards.json", folder)
    content = bytearray((own / "cards.onnx").read_bytes())
    content[1000] ^= 1
    (folder / "cards.onnx").write_bytes(content)
    (found,) = check_models(folder)
    assert (found.code, found.state) == ("models.broken", State.PROBLEM)
    assert "SHA-256" in found.words("en")
    (folder / "cards.json").unlink()
    assert codes(list(check_models(folder))) == ["models.broken"]


def test_each_deck_is_loaded_and_a_broken_one_named(tmp_path: Path) -> None:
    shutil.copytree(BUILT_IN_DECKS / "house", tmp_path / "decks" / "mine")
    (tmp_path / "decks" / "mine" / "beC2.webp").write_bytes(b"no picture")
    found = list(check_decks("house", tmp_path))
    assert [(one.code, one.state) for one in found] == [
        ("decks.fine", State.FINE),
        ("decks.broken", State.WARNING),
    ]
    assert (
        next(one for one in check_decks("mine", tmp_path) if one.code == "decks.broken").state
        is State.PROBLEM
    )
    assert codes(list(check_decks("tarot", tmp_path)))[-1] == "decks.unknown"


def test_a_data_folder_that_cannot_be_written_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (found,) = check_data(tmp_path / "file")
    assert (found.code, found.state) == ("data.unwritable", State.PROBLEM)


def test_stored_games_are_verified_and_a_damaged_one_is_named(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    setup, commands, _ = simulated(3)
    story = journal.start(setup, "host")
    told = journal.record(story, commands[0], "host", frames=[b"a frame"])
    assert codes(list(check_data(tmp_path)))[-1] == "data.locked"
    journal.close()
    assert codes(list(check_data(tmp_path)))[-1] == "data.games"
    digest = told.story.moves[0].evidence[0]
    (tmp_path / "evidence" / digest[:2] / digest).write_bytes(b"another frame")
    *_, found = check_data(tmp_path)
    assert (found.code, found.state) == ("data.damaged", State.WARNING)
    assert digest[:12] in found.words("en")
    (tmp_path / "journal.sqlite3").write_bytes(b"no database at all" * 100)
    assert codes(list(check_data(tmp_path)))[-1] == "data.damaged"


def test_a_journal_of_a_newer_companion_is_named(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    with sqlite3.connect(tmp_path / "journal.sqlite3") as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    *_, found = check_data(tmp_path)
    assert "newer" in found.words("es")


def test_a_taken_port_and_no_network_are_said() -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = int(taken.getsockname()[1])
        (found,) = check_network(["192.168.1.2"], [port])
        assert (found.code, found.state) == ("network.no-port", State.PROBLEM)
        assert "network.port-taken" in codes(list(check_network(["192.168.1.2"], [port, 0])))
    assert codes(list(check_network([], [port]))) == ["network.none"]


def test_both_languages_say_the_same_things() -> None:
    english, spanish = CATALOGUES["en"], CATALOGUES["es"]
    assert set(english) == set(spanish)
    for key, words in english.items():
        facts = {name for _, name, _, _ in Formatter().parse(words) if name}
        assert facts == {name for _, name, _, _ in Formatter().parse(spanish[key]) if name}, key


def test_a_reason_without_translation_stands_for_itself() -> None:
    assert reason_key("the image is black: uncover the lens") == ":reason.black"
    assert reason_key("the moon is in the way") == "the moon is in the way"
