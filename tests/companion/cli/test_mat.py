from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.main import main


def run(*arguments: str) -> int:
    return main(["mat", *arguments])


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_is_written_whole(paper: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--out", str(tmp_path / "mat.pdf"), "--paper", paper) == 0
    assert (tmp_path / "mat.pdf").read_bytes().endswith(b"%%EOF\n")
    assert [path.name for path in tmp_path.iterdir()] == ["mat.pdf"]
    assert "print it at 100 %" in capsys.readouterr().out


def test_an_older_sheet_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "mat.pdf").write_text("old")
    assert run("--out", str(tmp_path / "mat.pdf")) == 0
    assert (tmp_path / "mat.pdf").read_bytes().startswith(b"%PDF")


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    assert run("--out", str(tmp_path / "missing" / "mat.pdf")) == 0
    assert (tmp_path / "missing" / "mat.pdf").is_file()


def test_a_file_in_place_of_the_folder_gives_one_line_and_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_text("a file")
    assert run("--out", str(tmp_path / "taken" / "mat.pdf")) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert told.err.startswith("conclave mat: ")


def test_a_write_that_fails_leaves_the_old_file_and_no_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mat.pdf").write_text("old")

    def no_space(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", no_space)
    assert run("--out", str(tmp_path / "mat.pdf")) == 2
    assert (tmp_path / "mat.pdf").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["mat.pdf"]
    assert "No space left" in capsys.readouterr().err


def test_a_directory_as_target_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mat.pdf").mkdir()
    assert run("--out", str(tmp_path / "mat.pdf")) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["mat.pdf"]


def test_wrong_usage_is_refused() -> None:
    for arguments in ([], ["--out", "x.pdf", "--paper", "a0"]):
        with pytest.raises(SystemExit, match="2"):
            run(*arguments)


def test_help_does_not_load_the_seeing_part() -> None:
    code = "import sys, companion.cli.mat; sys.exit('cv2' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
