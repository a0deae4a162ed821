"""What another reader thinks of the cells: a small door through which a network's opinion comes in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from vision.arrays import Floats, Picture

OPINION_SIZE_PX = (80, 124)
OPINION_MARGIN = 0.04


@dataclass(frozen=True, slots=True, eq=False)
class Opinions:
    """What a reader thinks of each cell by itself.

    `codes` are logarithms of likelihood (cells x codes), 0 for the best of a cell. `likeness` is how like the
    best one is, 1 at most. `distance` is how unlike each code is (cells x codes) and `apart` how unlike each
    of the deck's codes is to the one most like it: what could be told at best. `shows`, `empty` and `covered`
    are probabilities of what the cell shows: a card of any deck, bare table, a hand; what is left is some
    other thing.
    """

    codes: Floats
    likeness: Floats
    distance: Floats
    apart: Floats
    shows: Floats
    empty: Floats
    covered: Floats


class CellReader(Protocol):
    """A reader that judges cut-out cells by itself, knowing the deck but not the other readers."""

    def opinions(self, cells_bgr: Picture) -> Opinions:
        """Judge cut-outs (cells x height x width x 3), each laid the way round that the comparison found."""
