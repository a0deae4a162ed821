"""A photographed table, judged: the verdict, and which cells must be asked before it holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.games.conclave.components import FaceDownMage, Mage
from companion.games.conclave.conclave import CELLS, Cell, Conclave
from companion.games.conclave.rulings import Edition
from companion.games.conclave.verdict import Verdict, judge
from companion.table.layout import Doubt, Seen
from companion.table.meaning import meaning_of
from vision.readings import TableReading

Told = Mapping[Cell, Mage | None]
NOTHING_TOLD: Told = MappingProxyType({})


class NoEmissaryThere(ValueError):
    """The cell that was pointed at shows no card's face."""

    def __init__(self, cell: Cell, state: str) -> None:
        super().__init__(f"the cell {cell} is read as {state}, and no Emissary can stand there")
        self.cell = cell


@dataclass(frozen=True, slots=True)
class SeenTable:
    """What a photo shows, and what people have said of it since: their word stands over the reading."""

    reading: TableReading
    told: Told = field(default_factory=lambda: NOTHING_TOLD)

    @property
    def cells(self) -> dict[Cell, Seen]:
        """What lies in each cell, as far as anybody knows."""
        read = {Cell(one.row, one.column): meaning_of(one) for one in self.reading}
        return {**read, **self.told}

    @property
    def unsure(self) -> tuple[Cell, ...]:
        """The cells that were not read surely and of which nobody has said anything."""
        read = (Cell(one.row, one.column) for one in self.reading.unsure)
        return tuple(cell for cell in read if cell not in self.told)

    def conclave(self, emissary_cell: Cell) -> Conclave:
        """The Conclave as it is known, sure or not; the Emissary must be a card that shows its face."""
        cells = self.cells
        if not isinstance(cells[emissary_cell], Mage):
            state = self.reading.cell(emissary_cell.row, emissary_cell.column).state
            raise NoEmissaryThere(emissary_cell, "empty" if emissary_cell in self.told else state.value)
        return Conclave(tuple(_card(cells[cell]) for cell in CELLS))


def judge_table(table: SeenTable, emissary_cell: Cell, edition: Edition = Edition.CONCLAVE) -> Verdict:
    """The verdict on a table as it is known; an unread card where it counts is asked for, never guessed."""
    return judge(table.conclave(emissary_cell), emissary_cell, edition)


def cells_to_ask(table: SeenTable, verdict: Verdict) -> tuple[Cell, ...]:
    """The unsure cells that could change the verdict: those of both lines, and all where a crisis is near.

    A crisis depends on the Conclave being full, so while nobody follows every unsure cell matters.
    """
    nobody_follows = verdict.magic_crisis or not verdict.taken
    lines = set(cells_of_lines(verdict.emissary_cell))
    return tuple(cell for cell in table.unsure if nobody_follows or cell in lines)


def cells_of_lines(emissary_cell: Cell) -> tuple[Cell, ...]:
    """The cells of the Emissary's row and column."""
    here = emissary_cell
    return tuple(cell for cell in CELLS if cell.row == here.row or cell.column == here.column)


def _card(seen: Seen) -> Mage | FaceDownMage | None:
    return FaceDownMage() if isinstance(seen, Doubt) else seen
