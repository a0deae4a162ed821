from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from models.training.films.__main__ import main
from models.training.films.truth import read_truth

QUICK = ["--deck", "style-7", "--condition", "easy", "--size", "320x180", "--fps", "3", "--turns", "1"]


def test_a_film_and_its_truth_are_written(tmp_path: Path) -> None:
    out = tmp_path / "stills"
    assert main([*QUICK, "--stills", "--out", str(out)]) == 0
    truth = read_truth(tmp_path / "stills.json")
    stills = sorted(out.iterdir())
    assert len(stills) == truth.frames > 5
    first = cv2.imread(str(stills[0]))
    assert first is not None
    assert first.shape == (180, 320, 3)
    assert truth.deck == "style-7"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--size", "huge"], "--size: expected 1920x1080, got 'huge'"),
        (["--deck", "nothing"], "no such deck: 'nothing'"),
        (["--habits", "sneezing"], "'sneezing' is no habit"),
        (["--out", "film.txt"], "film.txt is no video that can be written"),
    ],
)
def test_bad_wishes_are_refused_in_one_line(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main([*QUICK, "--out", str(tmp_path / "film.mp4"), *words]) == 2
    told = capsys.readouterr().err
    assert complaint in told
    assert told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
