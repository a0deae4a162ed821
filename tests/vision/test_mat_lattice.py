"""The mat's tiles decide where the cards alone leave more than one place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.likeness import iou
from tests.vision.mat_scenes import MatScene, photograph, project
from vision.grid_finder import find_lattice
from vision.lattice import FindSettings, Lattice, NotFound, Points

OUTER_ROWS = frozenset((row, column) for row in (0, 3) for column in range(4))


def cell_corners(scene: MatScene, row: int, column: int) -> Points:
    """Where a card lies in this cell, in pixels, for a scene that is not turned."""
    size = np.array(scene.cell_mm)
    start = np.array([column, row]) * (size + np.array(scene.gaps_mm))
    return project(scene.table_to_image, start + np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size)


@pytest.mark.parametrize(
    "scene", [MatScene(tilt_degrees=10.0), MatScene(tilt_degrees=10.0, cell_mm=(87.0, 56.0), tiles=(0, 1, 3))]
)
def test_a_grid_with_an_empty_row_lies_where_the_mat_says(scene: MatScene) -> None:
    scene = replace(scene, empty=OUTER_ROWS)
    found = find_lattice(photograph(scene))
    assert isinstance(found, Lattice), found
    assert {(cell.row, cell.column) for cell in found.cells if cell.occupied} == {
        (row, column) for row in (1, 2) for column in range(4)
    }
    assert min(iou(cell.corners, cell_corners(scene, cell.row, cell.column)) for cell in found.cells) > 0.75


def test_without_its_tiles_the_same_grid_is_refused() -> None:
    scene = MatScene(tilt_degrees=10.0, tiles=(), empty=OUTER_ROWS)
    assert isinstance(find_lattice(photograph(scene)), NotFound)


def test_an_empty_mat_is_a_grid_without_cards() -> None:
    scene = MatScene(
        tilt_degrees=10.0, empty=frozenset((row, column) for row in range(4) for column in range(4))
    )
    found = find_lattice(photograph(scene))
    assert isinstance(found, Lattice), found
    assert not any(cell.occupied for cell in found.cells)


def test_a_mat_for_another_grid_is_believed_only_with_the_right_rows_and_columns() -> None:
    scene = replace(MatScene(tilt_degrees=10.0), rows=3, columns=5)
    found = find_lattice(photograph(scene), FindSettings(3, 5))
    assert isinstance(found, Lattice), found
    assert found.rows == 3
