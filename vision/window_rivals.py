"""Which of two choices of a grid its cards speak for: those that lie in only one of them follow it or do not.

Cards laid down beside a grid are rarely as far from it as its own rows are from each other, and rarely as
straight. So the lattice is fitted to the cards that both choices share, and the others are held against it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.lattice import FindSettings, Points, unproject
from vision.lattice_model import Floats, Ints, LatticeModel, fit_model

Chosen = npt.NDArray[np.bool_]

MIN_SHARED = 6  # cards that both choices hold, to fit a lattice to
MIN_OTHERS = 8  # cards that tell a lattice well enough for the places beyond it
MIN_OWN = 2  # cards that only the better choice holds: one alone may be straight by chance
FARTHEST_MM = 8.5  # a little more than 4 mm aside, both ways, and 6 degrees make of a card's corners
USUAL_MM = 1.5  # by which corners of cards laid with care are off; fewer millimetres tell nothing
FOLLOWS = 2.2  # times as far off as the shared cards
STRAYS = 3.0
BETTER = 1.8  # times straighter than the rival's own cards


@dataclass(frozen=True, slots=True, eq=False)
class LaidCards:
    """The cards of a measured lattice."""

    cells: Ints
    corners: Points
    model: LatticeModel

    def speak_for(self, better: Chosen, rival: Chosen, settings: FindSettings, least: int = MIN_OWN) -> bool:
        """Return whether the cards of only the better choice follow the lattice, and the rival's do not.

        One card is enough where the rival's lie farther off than anybody lays a card.
        """
        shared = better & rival
        own, other = better & ~shared, rival & ~shared
        if shared.sum() < MIN_SHARED or not own.any() or not other.any():
            return False
        off = self._off_mm(shared, settings)
        if own.sum() < least and off[other].min() < FARTHEST_MM:
            return False
        usual = max(USUAL_MM, _typical(off[shared]))
        mine, theirs = _typical(off[own]), _typical(off[other])
        return mine < FOLLOWS * usual and theirs > STRAYS * usual and theirs > BETTER * mine

    def stray(self, own: Chosen, settings: FindSettings) -> bool:
        """Return whether these cards lie far off the lattice that all others tell, if enough tell one."""
        others = ~own
        if others.sum() < MIN_OTHERS:
            return False
        off = self._off_mm(others, settings)
        return _typical(off[own]) > STRAYS * max(USUAL_MM, _typical(off[others]))

    def _off_mm(self, fitted: Chosen, settings: FindSettings) -> Floats:
        """Return how far the corners of each card lie from a lattice fitted to some of them."""
        model = fit_model(self.model, self.corners[fitted], self.cells[fitted], settings)
        flat = unproject(model.table_to_image, self.corners)
        ideal = self.cells[:, None, :] * model.pitch_mm + settings.card.corners_mm
        off: Floats = np.sqrt(((flat - ideal) ** 2).sum(-1).mean(-1))
        return off


def _typical(off: Floats) -> float:
    return float(np.sqrt((off**2).mean()))
