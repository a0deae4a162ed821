"""What is really in a picture, to be compared with what is read from it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TypeAlias

from models.training.scenes.arrays import Picture

Corner: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Corner, Corner, Corner, Corner]
COVERED_BELOW = 0.55
"""A place of which less than this share shows counts as covered."""


class CellState(StrEnum):
    """What a cell shows."""

    CARD = "card"
    BACK = "back"
    EMPTY = "empty"
    COVERED = "covered"


@dataclass(frozen=True, slots=True)
class CellTruth:
    """One cell. The code is what lies there even when it is covered; an empty cell has none.

    Corners are pixels in the card's own order (its top left, top right, bottom right, bottom left); those of
    an empty cell are of its place in the lattice, from the place's own top left. Visible is the share that
    nothing hides, glare the share of that which a mirrored lamp drowns.
    """

    row: int
    column: int
    state: CellState
    code: str | None
    corners: Corners
    visible: float
    glare: float


@dataclass(frozen=True, slots=True)
class CardTruth:
    """One loose card."""

    code: str
    corners: Corners
    visible: float
    glare: float


@dataclass(frozen=True, slots=True)
class SceneTruth:
    """All a reader could be asked about the picture. A picture of loose cards has no quad and no cells."""

    seed: int
    condition: str
    deck: str
    table: str
    width_px: int
    height_px: int
    card_mm: tuple[float, float]
    gap_mm: tuple[float, float]
    landscape: bool
    quad: Corners | None
    cells: tuple[CellTruth, ...]
    free_cards: tuple[CardTruth, ...]

    def cell(self, row: int, column: int) -> CellTruth:
        """The cell at a row and column."""
        return next(cell for cell in self.cells if (cell.row, cell.column) == (row, column))

    def to_json(self) -> str:
        """The truth as one JSON object."""
        return json.dumps(asdict(self), ensure_ascii=False)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture and its truth."""

    frame_bgr: Picture
    truth: SceneTruth
