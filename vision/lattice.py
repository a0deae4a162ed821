"""The values of seeing where cards lie: a card's size, the lattice, its cells, and why none was found."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class CardSize:
    """The outer size of one card; the short side is its width."""

    width_mm: float = 56.0
    height_mm: float = 87.0

    def __post_init__(self) -> None:
        """Refuse sizes that no playing card has."""
        if not 10.0 <= self.width_mm <= self.height_mm <= 400.0:
            raise ValueError(
                f"expected 10 <= width <= height <= 400 mm, got {self.width_mm:g} x {self.height_mm:g}"
            )

    @property
    def size_mm(self) -> Points:
        """The width and the height."""
        return np.array([self.width_mm, self.height_mm])

    @property
    def corners_mm(self) -> Points:
        """The four corners, clockwise from the top left."""
        w, h = self.width_mm, self.height_mm
        return np.array([[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]])


@dataclass(frozen=True, slots=True)
class FindSettings:
    """What is known of the table before looking, and how much doubt is allowed."""

    rows: int = 4
    columns: int = 4
    card: CardSize = field(default_factory=CardSize)
    gap_mm: tuple[float, float] = (1.5, 30.0)
    work_px: int = 960
    stray_mm: float = 13.0

    def __post_init__(self) -> None:
        """Refuse a lattice that has no cells or more than a table holds."""
        if not (1 <= self.rows <= 12 and 1 <= self.columns <= 12):
            raise ValueError(f"expected 1 to 12 rows and columns, got {self.rows} x {self.columns}")
        if self.rows * self.columns < 4:
            raise ValueError(f"a lattice needs at least four cells, got {self.rows} x {self.columns}")


@dataclass(frozen=True, slots=True)
class LatticeCell:
    """One cell of the lattice; the corners are the card's own where a card lies in it."""

    row: int
    column: int
    occupied: bool
    corners: Points
    presence: float  # how likely a card lies here


@dataclass(frozen=True, slots=True)
class Lattice:
    """Where the grid of cards lies in the frame, cell by cell, row 0 nearest the top of the image."""

    rows: int
    columns: int
    cells: tuple[LatticeCell, ...]
    table_to_image: Points
    pitch_mm: tuple[float, float]
    cell_mm: tuple[float, float]
    confidence: float

    def __post_init__(self) -> None:
        """Hold one cell for each of rows x columns, in reading order."""
        if [(cell.row, cell.column) for cell in self.cells] != _reading_order(self.rows, self.columns):
            count = self.rows * self.columns
            raise ValueError(f"expected {count} cells in reading order, got {len(self.cells)}")

    def cell(self, row: int, column: int) -> LatticeCell:
        """Return the cell at this row and column."""
        return self.cells[row * self.columns + column]

    @property
    def quad(self) -> Points:
        """The outer corners of the whole lattice, clockwise from its top left."""
        width = (self.columns - 1) * self.pitch_mm[0] + self.cell_mm[0]
        height = (self.rows - 1) * self.pitch_mm[1] + self.cell_mm[1]
        outer = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
        return project(self.table_to_image, outer)


@lru_cache(maxsize=64)
def _reading_order(rows: int, columns: int) -> list[tuple[int, int]]:
    return [(row, column) for row in range(rows) for column in range(columns)]


@dataclass(frozen=True, slots=True)
class NotFound:
    """No lattice that can be trusted, and what a person can do about it."""

    reason: str


def planes_of_cards(quads: Points, sizes_mm: Points) -> Points:
    """Return the planes on which outlines are exactly cards of these widths and heights, in closed form."""
    first, second, third, fourth = (quads[..., index, :] for index in range(4))
    ahead, back, over = second - third, fourth - third, first - second + third - fourth
    area = ahead[..., 0] * back[..., 1] - back[..., 0] * ahead[..., 1]
    area = np.where(np.abs(area) < 1e-9, 1e-9, area)
    g = (over[..., 0] * back[..., 1] - back[..., 0] * over[..., 1]) / area
    h = (ahead[..., 0] * over[..., 1] - over[..., 0] * ahead[..., 1]) / area
    planes: Points = np.empty((*quads.shape[:-2], 3, 3))
    planes[..., :2, 0] = second - first + g[..., None] * second
    planes[..., :2, 1] = fourth - first + h[..., None] * fourth
    planes[..., :2, 2] = first
    planes[..., 2, 0], planes[..., 2, 1], planes[..., 2, 2] = g, h, 1.0
    planes[..., :2] /= sizes_mm[..., None, :]
    return planes


def project(homography: npt.NDArray[Any], points: npt.NDArray[Any]) -> Points:
    """Map points of any leading shape through a homography, or through a stack of them."""
    if homography.ndim == 2:
        return _through_one(homography, points)
    turned = np.swapaxes(homography, -1, -2)
    mapped = points @ turned[..., :2, :]
    mapped += turned[..., 2:, :]
    depth = mapped[..., 2:]
    result: Points = mapped[..., :2] / np.where(np.abs(depth) < 1e-9, 1e-9, depth)
    return result


def _through_one(homography: npt.NDArray[Any], points: npt.NDArray[Any]) -> Points:
    """The same for one homography: one call instead of several, and those of a find are hundreds."""
    if points.size == 0:
        return np.zeros(points.shape)
    flat = np.asarray(points, np.float64).reshape(1, -1, 2)
    mapped = cv2.perspectiveTransform(flat, np.asarray(homography, np.float64))
    return np.asarray(mapped, np.float64).reshape(points.shape)


def unproject(homography: Points, points: npt.NDArray[Any]) -> Points:
    """Map points of the image back through one homography."""
    return project(np.asarray(cv2.invert(homography)[1], np.float64), points)
