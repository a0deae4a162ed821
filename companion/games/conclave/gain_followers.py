"""Gain Followers, phase 3: the column, then the row, through the Emissary."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.conclave.components import Card, Mage
from companion.games.conclave.conclave import COLUMNS, ROWS, SIDE, Axis, Cell, Conclave
from companion.games.conclave.errors import NotKnownYet

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
    cells, cards = unbroken_line(conclave, emissary_cell, axis)
    mages = _turned_up(cells, cards)
    influence = sum([mage.influence for mage in mages])
    if influence < INFLUENCE_THAT_CONVINCES:
        return Line(axis, cells, mages, influence, ())
    emissary = conclave.mage_at(emissary_cell)
    convinced = [
        Taken(cell, mage, likeness)
        for cell, mage in zip(cells, mages, strict=True)
        if (likeness := shared_with(emissary, mage)) is not None and cell != emissary_cell
    ]
    return Line(axis, cells, mages, influence, tuple(convinced))


def unbroken_line(
    conclave: Conclave, emissary_cell: Cell, axis: Axis
) -> tuple[tuple[Cell, ...], tuple[Card | None, ...]]:
    """The cells in contact with one another through the Emissary, and their cards; a gap ends the line."""
    row, column = emissary_cell.row, emissary_cell.column
    if axis is Axis.COLUMN:
        lane, cards, place = COLUMNS[column], conclave.cards[column::SIDE], row
    else:
        lane, cards, place = ROWS[row], conclave.cards[SIDE * row : SIDE * (row + 1)], column
    first, end = place, place + 1
    while first > 0 and cards[first - 1] is not None:
        first -= 1
    while end < SIDE and cards[end] is not None:
        end += 1
    return lane[first:end], cards[first:end]


def _turned_up(cells: tuple[Cell, ...], cards: tuple[Card | None, ...]) -> tuple[Mage, ...]:
    """The Mages of a line; a card that lies face down cannot be judged."""
    mages = tuple([card for card in cards if isinstance(card, Mage)])
    if len(mages) < len(cards):
        hidden = next(cell for cell, card in zip(cells, cards, strict=True) if not isinstance(card, Mage))
        raise NotKnownYet(f"cell {hidden}")
    return mages


def shared_with(emissary: Mage, mage: Mage) -> Because | None:
    """What a Mage has in common with the Emissary, if anything."""
    if mage.magic is emissary.magic:
        same_both = mage.brotherhood is emissary.brotherhood
        return Because.SAME_BOTH if same_both else Because.SAME_MAGIC
    return Because.SAME_BROTHERHOOD if mage.brotherhood is emissary.brotherhood else None
