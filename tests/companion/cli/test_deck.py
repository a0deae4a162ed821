from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.house_deck import pictures, sheets
from calibration.house_deck.cards import HouseCard
from companion.cli import deck


def conclave_deck(*words: str | Path) -> int:
    parser = argparse.ArgumentParser()
    deck.add_arguments(parser)
    return deck.run(parser.parse_args([str(word) for word in words]))


@pytest.fixture
def quick_pdf(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Stands in for the whole deck, which has its own tests."""
    monkeypatch.setattr(sheets, "deck_pdf", lambda paper: b"%%PDF %r" % paper.width_mm)
    return b"%PDF 210.0"


def test_print_writes_the_pdf_and_nothing_else(tmp_path: Path, quick_pdf: bytes) -> None:
    assert conclave_deck("print", "--out", tmp_path / "deck.pdf") == 0
    assert [file.name for file in tmp_path.iterdir()] == ["deck.pdf"]
    assert (tmp_path / "deck.pdf").read_bytes() == quick_pdf


@pytest.mark.usefixtures("quick_pdf")
def test_print_knows_us_letter(tmp_path: Path) -> None:
    assert conclave_deck("print", "--out", tmp_path / "deck.pdf", "--paper", "letter") == 0
    assert b"215.9" in (tmp_path / "deck.pdf").read_bytes()


def test_print_writes_a_png_for_every_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two pictures stand in for all 78."""

    def two_pictures(width_px: int) -> Iterator[tuple[str, NDArray[np.uint8]]]:
        yield "puG5", pictures.face_picture(HouseCard("pu", "G", 5), width_px)
        yield "pu-back", pictures.back_picture("pu", width_px)

    monkeypatch.setattr(pictures, "all_pictures", two_pictures)
    folder = tmp_path / "new" / "pngs"
    assert conclave_deck("print", "--png", folder) == 0
    assert {file.name for file in folder.iterdir()} == {"puG5.png", "pu-back.png"}
    picture = cv2.imread(str(folder / "puG5.png"))
    assert picture is not None
    assert picture.shape == (1156, 744, 3)


@pytest.mark.usefixtures("quick_pdf")
@pytest.mark.parametrize("place", ["missing/deck.pdf", "."])
def test_a_place_that_cannot_be_written_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], place: str
) -> None:
    assert conclave_deck("print", "--out", tmp_path / place) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_the_old_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick_pdf: bytes
) -> None:
    """The disk fills up after half the file."""
    (tmp_path / "deck.pdf").write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert conclave_deck("print", "--out", tmp_path / "deck.pdf") == 2
    assert (tmp_path / "deck.pdf").read_bytes() == b"old" != quick_pdf
    assert [file.name for file in tmp_path.iterdir()] == ["deck.pdf"]


@pytest.mark.parametrize("words", [["print"], ["print", "--png", "x", "--width", "7"]])
def test_print_says_what_it_needs(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert conclave_deck(*words) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("words", [[], ["burn"], ["print", "--paper", "a3"]])
def test_bad_usage_exits_2(words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        conclave_deck(*words)
    assert ended.value.code == 2


def test_list_names_the_decks(capsys: pytest.CaptureFixture[str]) -> None:
    assert conclave_deck("list") == 0
    assert capsys.readouterr().out == "house: 72 cards, 6 backs, conclave\n"


def test_list_goes_on_after_a_broken_deck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "decks" / "broken"
    broken.mkdir(parents=True)
    (broken / "manifest.json").write_text("{}", encoding="utf-8")
    assert conclave_deck("list", "--data", tmp_path) == 2
    said = capsys.readouterr()
    assert said.out.startswith("house: ")
    assert "format is missing" in said.err


def test_help_does_not_load_opencv() -> None:
    program = "import sys; import companion.cli.deck; print('cv2' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False False"


@pytest.mark.usefixtures("quick_pdf")
def test_a_place_that_cannot_be_written_is_named_as_it_was_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not by the name of the temporary file, which nobody asked for."""
    assert conclave_deck("print", "--out", tmp_path / "missing" / "deck.pdf") == 2
    place = tmp_path / "missing" / "deck.pdf"
    assert capsys.readouterr().err == f"conclave deck: cannot use {place}: No such file or directory\n"


def test_a_file_that_is_no_deck_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"a picture")
    assert conclave_deck("import", tmp_path / "holiday.jpg", "--data", tmp_path / "data") == 2
    assert capsys.readouterr().err == "conclave deck: holiday.jpg is no exported deck\n"
