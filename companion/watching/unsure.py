"""Which guessed cards a person should look at before an event is relied on."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.conclave.conclave import COLUMNS, ROWS, Cell
from companion.table.referee import EmissarySeen, FollowersSeenLeaving, RefillSeen
from companion.watching.happenings import GameBegun, Happening, LayoutConfirmed, MagicCrisisSeen


def cells_to_check(
    happening: Happening, guesses: Sequence[Cell], left_unread: Sequence[Cell] = ()
) -> tuple[Cell, ...]:
    """The guessed cells on which a happening rests; followers may have left before they could be read."""
    if isinstance(happening, FollowersSeenLeaving):
        guesses = sorted({*guesses, *left_unread})
    match happening:
        case EmissarySeen() | MagicCrisisSeen():
            matters = {*ROWS[happening.cell.row], *COLUMNS[happening.cell.column]}
        case RefillSeen():
            matters = {cell for cell, _ in happening.mages}
        case FollowersSeenLeaving():
            matters = set(happening.cells)
        case LayoutConfirmed() | GameBegun():
            matters = set(guesses)
        case _:
            matters = set()
    return tuple(cell for cell in guesses if cell in matters)
