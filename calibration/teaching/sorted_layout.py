"""A sorted layout: one short line that labels a whole photo, row after row from the top.

| line | what it says |
|---|---|
| `blue: C G W` | the blue ones: Crows in the top row, then Gazelles, then Wild Boars, rising from 1 to 5 |
| `blue: C1-4 G235 W5-1` | the same with the values that are there; `5-1` falls, `235` names each |
| `C: be bl pu` | the Crows: a row of each colour |
| `backs: be bl pu / or re gr` | backs, in two rows |
"""

from __future__ import annotations

import re

from calibration.deck_manifest import ANIMAL_OF_CODE, COLOUR_OF_CODE
from calibration.teaching.errors import BadLabels
from calibration.teaching.labels import CellLabel, PhotoLabels

VALUES = "12345"
VALUES_WRITTEN = re.compile(r"([1-5])-([1-5])|([1-5]+)|")
COLOURS = {code: code for code in COLOUR_OF_CODE} | {name: code for code, name in COLOUR_OF_CODE.items()}
ANIMALS = (
    {code.casefold(): code for code in ANIMAL_OF_CODE}
    | {name.replace(" ", ""): code for code, name in ANIMAL_OF_CODE.items()}
    | {f"{name.replace(' ', '')}s": code for code, name in ANIMAL_OF_CODE.items()}
    | {"boar": "W", "boars": "W"}
)


def sorted_labels(line: str) -> PhotoLabels:
    """The labels of every cell that a sorted layout names."""
    head, colon, rest = line.partition(":")
    head, rows = head.strip().casefold().replace(" ", ""), rest.split()
    if not colon or not rows:
        raise BadLabels(f"expected a sorted layout such as 'blue: C G W', got {line!r}")
    if head in ("back", "backs"):
        return _placed(
            [[f"{_known(name, COLOURS, line)}B?" for name in row.split()] for row in rest.split("/")]
        )
    if head in COLOURS:
        return _placed([_row(word, ANIMALS, COLOURS[head] + "{}", line) for word in rows])
    if head in ANIMALS:
        return _placed([_row(word, COLOURS, "{}" + ANIMALS[head], line) for word in rows])
    raise BadLabels(f"unknown colour or Brotherhood {head!r} in the sorted layout {line!r}")


def _row(word: str, names: dict[str, str], form: str, line: str) -> list[str]:
    name = word.rstrip("12345-")
    values = VALUES_WRITTEN.fullmatch(word[len(name) :])
    if values is None:
        raise BadLabels(f"{word!r} in the sorted layout {line!r}: expected values such as 1-5 or 235")
    code = form.format(_known(name, names, line))
    return [f"{code}{value}" for value in _values(values)]


def _values(written: re.Match[str]) -> str:
    if written[3]:
        return written[3]
    if not written[1]:
        return VALUES
    first, last = int(written[1]), int(written[2])
    step = 1 if last >= first else -1
    return "".join(str(value) for value in range(first, last + step, step))


def _known(name: str, names: dict[str, str], line: str) -> str:
    code = names.get(name.casefold())
    if code is None:
        raise BadLabels(f"unknown {name!r} in the sorted layout {line!r}")
    return code


def _placed(rows: list[list[str]]) -> PhotoLabels:
    return PhotoLabels(
        cells=tuple(
            CellLabel(row, column, code)
            for row, codes in enumerate(rows)
            for column, code in enumerate(codes)
        )
    )
