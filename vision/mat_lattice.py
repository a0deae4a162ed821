"""The lattice where the corner tiles of the mat say it is, each cell then measured like any other."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.card_marks import default_marker
from vision.expected_cards import measure_cells
from vision.lattice import FindSettings, Image, Lattice
from vision.lattice_fit import GrownLattice
from vision.lattice_model import LatticeModel
from vision.lattice_window import Window
from vision.marker_mat import MarkerLattice, a_tile_may_be_in, find_marker_lattice
from vision.small_frame import SmallFrame
from vision.upright_lattice import upright_lattice

FINER = 1.96  # the network looks at a larger image where cards are hard to see


def find_lattice_of_mat(frame_bgr: Image, small: SmallFrame, settings: FindSettings) -> Lattice | None:
    """Return the lattice between the tiles of the mat, or nothing where no mat is in sight."""
    if not a_tile_may_be_in(small.image):
        return None
    card = (settings.card.width_mm, settings.card.height_mm)
    mat = find_marker_lattice(frame_bgr, settings.rows, settings.columns, card)
    if mat is None:
        return None
    grown = _as_grown(mat, small, settings)
    marked = replace(small, marks=default_marker().mark(small.image, FINER))
    tested = measure_cells(marked, grown, grown.cells, settings, resize=False)
    window = Window(np.zeros(2, np.int64), grown.cells.max(0) + 1)
    return upright_lattice(tested, window, small.scale, settings)


def _as_grown(mat: MarkerLattice, small: SmallFrame, settings: FindSettings) -> GrownLattice:
    """Return the cells of the mat as if every one of them had an outline."""
    places = [(row, column) for row in range(mat.rows) for column in range(mat.columns)]
    corners = np.stack([mat.cell_corners(*place) for place in places]) / small.scale
    cells = np.array([(column, row) for row, column in places])
    pitch = np.array(mat.pitch_mm)
    if mat.cell_mm[0] > mat.cell_mm[1]:  # sideways: count along the cards' own sides
        corners = np.roll(corners, 1, axis=1)
        cells = np.array([(mat.rows - 1 - row, column) for row, column in places])
        pitch = pitch[::-1]
    table = (cells[:, None] * pitch + settings.card.corners_mm).reshape(-1, 2)
    plane, _ = cv2.findHomography(table, corners.reshape(-1, 2))
    nothing = np.zeros(0, np.int64)
    model = LatticeModel(np.asarray(plane, np.float64), pitch)
    return GrownLattice(model, corners, cells, np.zeros(len(cells)), nothing, nothing)
