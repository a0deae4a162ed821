"""What the table shows, once enough frames agree: sixteen cells, each sure or honestly unsure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.conclave.components import Card, FaceDownMage, Mage
from companion.games.conclave.conclave import CELLS, SIDE, Cell, Conclave
from companion.games.conclave.notation import EMPTY


class Doubt(Enum):
    """Why a cell says nothing."""

    COVERED = "covered"  # a hand or a thing lies over it
    UNREAD = "unread"  # a card lies there, and the reading is not sure enough


Seen = Mage | FaceDownMage | Doubt | None
"""A Mage, a back, a doubt, or None for a cell that is surely empty."""

DOUBT_CODES = {Doubt.COVERED: "####", Doubt.UNREAD: "????"}


@dataclass(frozen=True, slots=True)
class ConfirmedLayout:
    """The sixteen cells in reading order, as many frames agree on them."""

    cells: tuple[Seen, ...]

    def __post_init__(self) -> None:
        if len(self.cells) != SIDE * SIDE:
            raise ValueError(f"a layout has {SIDE * SIDE} cells, got {len(self.cells)}")

    def __getitem__(self, cell: Cell) -> Seen:
        return self.cells[SIDE * cell.row + cell.column]

    @property
    def doubts(self) -> tuple[Cell, ...]:
        """The cells that say nothing."""
        return tuple(cell for cell, seen in zip(CELLS, self.cells, strict=True) if isinstance(seen, Doubt))

    def __str__(self) -> str:
        codes = [seen_code(seen) for seen in self.cells]
        return "\n".join("  ".join(codes[start : start + SIDE]) for start in range(0, SIDE * SIDE, SIDE))


def layout_of(conclave: Conclave) -> ConfirmedLayout:
    """The layout that shows just this Conclave."""
    return ConfirmedLayout(conclave.cards)


def seen_code(seen: Seen) -> str:
    """The code of what a cell shows; `####` is covered, `????` a card nobody could read."""
    if isinstance(seen, Doubt):
        return DOUBT_CODES[seen]
    return EMPTY if seen is None else str(seen)


def shows(seen: Seen, card: Card | None) -> bool:
    """Whether what was seen may be this card, or this emptiness. A doubt may be anything."""
    if isinstance(seen, Doubt):
        return not (seen is Doubt.UNREAD and card is None)
    if isinstance(seen, FaceDownMage):
        return isinstance(card, FaceDownMage)
    return seen == card
