"""The `conclave` program: help at once, errors in one line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.cli.main import COMMANDS
from tests.companion.cli.program import PROGRAM, conclave

HEAVY = ("cv2", "numpy", "onnxruntime", "fastapi")


def test_help_lists_every_command() -> None:
    done = conclave("--help")
    assert done.returncode == 0
    for name in COMMANDS:
        assert f"  {name} " in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    done = conclave(name, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"usage: conclave {name}")


@pytest.mark.parametrize(
    "words", [["--help"], ["resolve", "--help"], ["tally", "--help"], ["simulate", "--games", "0"]]
)
def test_the_rules_load_nothing_that_sees_or_serves(words: list[str]) -> None:
    code = (
        "import sys\nfrom companion.cli.main import main\n"
        f"try: main({words!r})\nexcept SystemExit: pass\n"
        f"loaded = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "print(*loaded, file=sys.stderr, end='')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_help_takes_no_longer_than_three_bare_python_starts() -> None:
    """A ratio within one run: the fastest of alternating starts, since other work only ever slows one."""
    bare, helped = [], []
    for _ in range(9):
        bare.append(seconds_of([sys.executable, "-c", "pass"]))
        helped.append(seconds_of([str(PROGRAM), "--help"]))
    assert min(helped) <= 3 * min(bare)


def seconds_of(command: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, capture_output=True, check=True)
    return time.perf_counter() - begun


def test_the_version_is_told() -> None:
    assert conclave("--version").stdout == "conclave 0.8.0\n"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["dance"], "conclave: unknown command 'dance'"),
        (["resolve", "--edition", "chess"], "conclave resolve: argument --edition: invalid choice: 'chess'"),
        (["simulate", "--players", "5"], "conclave simulate: argument --players: invalid choice: 5"),
        (["simulate", "--players", "two"], "conclave simulate: argument --players: invalid int value: 'two'"),
        (
            ["simulate", "--games", "-1"],
            "conclave simulate: argument --games: invalid whole number value: '-1'",
        ),
        (
            ["simulate", "--seed", "NaN"],
            "conclave simulate: argument --seed: invalid whole number value: 'NaN'",
        ),
        (["simulate", "--deck", "tarot"], "conclave simulate: --deck: no deck named 'tarot'"),
        (["tally", "--deck", "../house"], "conclave tally: --deck: no deck named '../house'"),
        (["tally", "--bogus"], "conclave tally: unrecognized arguments: --bogus"),
    ],
)
def test_bad_usage_is_one_clear_line_and_exit_2(words: list[str], line: str) -> None:
    done = conclave(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(line)
    assert done.stderr.count("\n") == 1


def test_no_command_at_all_shows_the_help() -> None:
    done = conclave()
    assert done.returncode == 0
    assert done.stdout.startswith("usage: conclave")


def test_a_reader_who_leaves_early_is_no_error() -> None:
    with subprocess.Popen(
        [PROGRAM, "simulate", "--games", "400"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert json.loads(running.stdout.readline())["seed"] == 0
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(timeout=60) == 0


def test_a_log_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file, not a folder")
    done = conclave("simulate", "--log", str(tmp_path / "taken"))
    assert done.returncode == 2
    assert "taken" in done.stderr
    assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


BAD_STREAMS = [("resolve", "<&-"), ("tally", "<&-"), ("resolve", ">&-"), ("simulate", ">&-")]
FULL_DISKS = (
    [(words, ">/dev/full") for words in ("resolve", "simulate", "deck list")]
    if Path("/dev/full").exists()
    else []
)


@pytest.mark.parametrize(("words", "closed"), BAD_STREAMS + FULL_DISKS)
@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_a_stream_that_is_closed_or_full_is_told_without_a_traceback(words: str, closed: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"echo x | ( exec {PROGRAM} {words} {closed} )"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") <= 2
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_nothing_but_answers_goes_to_standard_output_when_standard_error_is_closed() -> None:
    done = subprocess.run(
        ["sh", "-c", f"echo x | {PROGRAM} resolve 2>&-"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert [json.loads(line)["line"] for line in done.stdout.splitlines()] == [1]


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_a_command_that_reads_nothing_needs_no_standard_input() -> None:
    done = subprocess.run(["sh", "-c", f"{PROGRAM} simulate <&-"], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["players"] == 3
