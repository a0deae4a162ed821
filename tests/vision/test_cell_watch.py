"""Watching a few cells in every frame."""

from __future__ import annotations

from tests.vision.drawn_table import DrawnTable
from vision.cell_watch import CELLS_EACH_FRAME, CellWatch
from vision.grid_finder import find_lattice
from vision.lattice import FindSettings, Lattice

TABLE = DrawnTable(size_px=(960, 540))
ROUND = -(-16 // CELLS_EACH_FRAME)  # frames in which every cell has its turn


def lattice_on(table: DrawnTable) -> Lattice:
    found = find_lattice(table.draw())
    assert isinstance(found, Lattice)
    return found


def test_a_cell_changes_only_when_it_looks_changed_twice() -> None:
    lattice = lattice_on(TABLE)
    fewer = DrawnTable(size_px=(960, 540), empty=frozenset({(0, 0)})).draw()
    watch = CellWatch(lattice, FindSettings())
    assert watch.look(fewer, lattice).cell(0, 0).occupied
    for _ in range(ROUND):
        seen = watch.look(fewer, lattice)
    assert not seen.cell(0, 0).occupied
    assert sum(cell.occupied for cell in seen.cells) == 15


def test_a_table_that_was_cleared_has_vanished() -> None:
    lattice = lattice_on(TABLE)
    everything = frozenset((row, column) for row in range(4) for column in range(4))
    bare = DrawnTable(size_px=(960, 540), empty=everything).draw()
    watch = CellWatch(lattice, FindSettings())
    assert not watch.vanished
    for _ in range(2 * ROUND):
        watch.look(bare, lattice)
    assert watch.vanished
