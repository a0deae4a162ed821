"""What is taken for so while a cell rests unsure, and whether somebody was asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.conclave.conclave import CELLS, Cell
from companion.table.layout import Seen
from companion.watching.taken import Taken
from vision.readings import CardReading


class Guesses:
    """A guess stands until the cell moves or is sure; what the game took it for, until the card is sure."""

    def __init__(self) -> None:
        self._standing: dict[Cell, Seen] = {}
        self._asked: set[Cell] = set()
        self._taken_for: dict[Cell, Taken] = {}
        self._left_unread: set[Cell] = set()  # whose card was gone before anybody could read it

    @property
    def standing(self) -> Mapping[Cell, Seen]:
        """What stands now in cells that rest unsure."""
        return self._standing

    @property
    def taken_for(self) -> Mapping[Cell, Taken]:
        """The guesses that the game rests on."""
        return dict(self._taken_for)

    @property
    def left_unread(self) -> tuple[Cell, ...]:
        """The empty cells whose last card was only the likeliest one."""
        return tuple(cell for cell in CELLS if cell in self._left_unread)

    @property
    def to_ask(self) -> tuple[Cell, ...]:
        """The cells about which somebody should be asked."""
        return tuple(cell for cell in CELLS if cell in self._asked)

    def ask(self, cells: tuple[Cell, ...]) -> None:
        """Somebody is asked about these cells from now on."""
        self._asked.update(cells)
        known = [cell for cell in cells if cell in self._taken_for]
        self._taken_for |= {cell: replace(self._taken_for[cell], asked=True) for cell in known}

    def is_settled_for_now(self, cell: Cell) -> bool:
        """Whether something stands in a cell that nobody has to be asked about any more."""
        taken = self._taken_for.get(cell)
        return cell in self._standing and (taken is None or taken.asked)

    def take(self, cell: Cell, taken: Taken) -> None:
        """Take a cell for a card, or by the rules for empty: the game rests on it."""
        self._standing[cell] = taken.seen
        self._taken_for[cell] = taken

    def let_stand(self, cell: Cell, seen: Seen) -> None:
        """Let something stand that is no card: the next look may say another thing."""
        self._standing[cell] = seen

    def is_again(self, cell: Cell, reading: CardReading) -> bool:
        """Whether a cell that was taken for something is read as the same again."""
        before = self._taken_for.get(cell)
        return before is not None and before.is_read_again(reading)

    def stand_again(self, cell: Cell) -> None:
        """A hand that passed has answered nothing."""
        self._standing[cell] = self._taken_for[cell].seen
        if self._taken_for[cell].asked:
            self._asked.add(cell)

    def is_bare_again(self, cell: Cell) -> bool:
        """The cell looks as when it was taken for bare; False if nobody had to guess that."""
        if cell not in self._taken_for:
            return False
        self._standing[cell] = None
        return True

    def forget_doubt(self, cell: Cell) -> None:
        """Nothing stands in the cell any more: it moves, or is sure."""
        self._standing.pop(cell, None)
        self._asked.discard(cell)

    def is_sure(self, cell: Cell, *, is_empty: bool) -> None:
        """Nobody has to guess any more; of a card that is gone by now, nobody can."""
        taken = self._taken_for.pop(cell, None)
        if not is_empty:
            self._left_unread.discard(cell)
        elif taken is not None and taken.seen is not None:
            self._left_unread.add(cell)

    def is_said(self, cell: Cell) -> None:
        """Somebody said what lies there."""
        self._taken_for.pop(cell, None)
        self.forget_doubt(cell)
