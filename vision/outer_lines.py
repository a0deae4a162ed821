"""Whether an outer row or column rests on cards that may be none of the grid: then it may lie elsewhere.

Beside a grid with an empty outer row a fan, a pile or somebody's zone may have a card where the next row on
the other side would lie. Such a card goes on beyond its edges, lies off the lattice, or hardly shows.
"""

from __future__ import annotations

from vision.lattice import FindSettings
from vision.lattice_window import Window
from vision.window_rivals import Chosen, LaidCards

FEW = 1  # cards of an outer line that are held against the lattice of all others


def rests_on_nothing(laid: LaidCards, doubted: Chosen, window: Window, settings: FindSettings) -> bool:
    """Return whether an outer row or column of the grid has no card that is surely one of its own."""
    for axis in (0, 1):
        first = int(window.first[axis])
        for line in {first, first + int(window.count[axis]) - 1}:
            own = laid.cells[:, axis] == line
            if doubted[own].all() or (own.sum() <= FEW and laid.stray(own, settings)):
                return True
    return False
