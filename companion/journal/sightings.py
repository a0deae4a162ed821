"""Sightings: what one stored frame showed, written down so that another machine can read it again.

A sighting is evidence like the frame itself: JSON kept under the digest of its bytes, cited by an entry
together with the frame, the sheet of its crops and the deck that it names. The form, version 1:

    {"format": "conclave-sighting", "version": 1, "frame": "…", "size_px": [1920, 1080], "small": "…",
     "crops": "…", "layout": "grid",
     "deck": {"name": "house", "digest": "…"}, "model": "…", "program": "0.1.0",
     "seconds": 13.7, "known": {"elsewhere": {"puG5": 1}, "unmoved": [[0, 1, "beC2"]]},
     "cells": [{"row": 0, "column": 0, "corners": [[x, y], …4], "presence": 0.99, "state": "card",
                "confidence": 0.998, "accepted": true, "turned": false,
                "candidates": [["puG5", 0.998], ["puG4", 0.001]]}, …]}

`corners` are those the reader was given, in pixels of the frame as stored, and `presence` how likely it was
told that something lies there (null where nobody said); `known` is what it was told before
looking; `model` is the digest of the network that was asked, empty where none was.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.journal.errors import Damaged, NewerVersion
from companion.journal.evidence import DIGEST

FORMAT, VERSION = "conclave-sighting", 1
STATES = ("card", "back", "empty", "covered")
LAYOUTS = ("grid", "free")
MOST_CELLS = 144
MOST_CANDIDATES = 20
LONGEST_SIDE_PX = 20_000
LARGEST_SIGHTING_BYTES = 1_000_000
PLAIN_NAME = re.compile(r"[\w .,+?-]{1,80}")
Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class SeenCell:
    """One cell as it was read, and where it lies in the frame."""

    row: int
    column: int
    corners: Corners
    state: str
    confidence: float
    accepted: bool
    candidates: tuple[tuple[str, float], ...] = ()
    turned: bool = False
    presence: float | None = None  # how likely the reader was told that something lies there

    def __post_init__(self) -> None:
        if self.row < 0 or self.column < 0:
            raise ValueError(f"expected a row and column of 0 or more, got {self.row}, {self.column}")
        numbers = [number for corner in self.corners for number in corner]
        if len(self.corners) != 4 or len(numbers) != 8 or not all(map(math.isfinite, numbers)):
            raise ValueError(f"expected four corners of x and y in cell {self.row},{self.column}")
        if self.state not in STATES:
            raise ValueError(f"expected a state of {', '.join(STATES)}, got {self.state[:20]!r}")
        told = () if self.presence is None else (self.presence,)
        for odds in (self.confidence, *told, *(odds for _, odds in self.candidates)):
            if not 0.0 <= odds <= 1.0:
                raise ValueError(f"expected a confidence from 0 to 1, got {odds}")
        if self.state in ("card", "back") and not self.candidates:
            raise ValueError(f"a cell read as {self.state} needs at least one candidate")
        if not all(PLAIN_NAME.fullmatch(code) for code, _ in self.candidates):
            raise ValueError("expected candidates with plain codes")

    @property
    def code(self) -> str | None:
        """The code of what lies there; none for an empty or covered cell."""
        return self.candidates[0][0] if self.state in ("card", "back") else None


@dataclass(frozen=True, slots=True)
class KnownBefore:
    """What the reader was told before looking: cards that lie elsewhere, and cards that did not move."""

    elsewhere: Mapping[str, int] = field(default_factory=dict)
    unmoved: tuple[tuple[int, int, str], ...] = ()  # row, column, code


NOTHING_BEFORE = KnownBefore()


@dataclass(frozen=True, slots=True)
class DeckName:
    """A deck by its name, and the digest of the file that holds it."""

    name: str
    digest: str


@dataclass(frozen=True, slots=True)
class Sighting:
    """One frame, what it was read as, and with what it was read."""

    frame: str  # digest of the picture
    size_px: tuple[int, int]  # of the picture
    small: str  # digest of the same picture made small for pages
    crops: str  # digest of the sheet of its cells laid straight
    deck: DeckName
    model: str  # digest of the network, empty where none was asked
    program: str  # version
    cells: tuple[SeenCell, ...]
    known: KnownBefore = NOTHING_BEFORE
    layout: str = "grid"
    seconds: float | None = None  # into the recording, where there is one

    def __post_init__(self) -> None:
        for digest in (*self.cites, self.model or self.frame):
            if not DIGEST.fullmatch(digest):
                raise ValueError(f"expected a digest, got {digest[:20]!r}")
        if not all(0 < side <= LONGEST_SIDE_PX for side in self.size_px):
            raise ValueError(f"expected the size of a picture, got {self.size_px}")
        if self.layout not in LAYOUTS:
            raise ValueError(f"expected a layout of {' or '.join(LAYOUTS)}, got {self.layout[:20]!r}")
        if not (PLAIN_NAME.fullmatch(self.deck.name) and PLAIN_NAME.fullmatch(self.program)):
            raise ValueError("expected a plain name of the deck and version of the program")
        places = [(cell.row, cell.column) for cell in self.cells]
        if not places or len(places) > MOST_CELLS or places != sorted(set(places)):
            raise ValueError(f"expected 1 to {MOST_CELLS} cells, each once, in reading order")
        if self.seconds is not None and not (math.isfinite(self.seconds) and self.seconds >= 0):
            raise ValueError(f"expected 0 seconds or more, got {self.seconds}")

    @property
    def cites(self) -> tuple[str, ...]:
        """The digests of what it builds on, in the order in which an entry cites them."""
        return self.frame, self.small, self.crops, self.deck.digest

    def cell(self, row: int, column: int) -> SeenCell | None:
        """The cell at a row and column, if it was looked at."""
        return next((cell for cell in self.cells if (cell.row, cell.column) == (row, column)), None)


def print_sighting(sighting: Sighting) -> bytes:
    """A sighting as the one text that tells it."""
    fields: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "frame": sighting.frame,
        "size_px": list(sighting.size_px),
        "small": sighting.small,
        "crops": sighting.crops,
        "layout": sighting.layout,
        "deck": {"name": sighting.deck.name, "digest": sighting.deck.digest},
        "model": sighting.model,
        "program": sighting.program,
        "seconds": sighting.seconds,
        "known": {
            "elsewhere": dict(sorted(sighting.known.elsewhere.items())),
            "unmoved": [list(one) for one in sighting.known.unmoved],
        },
        "cells": [_cell_fields(cell) for cell in sighting.cells],
    }
    return (json.dumps(fields, ensure_ascii=True, allow_nan=False, separators=(",", ":")) + "\n").encode()


def _cell_fields(cell: SeenCell) -> dict[str, object]:
    return {
        "row": cell.row,
        "column": cell.column,
        "corners": [list(corner) for corner in cell.corners],
        "presence": cell.presence,
        "state": cell.state,
        "confidence": cell.confidence,
        "accepted": cell.accepted,
        "turned": cell.turned,
        "candidates": [list(one) for one in cell.candidates],
    }


def is_sighting(content: bytes) -> bool:
    """Whether evidence is a sighting rather than a picture or a deck."""
    return content.startswith(b'{"format":"conclave-sighting"')


def parse_sighting(content: bytes) -> Sighting:
    """The sighting that a text tells; the text must be just what would be written for it."""
    if len(content) > LARGEST_SIGHTING_BYTES:
        raise Damaged("a sighting", "it is too large")
    try:
        fields = json.loads(content)
        version = fields["version"]
        if fields["format"] == FORMAT and isinstance(version, int) and version > VERSION:
            raise NewerVersion("a sighting", version, VERSION)
        sighting = _sighting(fields)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        raise Damaged("a sighting", str(problem)[:120]) from problem
    if print_sighting(sighting) != content:
        raise Damaged("a sighting", "it is not written as sightings are")
    return sighting


def _sighting(fields: dict[str, object]) -> Sighting:
    deck, known, cells = fields["deck"], fields["known"], fields["cells"]
    if not (isinstance(deck, dict) and isinstance(known, dict) and isinstance(cells, list)):
        raise TypeError("expected a deck, what was known, and cells")
    seconds, size = fields["seconds"], fields["size_px"]
    if not isinstance(size, list) or len(size) != 2:
        raise TypeError("expected the width and height of the picture")
    return Sighting(
        frame=_text(fields["frame"]),
        size_px=(_whole(size[0]), _whole(size[1])),
        small=_text(fields["small"]),
        crops=_text(fields["crops"]),
        deck=DeckName(_text(deck["name"]), _text(deck["digest"])),
        model=_text(fields["model"]),
        program=_text(fields["program"]),
        cells=tuple(_cell(cell) for cell in cells),
        known=KnownBefore(
            {_text(code): _whole(count) for code, count in known["elsewhere"].items()},
            tuple((_whole(row), _whole(column), _text(code)) for row, column, code in known["unmoved"]),
        ),
        layout=_text(fields["layout"]),
        seconds=None if seconds is None else _number(seconds),
    )


def _cell(fields: dict[str, object]) -> SeenCell:
    corners, candidates, presence = fields["corners"], fields["candidates"], fields["presence"]
    if not isinstance(corners, list) or not isinstance(candidates, list) or len(candidates) > MOST_CANDIDATES:
        raise TypeError("expected corners and a few candidates")
    return SeenCell(
        row=_whole(fields["row"]),
        column=_whole(fields["column"]),
        corners=tuple((_number(x), _number(y)) for x, y in corners),
        state=_text(fields["state"]),
        confidence=_number(fields["confidence"]),
        accepted=_truth(fields["accepted"]),
        candidates=tuple((_text(code), _number(odds)) for code, odds in candidates),
        turned=_truth(fields["turned"]),
        presence=None if presence is None else _number(presence),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected text, got {type(value).__name__}")
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"expected a number, got {type(value).__name__}")
    return float(value)


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"expected a whole number, got {type(value).__name__}")
    return value


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"expected true or false, got {type(value).__name__}")
    return value
