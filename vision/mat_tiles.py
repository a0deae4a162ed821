"""The four corner tiles of the marker mat: which marker each bears and where it lies beside the cards.

A tile is a square of paper. The corner card lies on its inner part, against a printed bracket; the marker
lies outside the grid. Tiles are laid by hand, so nothing but the bracket ties them to the cards.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]

MARKER_MM = 40.0
STANDOFF_MM = 8.0
QUIET_MM = 8.0
BRACKET_MM = 24.0
TILE_MM = BRACKET_MM + STANDOFF_MM + MARKER_MM + QUIET_MM
# Five by five bits: few enough to be read from afar, far enough apart that no pattern of a cloth is one.
DICTIONARY = cv2.aruco.DICT_5X5_50
MODULES = 7


@dataclass(frozen=True, slots=True)
class MatTile:
    """One corner tile. `right` and `down` are 0 or 1: which corner of the grid it belongs to."""

    marker: int
    right: int
    down: int
    name: str
    name_es: str

    @property
    def outward(self) -> Points:
        """The direction away from the grid, along both axes."""
        return np.array([2.0 * self.right - 1.0, 2.0 * self.down - 1.0])

    @property
    def marker_corners_mm(self) -> Points:
        """The marker's corners, clockwise from its top left, seen from the corner of the grid."""
        half = MARKER_MM / 2
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        return square + self.outward * (STANDOFF_MM + half)


# Clockwise from the top left, as corners are counted everywhere.
TILES = (
    MatTile(21, 0, 0, "top left", "arriba a la izquierda"),
    MatTile(22, 1, 0, "top right", "arriba a la derecha"),
    MatTile(23, 1, 1, "bottom right", "abajo a la derecha"),
    MatTile(24, 0, 1, "bottom left", "abajo a la izquierda"),
)
TILE_OF_MARKER = {tile.marker: tile for tile in TILES}


def marker_modules(marker: int) -> npt.NDArray[np.bool_]:
    """The marker as a square of modules, true where it is white, its black border included."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, marker, MODULES) > 0)
