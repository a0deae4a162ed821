"""Tells that a hand or a thing lies over cells for longer than a hand needs to pass.

That is told once until all of them are free again; a cell that stays so for longer than hands rest is named
anyway, so that nobody waits for news that cannot come.
"""

from __future__ import annotations

from companion.games.conclave.conclave import CELLS, Cell
from companion.table.layout import ConfirmedLayout, Doubt
from companion.watching.glimpse import NO_CELL
from companion.watching.happenings import CellsCovered
from companion.watching.pace import Pace
from companion.watching.thread import Told

SETTLING_SECONDS = 2.0  # before the first layout every cell is to be read
STAYING_SECONDS = 3.0


class CoveredCells:
    """Since when each cell is covered, and whether that was told."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._since: dict[Cell, float] = {}
        self._told: frozenset[Cell] = NO_CELL

    def take_in(self, layout: ConfirmedLayout, seconds: float, *, is_first: bool) -> list[Told]:
        """What a layout adds; `is_first` while none was ever confirmed."""
        covered = [cell for cell in CELLS if layout[cell] is Doubt.COVERED]
        self._since = {cell: self._since.get(cell, seconds) for cell in covered}
        if not covered:
            self._told = NO_CELL
        patience = self._pace.covered_seconds + (SETTLING_SECONDS if is_first else 0.0)
        if self._told:
            patience = max(patience, STAYING_SECONDS)
        waited = tuple(cell for cell in covered if seconds - self._since[cell] >= patience)
        if self._told.issuperset(waited):
            return []
        self._told |= frozenset(waited)
        return [Told(CellsCovered(waited))]
