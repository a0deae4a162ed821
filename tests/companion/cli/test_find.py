"""The command `find`, driven as another program drives it."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import find
from companion.cli.main import UsageError
from tests.vision.drawn_table import DrawnTable
from vision.lattice import Image


def conclave_find(*words: str) -> int:
    parser = ArgumentParser()
    find.add_arguments(parser)
    return find.run(parser.parse_args(words))


def write(path: Path, picture: Image) -> str:
    cv2.imwrite(str(path), picture)
    return str(path)


@pytest.fixture(name="photo")
def _photo(tmp_path: Path) -> str:
    return write(tmp_path / "grid.jpg", DrawnTable(empty=frozenset({(1, 2)})).draw())


def test_a_grid_is_one_json_line_with_every_cell(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert conclave_find("--json", photo) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["image"] == photo
    assert answer["found"] is True
    assert np.array(answer["quad"]).shape == (4, 2)
    assert [(cell["row"], cell["column"]) for cell in answer["cells"]] == [
        (r, c) for r in range(4) for c in range(4)
    ]
    assert [(cell["row"], cell["column"]) for cell in answer["cells"] if not cell["occupied"]] == [(1, 2)]
    assert all(np.array(cell["corners"]).shape == (4, 2) for cell in answer["cells"])
    assert 0.5 < answer["confidence"] < 1.0
    assert answer["milliseconds"] > 0


def test_a_person_reads_one_line_an_image(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert conclave_find(photo) == 0
    assert "15 cards in 4 x 4  #### ##.# #### ####" in capsys.readouterr().out


def test_other_grids_and_cards_are_named_by_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = write(tmp_path / "three.png", DrawnTable(rows=3, columns=3).draw())
    assert conclave_find("--rows", "3", "--columns", "3", "--card-mm", "87x56", "--json", photo) == 0
    assert len(json.loads(capsys.readouterr().out)["cells"]) == 9


def test_what_cannot_be_read_is_named_and_the_next_image_is_still_read(
    photo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    black = write(tmp_path / "black.png", np.zeros((480, 640, 3), np.uint8))
    gif = tmp_path / "moving.gif"
    gif.write_bytes(b"GIF89a" + bytes(40))
    cut = tmp_path / "cut.jpg"
    cut.write_bytes(Path(photo).read_bytes()[:200])
    missing = str(tmp_path / "nowhere.jpg")
    images = [black, str(gif), str(cut), str(tmp_path), missing, photo]
    assert conclave_find("--json", *images) == 2
    output = capsys.readouterr()
    answers = [json.loads(line) for line in output.out.splitlines()]
    assert [answer["image"] for answer in answers] == images
    assert [answer["found"] for answer in answers] == [False] * 5 + [True]
    assert all(answer["error"] and "\n" not in answer["error"] for answer in answers[:5])
    assert "black" in answers[0]["error"]
    assert output.err.count("\n") == 1
    assert output.err.endswith("(and 4 more)\n")


def test_free_cards_have_corners_and_confidence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nothing = frozenset((row, column) for row in range(4) for column in range(4))
    table = DrawnTable(empty=nothing, strays=((60.0, 80.0, 20.0), (190.0, 220.0, -50.0)))
    photo = write(tmp_path / "loose.png", table.draw())
    assert conclave_find("--layout", "free", "--json", photo) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["cards"]) == 2
    assert set(answer["cards"][0]) >= {"corners", "confidence"}


def test_overlays_are_written_for_what_was_found_and_what_was_not(photo: str, tmp_path: Path) -> None:
    black = write(tmp_path / "black.png", np.zeros((480, 640, 3), np.uint8))
    conclave_find("--overlay", str(tmp_path / "seen"), photo, black)
    pictures = sorted((tmp_path / "seen").iterdir())
    assert [path.name for path in pictures] == ["black.png.found.png", "grid.jpg.found.png"]
    assert all(cv2.imread(str(path)) is not None for path in pictures)


def test_a_grid_of_no_rows_is_bad_usage(photo: str) -> None:
    with pytest.raises(UsageError, match="1 to 12 rows"):
        conclave_find("--rows", "0", photo)


def test_a_size_that_is_no_size_is_bad_usage(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        conclave_find("--card-mm", "large", photo)
    assert "size such as 56x87" in capsys.readouterr().err


def test_images_of_the_same_name_each_have_their_picture(photo: str, tmp_path: Path) -> None:
    """Pictures of several folders, and of cameras that count from one, share names."""
    (tmp_path / "other").mkdir()
    other = write(tmp_path / "other" / "grid.jpg", np.zeros((480, 640, 3), np.uint8))
    for _ in ("a run", "another, over the pictures of the first"):
        conclave_find("--overlay", str(tmp_path / "seen"), photo, other)
    seen = {path.name: path.stat().st_size for path in (tmp_path / "seen").iterdir()}
    assert sorted(seen) == ["grid.jpg-2.found.png", "grid.jpg.found.png"]
    assert seen["grid.jpg-2.found.png"] < seen["grid.jpg.found.png"]  # the second is black


def test_an_overlay_folder_that_is_a_file_is_refused_before_anything_is_answered(
    photo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UsageError, match=r"--overlay: .*grid\.jpg is not a folder"):
        conclave_find(photo, "--overlay", photo)
    assert capsys.readouterr().out == ""
