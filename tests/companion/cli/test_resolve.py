"""`conclave resolve`: positions in, verdicts out, one a line."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.companion.cli.program import PROGRAM, conclave

EXAMPLE = {
    "grid": [
        ["beC2", "puW4", None, "orC1"],
        ["grG4", "reG5", "blC5", "reW4"],
        ["blC3", None, "orW2", None],
        [None, "grW5", "beW1", "puC3"],
    ],
    "emissary": [1, 1],
}
LINE = json.dumps(EXAMPLE)
GRID = json.dumps(EXAMPLE["grid"])
EMPTY_ROW = [None] * 4
FACE_DOWN = LINE.replace("blC5", "blB?")
CRISIS = json.dumps(
    {
        "grid": [
            ["beC2", "puW1", "grC2", "orC1"],
            ["grC1", "reG2", "blC2", "reW3"],
            ["blC3", "beW4", "orW2", "grG5"],
            ["puC5", "grG2", "beW1", "puC3"],
        ],
        "emissary": [1, 1],
    }
)


def test_the_rulebook_example_is_answered_as_the_contract_writes_it() -> None:
    done = conclave("resolve", typed=LINE + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert answer["column"] == {"cells": [[0, 1], [1, 1]], "influence": 9, "convinced": []}
    assert answer["row"] == {
        "cells": [[1, 0], [1, 1], [1, 2], [1, 3]], "influence": 18, "convinced": [[1, 0], [1, 3]],
    }  # fmt: skip
    assert answer["magic_crisis"] is False
    assert answer["taken"] == [[1, 0], [1, 3]]
    assert answer["rulings"] == ["emissary-counts", "unbroken-line", "match-either"]
    assert answer["stands_apart"] is False


def test_the_edition_decides_whom_a_crisis_takes() -> None:
    takes = {
        edition: json.loads(conclave("resolve", "--edition", edition, typed=CRISIS).stdout)["taken"]
        for edition in ("conclave", "kleine-klaeffer")
    }
    assert takes["conclave"] == [[0, 1], [1, 0], [1, 2], [1, 3], [2, 1]]
    assert takes["kleine-klaeffer"] == [[0, 1], [1, 0], [1, 2], [2, 1]]


def test_a_verdict_is_explained_in_either_language() -> None:
    english = json.loads(conclave("resolve", "--explain", "en", typed=CRISIS).stdout)["explanation"]
    spanish = json.loads(conclave("resolve", "--explain", "es", typed=CRISIS).stdout)["explanation"]
    assert "Magic Crisis!" in english[3]
    assert "¡Crisis Mágica!" in spanish[3]


def test_any_number_of_copies_is_judged_unless_a_deck_is_named() -> None:
    twins = LINE.replace("grG4", "reG5")
    assert conclave("resolve", typed=twins).returncode == 0
    done = conclave("resolve", "--deck", "house", typed=twins)
    assert done.returncode == 2
    assert json.loads(done.stdout) == {
        "error": "grid: 2 of reG5, and the deck holds 1 [deck-list]",
        "line": 1,
    }


BAD_LINES = {
    "": "not JSON",
    "{": "not JSON",
    "[]": "expected {",
    "null": "expected {",
    '{"grid": NaN}': "not JSON: NaN is not a JSON value",
    '{"emissary": [0, 0]}': "grid: missing",
    f'{{"grid": {GRID}}}': "emissary: missing",
    LINE.replace('"grid"', '"emissary": [0, 0], "grid"'): "not JSON: field 'emissary' is given twice",
    '{"grid": 4, "emissary": [0, 0]}': "grid: expected 4 rows of 4 cells, got no list",
    json.dumps({"grid": [EMPTY_ROW] * 5, "emissary": [0, 0]}): "grid: expected 4 rows of 4 cells, got 5 rows",
    json.dumps(
        {"grid": [EMPTY_ROW] * 3 + [[None]], "emissary": [0, 0]}
    ): "grid[3]: expected 4 cells, got 1 cells",
    json.dumps(
        {"grid": [EMPTY_ROW] * 3 + ["puG5"], "emissary": [0, 0]}
    ): "grid[3]: expected 4 cells, got no list",
    LINE.replace("blC5", "xxC5"): "grid[1][2]: 'xxC5' is no card code such as puG5",
    LINE.replace('"blC5"', "5"): "grid[1][2]: expected a card code or null",
    LINE.replace('"blC5"', '["blC5"]'): "grid[1][2]: expected a card code or null",
    LINE.replace("[1, 1]", "[0, 2]"): "emissary: cell 0,2 is empty",
    LINE.replace("[1, 1]", "[4, 1]"): "emissary: row and column are whole numbers from 0 to 3",
    LINE.replace("[1, 1]", "[-1, 1]"): "emissary: row and column are whole numbers from 0 to 3",
    LINE.replace("[1, 1]", "[1.0, 1]"): "emissary: row and column are whole numbers from 0 to 3",
    LINE.replace("[1, 1]", "[true, 1]"): "emissary: row and column are whole numbers from 0 to 3",
    LINE.replace("[1, 1]", "[1]"): "emissary: expected [row, column]",
    LINE.replace("[1, 1]", '"1,1"'): "emissary: expected [row, column]",
    FACE_DOWN: "grid: cell 1,2: a card that lies face down cannot be judged",
    LINE.replace("reG5", "reB?"): "emissary: the card at 1,1 lies face down",
    "[" * 100_000: "not JSON: nested too deeply",
    "1" * 100_000: "not JSON",
}


@pytest.mark.parametrize("line", BAD_LINES, ids=range(len(BAD_LINES)))
def test_a_bad_line_is_named_and_the_others_are_still_answered(line: str) -> None:
    done = conclave("resolve", typed="\n".join([LINE, line, LINE]))
    good, bad, good_again = (json.loads(answer) for answer in done.stdout.splitlines())
    assert done.returncode == 2
    assert good == good_again
    assert good["row"]["influence"] == 18
    assert bad["line"] == 2
    assert bad["error"].startswith(BAD_LINES[line])
    assert "\n" not in bad["error"]
    assert done.stderr == "conclave resolve: 1 of 3 lines could not be answered\n"


def test_ten_megabytes_on_one_line_are_refused_and_the_rest_goes_on() -> None:
    done = conclave("resolve", typed='{"grid": "' + "x" * 10_000_000 + '"}\n' + LINE + "\n")
    bad, good = (json.loads(answer) for answer in done.stdout.splitlines())
    assert bad == {"error": "the line is longer than 1048576 bytes", "line": 1}
    assert good["taken"] == [[1, 0], [1, 3]]
    assert done.returncode == 2


def test_bytes_that_are_no_text_are_refused() -> None:
    done = conclave("resolve", typed=b"\xff\xfe{}\n" + LINE.encode())
    assert json.loads(done.stdout.splitlines()[0])["error"].startswith("not JSON: 'utf-8' codec can't decode")
    assert done.returncode == 2


def test_a_byte_order_mark_and_blank_lines_at_the_end_do_not_matter() -> None:
    done = conclave("resolve", typed=b"\xef\xbb\xbf" + LINE.encode() + b"\r\n\r\n\n")
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 1)


def test_no_input_is_no_error() -> None:
    done = conclave("resolve")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_answers_stream_while_more_is_still_to_come() -> None:
    with subprocess.Popen([PROGRAM, "resolve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for _ in range(3):
            running.stdin.write(LINE.encode() + b"\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["row"]["influence"] == 18
        running.stdin.close()
        assert running.wait(timeout=30) == 0
