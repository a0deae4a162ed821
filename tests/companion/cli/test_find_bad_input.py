"""`conclave find` on all that is no table with one grid: a reason for each, and the next is still read."""

from __future__ import annotations

import json
import struct
from argparse import ArgumentParser
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import find
from tests.companion.cli.program import conclave
from tests.vision.drawn_table import DrawnTable
from tests.vision.photo_files import PNG_START, png_chunk
from vision.lattice import Image

CELLS = frozenset((row, column) for row in range(4) for column in range(4))


def room() -> Image:
    """A wall, a door, a window: no table at all."""
    picture = np.full((720, 1280, 3), (190, 200, 205), np.uint8)
    picture[560:] = (90, 110, 130)
    cv2.rectangle(picture, (120, 130), (330, 560), (70, 90, 120), -1)
    cv2.rectangle(picture, (700, 120), (1100, 380), (240, 225, 210), -1)
    cv2.rectangle(picture, (700, 120), (1100, 380), (60, 60, 60), 8)
    cv2.line(picture, (900, 120), (900, 380), (60, 60, 60), 8)
    return picture


def half_a_table() -> Image:
    return np.ascontiguousarray(DrawnTable(fill=0.95).draw()[:, :640])


def two_grids() -> Image:
    left = DrawnTable(fill=0.8, shift_px=(-300.0, 0.0)).draw()
    right = DrawnTable(fill=0.8, shift_px=(300.0, 0.0), seed=5).draw()
    return np.hstack([left[:, :640], right[:, 640:]])


def screen() -> Image:
    """A monitor with a window of text and small pictures, as a camera sees it: a fine raster over it all."""
    picture = np.full((720, 1280, 3), (40, 42, 45), np.uint8)
    cv2.rectangle(picture, (150, 80), (1130, 640), (245, 244, 240), -1)
    for line in range(14):
        cv2.putText(picture, "the quick brown fox " * 2, (180, 130 + 36 * line), 0, 0.6, (60, 60, 60), 1)
    cv2.rectangle(picture, (860, 110), (1100, 260), (150, 90, 60), -1)
    cv2.rectangle(picture, (860, 290), (1100, 440), (60, 140, 200), -1)
    across, down = np.arange(1280) % 3 == 0, np.arange(720) % 3 == 0
    raster = 1.0 - 0.12 * (across[None, :, None] | down[:, None, None])
    return np.asarray(picture * raster, np.uint8)


def write(path: Path, picture: Image) -> Path:
    cv2.imwrite(str(path), picture)
    return path


def bomb(path: Path) -> Path:
    """A PNG of a few bytes that promises a hundred million pixels."""
    header = struct.pack(">IIBB", 10_000, 10_000, 8, 2) + bytes(3)
    path.write_bytes(
        PNG_START + png_chunk(b"IHDR", header) + png_chunk(b"IDAT", b"") + png_chunk(b"IEND", b"")
    )
    return path


@pytest.fixture(name="trouble")
def _trouble(tmp_path: Path) -> dict[str, Path]:
    """Each kind of bad input, by what must be said of it."""
    good = write(tmp_path / "good.jpg", DrawnTable().draw())
    cut, gif = tmp_path / "cut.jpg", tmp_path / "moving.gif"
    cut.write_bytes(good.read_bytes()[: good.stat().st_size // 2])
    gif.write_bytes(b"GIF89a" + bytes(60))
    return {
        "no grid of cards": write(tmp_path / "room.png", room()),
        "show": write(tmp_path / "half.png", half_a_table()),
        "two grids": write(tmp_path / "two.png", two_grids()),
        "black": write(tmp_path / "black.png", np.zeros((720, 1280, 3), np.uint8)),
        "cards": write(tmp_path / "screen.png", screen()),
        "cut": cut,
        "pixels": bomb(tmp_path / "bomb.png"),
        "GIF": gif,
        "directory": tmp_path,
    }


def test_every_bad_image_has_a_reason_and_the_good_one_after_it_is_found(
    trouble: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parser = ArgumentParser()
    find.add_arguments(parser)
    images = [str(path) for path in trouble.values()] + [str(tmp_path / "good.jpg")]
    assert find.run(parser.parse_args(["--json", *images])) == 2
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["image"] for answer in answers] == images
    assert [answer["found"] for answer in answers] == [False] * len(trouble) + [True]
    for word, answer in zip(trouble, answers, strict=False):
        assert word in answer["error"], answer


def test_the_program_itself_neither_crashes_nor_prints_a_traceback(trouble: dict[str, Path]) -> None:
    done = conclave("find", "--json", str(trouble["pixels"]), str(trouble["cut"]))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
