"""Cards that look like their table to the network and by their colours: only their edges give them away."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.card_edges import Placements
from vision.lattice_model import Floats

Floats32 = npt.NDArray[np.float32]

LOOKS_EMPTY = 0.1
MIN_EMPTY = 3  # cells that look so, to be compared with each other
DISGUISED = 0.35  # of two sides' support; of 832 empty cells of rendered tables none had more than 0.27
DISGUISED_PRESENCE = 0.75
USUAL = 0.1  # by which the sides of a card in its table's colours may seem turned out


def with_disguised(presence: Floats, placements: Placements) -> Floats:
    """Return the likelihoods, raised where even the weaker edges are far clearer than of other empty cells.

    Where a cloth, a mat or tiles have edges of their own, most empty cells have them.
    """
    empty = presence < LOOKS_EMPTY
    if empty.sum() < MIN_EMPTY:
        return presence
    weak = np.sort(placements.sides, axis=1)[:, :2].sum(1, dtype=np.float64)
    others = (weak[empty].sum() - weak) / (empty.sum() - 1)
    own = True if placements.parted is None else turned_out(placements.parted) == 0.0
    return np.where(empty & own & (weak - others > DISGUISED), DISGUISED_PRESENCE, presence)


def turned_out(parted: Floats32) -> Floats:
    """Return how much of its edges have the table inside and a card outside, below 0: edges of neighbours."""
    turned: Floats = np.minimum(parted.sum(1, dtype=np.float64) + USUAL, 0.0)
    return turned
