"""Gain Followers, phase 3: the column, then the row, through the Emissary."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import COLUMNS, ROWS, SIDE, Axis, Cell, Conclave

INFLUENCE_THAT_CONVINCES = 10  # rulebook: "If they add up to 10 or more Influence Points"


class Because(Enum):
    """Why a Mage is taken."""

    SAME_MAGIC = "same-magic"
    SAME_BROTHERHOOD = "same-brotherhood"
    SAME_BOTH = "same-both"
    OTHER_BROTHERHOOD = "other-brotherhood"
    NOTHING_SHARED = "nothing-shared"


@dataclass(frozen=True, slots=True)
class Taken:
    """A Mage that leaves the Conclave for the Influence Zone, and why."""

    cell: Cell
    mage: Mage
    because: Because


@dataclass(frozen=True, slots=True)
class Line:
    """The unbroken run of Mages through the Emissary along one axis, and whom it convinces."""

    axis: Axis
    cells: tuple[Cell, ...]
    mages: tuple[Mage, ...]  # in the same order, the Emissary included
    influence: int
    convinced: tuple[Taken, ...]

    @property
    def convinces(self) -> bool:
        """Whether the Emissary's arguments have been effective in this line."""
        return self.influence >= INFLUENCE_THAT_CONVINCES


def gain_followers(conclave: Conclave, emissary_cell: Cell) -> dict[Cell, Mage]:
    """The Mages that the Emissary convinces; the column's result does not change the row's sum."""
    lines = (judge_line(conclave, emissary_cell, axis) for axis in Axis)
    return {taken.cell: taken.mage for line in lines for taken in line.convinced}


def judge_line(conclave: Conclave, emissary_cell: Cell, axis: Axis) -> Line:
    """Sum one line, the Emissary included, and name those who follow."""
    cells = unbroken_line(conclave, emissary_cell, axis)
    mages = tuple([conclave.mage_at(cell) for cell in cells])
    influence = sum([mage.influence for mage in mages])
    convinced: tuple[Taken, ...] = ()
    if influence >= INFLUENCE_THAT_CONVINCES:
        emissary = conclave.mage_at(emissary_cell)
        convinced = tuple(
            Taken(cell, mage, likeness)
            for cell, mage in zip(cells, mages, strict=True)
            if cell != emissary_cell and (likeness := shared_with(emissary, mage)) is not None
        )
    return Line(axis, cells, mages, influence, convinced)


def unbroken_line(conclave: Conclave, emissary_cell: Cell, axis: Axis) -> tuple[Cell, ...]:
    """The cells in contact with one another through the Emissary; a gap ends the line."""
    if axis is Axis.COLUMN:
        lane, place = COLUMNS[emissary_cell.column], emissary_cell.row
    else:
        lane, place = ROWS[emissary_cell.row], emissary_cell.column
    first = last = place
    while first > 0 and conclave[lane[first - 1]] is not None:
        first -= 1
    while last < SIDE - 1 and conclave[lane[last + 1]] is not None:
        last += 1
    return lane[first : last + 1]


def shared_with(emissary: Mage, mage: Mage) -> Because | None:
    """What a Mage has in common with the Emissary, if anything."""
    if mage.magic is emissary.magic:
        same_both = mage.brotherhood is emissary.brotherhood
        return Because.SAME_BOTH if same_both else Because.SAME_MAGIC
    return Because.SAME_BROTHERHOOD if mage.brotherhood is emissary.brotherhood else None
