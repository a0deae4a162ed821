"""Tells once that a hand or a thing lies over cells for longer than a hand needs to pass."""

from __future__ import annotations

from companion.games.conclave.conclave import CELLS, Cell
from companion.table.layout import ConfirmedLayout, Doubt
from companion.watching.happenings import CellsCovered
from companion.watching.pace import Pace
from companion.watching.thread import Told

SETTLING_SECONDS = 2.0  # before the first layout every cell is to be read


class CoveredCells:
    """Since when each cell is covered, and whether that was told."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._since: dict[Cell, float] = {}
        self._is_told = False

    def take_in(self, layout: ConfirmedLayout, seconds: float, *, is_first: bool) -> list[Told]:
        """What a layout adds; `is_first` while none was ever confirmed."""
        covered = [cell for cell in CELLS if layout[cell] is Doubt.COVERED]
        self._since = {cell: self._since.get(cell, seconds) for cell in covered}
        self._is_told = self._is_told and bool(covered)
        patience = self._pace.covered_seconds + (SETTLING_SECONDS if is_first else 0.0)
        waited = tuple(cell for cell in covered if seconds - self._since[cell] >= patience)
        if not waited or self._is_told:
            return []
        self._is_told = True
        return [Told(CellsCovered(waited))]
