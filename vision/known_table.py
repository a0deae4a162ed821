"""What one look at a whole table tells for later looks at some cells: its light, its camera and its top.

While a table is watched only the cells that changed are read again. One card alone could have any colour
under a light of its own; the light that all cards asked for when they were read together tells which. A hand
that lies over a cell and all around it looks like bare table; what the table looks like elsewhere tells.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats, Points
from vision.bare_table import Gaps
from vision.camera_curve import STRAIGHT, CameraCurve
from vision.hues import TableHues


@dataclass(frozen=True, slots=True, eq=False)
class LightPlane:
    """A tint that slopes across the table (3 x 2: even, across and down), and how firmly it is known.

    `hold` is the inverse of its covariance: tints x 3 x 3.
    """

    plane: Points
    hold: Points

    def loosened(self, share: float) -> LightPlane:
        """The same light, held by a share of its firmness."""
        return LightPlane(self.plane, share * self.hold)


@dataclass(frozen=True, slots=True, eq=False)
class TableSpan:
    """Where the cells lie in the frame, so that places across the table are about -1 to 1."""

    middle_px: Points
    reach_px: Points

    @classmethod
    def of(cls, quads: Points) -> TableSpan:
        """The span of these cells."""
        middles = quads.mean(axis=1)
        middle = middles.mean(axis=0)
        return cls(middle, np.maximum(np.abs(middles - middle).max(axis=0), 1.0))

    def places(self, quads: Points) -> Points:
        """The middles of cells, as places across the table."""
        return np.asarray((quads.mean(axis=1) - self.middle_px) / self.reach_px)


@dataclass(frozen=True, slots=True)
class UsualNumbers:
    """How like its digit the number of a card on a table usually is, as a logarithm, and how that varies."""

    like: float
    spread: float


@dataclass(frozen=True, slots=True, eq=False)
class KnownTable:
    """A table that was seen as a whole; `gaps` is where its top shows beside its cells.

    `curve` is the camera's, under which the light was found, and `hues` is where the deck's colours lie.
    `tint` is what plain cards ask for by shape alone, if enough of them were seen (see vision.plain_cells),
    and `numbers` how like the deck's digits its numbers are, if enough of those were. Under a `strange_light`
    the deck was not taught (see vision.strange_light).
    """

    span: TableSpan
    light: LightPlane
    gaps: Gaps
    curve: CameraCurve = STRAIGHT
    hues: TableHues | None = None
    tint: Floats | None = None
    numbers: UsualNumbers | None = None
    strange_light: bool = False

    def moved_to(self, quads: Points) -> KnownTable:
        """The same table where all of its cells lie now: a camera in somebody's hand moves."""
        return replace(self, span=TableSpan.of(quads), gaps=self.gaps.moved_to(quads))
