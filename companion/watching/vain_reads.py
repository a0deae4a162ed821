"""How often in a row a cell that rests was read in vain: it showed nothing known, or nothing surely."""

from __future__ import annotations

from collections import Counter

from companion.games.conclave.conclave import CELLS, Cell
from vision.readings import CardReading, CellState


class VainReads:
    """Counts for each cell; whatever moves there, or is known there, ends the row."""

    def __init__(self) -> None:
        self._reads: Counter[Cell] = Counter()
        self._strange: Counter[Cell] = Counter()

    def note(self, cell: Cell, reading: CardReading) -> None:
        """The cell was read once more; whether in vain is said by whoever ends the row."""
        self._reads[cell] += 1
        self._strange[cell] = self._strange[cell] + 1 if reading.state is CellState.COVERED else 0

    def end(self, cell: Cell) -> None:
        """The cell moves, or is known."""
        self._reads[cell] = self._strange[cell] = 0

    def __getitem__(self, cell: Cell) -> int:
        return self._reads[cell]

    def from_reads(self, reads: int) -> tuple[Cell, ...]:
        """The cells read in vain so often, whatever each look took them for."""
        return tuple(cell for cell in CELLS if self._reads[cell] >= reads)

    def strange_from(self, reads: int) -> tuple[Cell, ...]:
        """The cells that showed neither a card nor bare table so often in a row."""
        return tuple(cell for cell in CELLS if self._strange[cell] >= reads)
