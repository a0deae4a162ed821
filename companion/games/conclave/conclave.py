"""The Conclave of Mages: sixteen cells in four rows and columns, each empty or holding one card."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, StrEnum

from companion.games.conclave.components import Card, Mage
from companion.games.conclave.errors import NotKnownYet

SIDE = 4  # rulebook: Game Setup, "a 4x4 grid of cards"


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """One place of the Conclave, counted from 0 at the top left."""

    row: int
    column: int

    def __post_init__(self) -> None:
        if not (0 <= self.row < SIDE and 0 <= self.column < SIDE):
            raise ValueError(f"cell {self.row},{self.column} lies outside the {SIDE}x{SIDE} Conclave")

    def __str__(self) -> str:
        return f"{self.row},{self.column}"


CELLS = tuple(Cell(row, column) for row in range(SIDE) for column in range(SIDE))
ROWS = tuple(CELLS[SIDE * row : SIDE * (row + 1)] for row in range(SIDE))
COLUMNS = tuple(CELLS[column::SIDE] for column in range(SIDE))
NEIGHBOURS = tuple(
    tuple(other for other in CELLS if abs(other.row - cell.row) + abs(other.column - cell.column) == 1)
    for cell in CELLS
)
CENTRE = (Cell(1, 1), Cell(1, 2), Cell(2, 1), Cell(2, 2))


class Axis(Enum):
    """The two lines through an Emissary."""

    COLUMN = "column"
    ROW = "row"


class Corner(StrEnum):
    """The four corners, clockwise; one of them is the starting corner."""

    TOP_LEFT = "top-left"
    TOP_RIGHT = "top-right"
    BOTTOM_RIGHT = "bottom-right"
    BOTTOM_LEFT = "bottom-left"


@dataclass(frozen=True, slots=True)
class Conclave:
    """What lies in the sixteen cells, in reading order."""

    cards: tuple[Card | None, ...] = (None,) * SIDE * SIDE

    def __post_init__(self) -> None:
        if len(self.cards) != SIDE * SIDE:
            raise ValueError(f"a Conclave has {SIDE * SIDE} cells, got {len(self.cards)}")

    def __getitem__(self, cell: Cell) -> Card | None:
        return self.cards[SIDE * cell.row + cell.column]

    def mage_at(self, cell: Cell) -> Mage:
        """The Mage in an occupied cell; a card that lies face down cannot be judged."""
        card = self.cards[SIDE * cell.row + cell.column]
        if isinstance(card, Mage):
            return card
        if card is None:
            raise ValueError(f"cell {cell} is empty")
        raise NotKnownYet(f"cell {cell}")

    def with_card(self, cell: Cell, card: Card) -> Conclave:
        """The same Conclave with a card laid into a cell."""
        index = SIDE * cell.row + cell.column
        return Conclave((*self.cards[:index], card, *self.cards[index + 1 :]))

    def without(self, cells: Iterable[Cell]) -> Conclave:
        """The same Conclave with these cells emptied."""
        cards = list(self.cards)
        for cell in cells:
            cards[SIDE * cell.row + cell.column] = None
        return Conclave(tuple(cards))

    @property
    def empty_cells(self) -> tuple[Cell, ...]:
        """The empty cells, in reading order."""
        return tuple(cell for cell, card in zip(CELLS, self.cards, strict=True) if card is None)

    @property
    def empty_count(self) -> int:
        """How many cells are empty."""
        return len([card for card in self.cards if card is None])

    @property
    def is_full(self) -> bool:
        """Whether no cell is empty."""
        return self.empty_count == 0

    @property
    def is_empty(self) -> bool:
        """Whether no card lies in it."""
        return self.empty_count == len(self.cards)

    def touches_a_card(self, cell: Cell) -> bool:
        """Whether a card lies in a cell that shares a side with this one."""
        return any(self[other] is not None for other in NEIGHBOURS[SIDE * cell.row + cell.column])
