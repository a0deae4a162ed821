"""A sighting is written in one way only, and nothing else is taken for one."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.journal.errors import Damaged, NewerVersion
from companion.journal.sightings import (
    DeckName,
    KnownBefore,
    SeenCell,
    Sighting,
    is_sighting,
    parse_sighting,
    print_sighting,
)

SQUARE = ((0.0, 0.0), (56.5, 0.0), (56.5, 87.25), (0.0, 87.25))
CARD = SeenCell(0, 0, SQUARE, "card", 0.998, True, (("puG5", 0.998), ("puG4", 0.001)))
BARE = SeenCell(0, 1, SQUARE, "empty", 0.9, True)
SIGHTING = Sighting(
    "a" * 64, (1920, 1080), "b" * 64, "d" * 64, DeckName("house", "c" * 64), "", "0.1.0", (CARD, BARE),
    KnownBefore({"beC2": 1}, ((0, 1, "beC2"),)), seconds=13.7,
)  # fmt: skip


def test_a_sighting_says_the_same_after_writing_and_reading() -> None:
    written = print_sighting(SIGHTING)
    assert is_sighting(written)
    assert parse_sighting(written) == SIGHTING
    assert SIGHTING.cell(0, 0) == CARD
    assert SIGHTING.cell(3, 3) is None
    assert (CARD.code, BARE.code) == ("puG5", None)


@pytest.mark.parametrize(
    "change",
    [
        {"frame": "no digest"},
        {"frame": 7},
        {"size_px": [0, 10]},
        {"size_px": 10},
        {"small": ""},
        {"model": "x"},
        {"layout": "heap"},
        {"deck": {"name": "../house", "digest": "c" * 64}},
        {"deck": "house"},
        {"cells": []},
        {"cells": [{}]},
        {"known": {"elsewhere": {"beC2": 1.5}, "unmoved": []}},
        {"seconds": -1},
        {"program": "<script>"},
        {"version": 0.5},
        {"more": "than is known"},
    ],
    ids=str,
)
def test_what_is_no_sighting_is_refused(change: dict[str, object]) -> None:
    fields = json.loads(print_sighting(SIGHTING)) | change
    with pytest.raises(Damaged):
        parse_sighting((json.dumps(fields, separators=(",", ":")) + "\n").encode())


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"[" * 100_000, b"\xff", b" " * 1_000_001])
def test_bytes_that_are_no_sighting_are_refused(content: bytes) -> None:
    with pytest.raises(Damaged):
        parse_sighting(content)


def test_a_sighting_of_a_newer_companion_is_named() -> None:
    with pytest.raises(NewerVersion):
        parse_sighting(print_sighting(SIGHTING).replace(b'"version":1', b'"version":2'))


def test_a_cell_that_cannot_be_is_refused() -> None:
    for change in (
        {"row": -1}, {"corners": SQUARE[:3]}, {"state": "gone"}, {"confidence": 1.5}, {"candidates": ()},
        {"candidates": (("<b>", 0.5),)}, {"corners": ((float("nan"), 0.0), *SQUARE[1:])},
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"expected|needs"):
            replace(CARD, **change)
