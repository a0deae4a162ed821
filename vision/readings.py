"""What was read, with its doubt: plain values that know no pixels.

A reading is never only a name. It keeps what else the card could be and how likely, whether the cell shows a
card at all, and whether all this is sure enough to be used without asking (`accepted`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class CellState(StrEnum):
    """What a cell shows."""

    CARD = "card"
    BACK = "back"
    EMPTY = "empty"
    COVERED = "covered"


@dataclass(frozen=True, slots=True)
class Guess:
    """A name and how likely it is the right one."""

    name: str
    confidence: float

    def __post_init__(self) -> None:
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"expected a confidence from 0 to 1, got {self.confidence} for {self.name!r}")


@dataclass(frozen=True, slots=True)
class CardReading:
    """One cell as it was read.

    `candidates` are the deck's codes that the card could be, the likeliest first; they are kept for an empty
    or covered cell too. `turned` means that the card stands on its head beside the corners it was cut by.
    Where `colour_in_doubt`, what doubt there is comes of the light, and more frames of it tell nothing more.
    Looks that are added up count `surest_by_looks` at most: what hides a part of a card may rest there.
    """

    row: int
    column: int
    state: CellState
    candidates: tuple[Guess, ...]
    confidence: float
    accepted: bool
    turned: bool = False
    colour_in_doubt: bool = False
    surest_by_looks: float = 1.0

    def __post_init__(self) -> None:
        if self.row < 0 or self.column < 0:
            raise ValueError(f"expected a row and column of 0 or more, got {self.row}, {self.column}")
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"expected a confidence from 0 to 1, got {self.confidence}")
        if self.state in (CellState.CARD, CellState.BACK) and not self.candidates:
            raise ValueError(f"a cell read as {self.state} needs at least one candidate")
        odds = [guess.confidence for guess in self.candidates]
        if odds != sorted(odds, reverse=True):
            raise ValueError("expected the likeliest candidate first")

    @property
    def code(self) -> str | None:
        """The code of what lies there; none for an empty or covered cell."""
        return self.candidates[0].name if self.state in (CellState.CARD, CellState.BACK) else None


@dataclass(frozen=True, slots=True)
class TableReading:
    """All cells of one frame, in reading order."""

    cells: tuple[CardReading, ...]

    def __post_init__(self) -> None:
        places = [(cell.row, cell.column) for cell in self.cells]
        if places != sorted(set(places)):
            raise ValueError("expected each cell once, in reading order")

    def __iter__(self) -> Iterator[CardReading]:
        return iter(self.cells)

    def cell(self, row: int, column: int) -> CardReading:
        """The reading at a row and column."""
        for reading in self.cells:
            if (reading.row, reading.column) == (row, column):
                return reading
        raise KeyError(f"no cell was read at row {row}, column {column}")

    @property
    def unsure(self) -> tuple[CardReading, ...]:
        """The cells that must be asked about before anything is built on them."""
        return tuple(reading for reading in self.cells if not reading.accepted)
