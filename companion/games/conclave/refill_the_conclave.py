"""Refill the Conclave of Mages, phase 5: from the starting corner, until four cells are left empty."""

from __future__ import annotations

from companion.games.conclave.conclave import SIDE, Cell, Conclave, Corner
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.rulings import Ruling

CELLS_LEFT_EMPTY = 4  # rulebook: "refill the Conclave until there are only four spaces left"


def refill_order(starting_corner: Corner) -> tuple[Cell, ...]:
    """All cells, left to right and top to bottom once the table is turned: a rotation, not a mirror."""
    turned = [(row, column) for row in range(SIDE) for column in range(SIDE)]
    for _ in range(list(Corner).index(starting_corner)):
        turned = [(column, SIDE - 1 - row) for row, column in turned]
    return tuple(Cell(row, column) for row, column in turned)


REFILL_ORDERS = {corner: refill_order(corner) for corner in Corner}


def cells_to_refill(conclave: Conclave, starting_corner: Corner, cards_left: int) -> tuple[Cell, ...]:
    """The empty cells to fill now, in order; fewer where the decks hold fewer cards."""
    missing = conclave.empty_count - CELLS_LEFT_EMPTY
    if missing <= 0:
        return ()
    empty = [cell for cell in REFILL_ORDERS[starting_corner] if conclave[cell] is None]
    return tuple(empty[: min(missing, cards_left)])


def require_refill_order(laid: tuple[Cell, ...], expected: tuple[Cell, ...]) -> None:
    """Refuse cards laid into other cells, or in another order, than the starting corner asks for."""
    if laid != expected:
        raise AgainstTheRules(
            Ruling.REFILL_ORDER,
            f"cards laid at {' '.join(map(str, laid))} where {' '.join(map(str, expected))} come first",
        )
