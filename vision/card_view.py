"""What a camera could see: of two sizes of cards, the one that has a card's shape in a possible view.

The border of a card and the rim of the sleeve around it look alike, pale or dark, with an edge on both sides.
But the print within a border is too slender for a card, and a sleeve is too broad.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.lattice import CardSize
from vision.lattice_model import Floats, LatticeModel, squash

SMALLER_MM = 0.9  # by which two sizes must differ, across and down, to be told apart
POSSIBLE = 0.02  # log anisotropy, as of a view that a camera may have
BETTER = 0.008


@dataclass(frozen=True, slots=True, eq=False)
class CardView:
    """A lattice with the size of its cards not yet certain, in an image of this width and height."""

    model: LatticeModel
    card: CardSize
    image_size: tuple[int, int]

    @property
    def gap_mm(self) -> Floats:
        """The gaps across and down, if the cards have the size expected."""
        return self.model.pitch_mm - self.card.size_mm

    def likelier(self, outer: tuple[float, float], inner: tuple[float, float]) -> tuple[float, float]:
        """Return the outer of two growths, unless only the inner one makes cards that a camera could see."""
        if not (np.array(inner) < np.array(outer) - SMALLER_MM).all():
            return outer
        strange = self._strangeness(inner)
        return inner if strange < min(POSSIBLE, self._strangeness(outer) - BETTER) else outer

    def _strangeness(self, growth: tuple[float, float]) -> float:
        wider = 1.0 + 2.0 * np.array(growth) / self.card.size_mm
        return float(squash(self.model.table_to_image @ np.diag([*wider, 1.0]), self.image_size))
