"""Whether cards go on beyond the edges that were measured: then their print was taken for their edges.

A box of text and the picture above it may each be marked as a card. A lattice through such halves looks like
any other, but where it ends its cards do not.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.card_marks import CardMarks
from vision.lattice import Points, project, unproject
from vision.lattice_model import Ints, LatticeModel

BEYOND_MM = np.array([9.0, 12.0, 15.0, 18.0])  # from an edge, where its table is looked for
ALONG = np.array([0.2, 0.35, 0.5, 0.65, 0.8])  # of a side
MARKED = 0.5
OUTWARD = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]])  # of the four sides, in cells


@dataclass(frozen=True, slots=True, eq=False)
class OpenEnds:
    """The sides without a neighbour: their cards and lines, and whether cards are marked beyond them."""

    card: Ints
    line: Ints  # side of the card, and number of the row or column
    goes_on: npt.NDArray[np.bool_]

    def most(self) -> int:
        """Return how many cards of one row or column go on beyond the same side of it, where most do."""
        return max(Counter(map(tuple, self.line[self.goes_on].tolist())).values(), default=0)

    def of_cards(self, count: int) -> npt.NDArray[np.bool_]:
        """Return which of so many cards go on beyond any side."""
        open_cards = np.zeros(count, bool)
        open_cards[self.card[self.goes_on]] = True
        return open_cards


NO_ENDS = OpenEnds(np.zeros(0, np.int64), np.zeros((0, 2), np.int64), np.zeros(0, np.bool_))


def open_ends(model: LatticeModel, cells: Ints, corners: Points, marks: CardMarks) -> OpenEnds:
    """Return beyond which sides cards go on.

    Only sides without a neighbour tell: a neighbour's card lies beyond the others.
    """
    neighbours = cells[:, None] + OUTWARD
    taken = (neighbours[:, :, None] == cells).all(-1).any(-1)
    card, side = np.nonzero(~taken)
    flat = unproject(model.table_to_image, corners)
    first, second = flat[card, side], flat[card, (side + 1) % 4]
    along = first[:, None] + ALONG[:, None] * (second - first)[:, None]
    places = along[:, :, None] + BEYOND_MM[:, None] * OUTWARD[side][:, None, None]
    likely = marks.card_at(project(model.table_to_image, places.reshape(-1, 2)))
    goes_on: npt.NDArray[np.bool_] = likely.reshape(len(card), -1).mean(1) > MARKED
    line = cells[card, np.abs(OUTWARD[side, 1])]
    return OpenEnds(card, np.stack([side, line], axis=1), goes_on)
