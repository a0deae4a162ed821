"""Magic Crisis: the Emissary filled the last cell and convinced nobody."""

from __future__ import annotations

from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import COLUMNS, ROWS, Cell, Conclave
from companion.games.conclave.gain_followers import Because, Taken, shared_with
from companion.games.conclave.rulings import Edition


def is_magic_crisis(conclave: Conclave, *, anyone_convinced: bool) -> bool:
    """Checked after Gain Followers: the Conclave is still full."""
    return conclave.is_full and not anyone_convinced


def taken_in_crisis(conclave: Conclave, emissary_cell: Cell, edition: Edition) -> tuple[Taken, ...]:
    """Whom the Magic Crisis takes from the Emissary's row and column, in reading order."""
    emissary = conclave.mage_at(emissary_cell)
    lines = {*COLUMNS[emissary_cell.column], *ROWS[emissary_cell.row]} - {emissary_cell}
    because = Because.OTHER_BROTHERHOOD
    if edition is Edition.KLEINE_KLAEFFER:
        because = Because.NOTHING_SHARED
    return tuple(
        Taken(cell, mage, because)
        for cell in sorted(lines)
        if _differs(emissary, mage := conclave.mage_at(cell), edition)
    )


def _differs(emissary: Mage, mage: Mage, edition: Edition) -> bool:
    if edition is Edition.KLEINE_KLAEFFER:
        return shared_with(emissary, mage) is None
    return mage.brotherhood is not emissary.brotherhood
