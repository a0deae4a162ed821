"""What one frame gave to whoever follows the table: readings, and where something moves. No pixels here."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.conclave.conclave import Cell
from vision.readings import TableReading

NO_CELL: frozenset[Cell] = frozenset()
NOTHING_READ = TableReading(())


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What one frame gave, in the film's own seconds.

    `touched` are cells that changed since they were last sure, `restless` those in which something moves,
    `reached` those over which something reaches in from outside, None if nobody can say. In `vacant` ones no
    card was found when the whole table was searched, and nothing has moved since. `alike` ones rest and look
    just as they did when they were last sure, whatever is read there.
    """

    seconds: float
    reading: TableReading = NOTHING_READ
    touched: frozenset[Cell] = NO_CELL
    restless: frozenset[Cell] = NO_CELL
    reached: frozenset[Cell] | None = None
    vacant: frozenset[Cell] = NO_CELL
    alike: frozenset[Cell] = NO_CELL
