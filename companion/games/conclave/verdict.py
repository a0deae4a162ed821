"""The verdict on one Emissary: both lines, a Magic Crisis or not, who is taken and by which rulings."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import COLUMNS, ROWS, Axis, Cell, Conclave
from companion.games.conclave.gain_followers import Line, Taken, judge_line
from companion.games.conclave.magic_crisis import is_magic_crisis, taken_in_crisis
from companion.games.conclave.refill_the_conclave import CELLS_LEFT_EMPTY
from companion.games.conclave.rulings import Edition, Ruling


@dataclass(frozen=True, slots=True)
class Verdict:
    """All that follows from an Emissary that stands in the Conclave, and why."""

    emissary_cell: Cell
    emissary: Mage
    column: Line
    row: Line
    magic_crisis: bool
    taken: tuple[Taken, ...]  # in reading order
    empty_afterwards: int
    stands_apart: bool
    rulings: tuple[Ruling, ...]

    @property
    def to_refill(self) -> int:
        """How many cells phase 5 must fill, in a turn that has a phase 5."""
        return max(0, self.empty_afterwards - CELLS_LEFT_EMPTY)


def judge(conclave: Conclave, emissary_cell: Cell, edition: Edition = Edition.CONCLAVE) -> Verdict:
    """Apply Gain Followers and, if it comes to that, Magic Crisis, to an Emissary already in its cell."""
    column = judge_line(conclave, emissary_cell, Axis.COLUMN)
    row = judge_line(conclave, emissary_cell, Axis.ROW)
    taken = column.convinced + row.convinced
    empty = conclave.empty_count
    crisis = is_magic_crisis(empty_cells=empty, anyone_convinced=bool(taken))
    if crisis:
        taken = taken_in_crisis(conclave, emissary_cell, edition)
    else:
        taken = tuple(sorted(taken, key=_reading_order))
    return Verdict(
        emissary_cell=emissary_cell,
        emissary=conclave.mage_at(emissary_cell),
        column=column,
        row=row,
        magic_crisis=crisis,
        taken=taken,
        empty_afterwards=empty + len(taken),
        stands_apart=_stands_apart(conclave, emissary_cell, column, row),
        rulings=(*_line_rulings(conclave, column, row), *_crisis_rulings(empty, taken, crisis=crisis)),
    )


def _reading_order(taken: Taken) -> tuple[int, int]:
    return taken.cell.row, taken.cell.column


def _stands_apart(conclave: Conclave, emissary_cell: Cell, column: Line, row: Line) -> bool:
    """Whether no card touches the Emissary although others lie in the Conclave: not a legal place."""
    alone = len(column.cells) == 1 and len(row.cells) == 1
    return alone and not conclave.without([emissary_cell]).is_empty


def _line_rulings(conclave: Conclave, column: Line, row: Line) -> list[Ruling]:
    used = [Ruling.EMISSARY_COUNTS]
    if _cut_short(conclave, column, COLUMNS[column.cells[0].column]) or _cut_short(
        conclave, row, ROWS[row.cells[0].row]
    ):
        used.append(Ruling.UNBROKEN_LINE)
    if column.convinces or row.convinces:
        used.append(Ruling.MATCH_EITHER)
    if column.convinced:
        used.append(Ruling.LINES_APART)
    return used


def _crisis_rulings(empty: int, taken: tuple[Taken, ...], *, crisis: bool) -> tuple[Ruling, ...]:
    """The moment is named whenever a crisis had to be checked, that is in a full Conclave."""
    if empty:
        return ()
    if not crisis:
        return (Ruling.CRISIS_MOMENT,)
    return Ruling.CRISIS_MOMENT, Ruling.CRISIS_TAKES if taken else Ruling.CRISIS_EMPTY


def _cut_short(conclave: Conclave, line: Line, lane: tuple[Cell, ...]) -> bool:
    """Whether a gap keeps some card of the lane out of the line."""
    counted = len(line.cells)
    return counted < len(lane) and counted < sum([conclave[cell] is not None for cell in lane])
