"""Cards in line with a grid but far from it."""

from __future__ import annotations

import numpy as np

from vision.far_cards import too_wide, without_far_cards
from vision.lattice import FindSettings, project
from vision.lattice_fit import GrownLattice
from vision.lattice_model import LatticeModel

SETTINGS = FindSettings()
GRID = [(x, y) for x in range(4) for y in range(4)]
NOTHING = np.zeros(0, np.int64)


def lattice_of(places: list[tuple[int, int]]) -> GrownLattice:
    """A lattice seen from straight above, with a card in each of the places."""
    model = LatticeModel(np.diag([2.0, 2.0, 1.0]), np.array([66.0, 97.0]))
    cells = np.array(places)
    corners = project(model.table_to_image, cells[:, None] * model.pitch_mm + SETTINGS.card.corners_mm)
    return GrownLattice(model, corners, cells, np.zeros(len(cells)), NOTHING, NOTHING)


def test_a_few_cards_far_beside_a_grid_are_left_out() -> None:
    kept = without_far_cards(lattice_of([*GRID, (7, 1), (8, 1)]), SETTINGS)
    assert sorted(map(tuple, kept.cells.tolist())) == GRID
    assert len(kept.corners) == len(kept.residual_mm) == len(GRID)


def test_many_cards_far_beside_it_are_another_grid_and_stay() -> None:
    beside = [(7 + x, y) for x in range(2) for y in range(4)]
    assert too_wide(without_far_cards(lattice_of([*GRID, *beside]), SETTINGS).cells, SETTINGS)


def test_two_empty_columns_within_a_grid_part_nothing() -> None:
    sparse = [(x, y) for x in (0, 3) for y in range(4)]
    assert len(without_far_cards(lattice_of(sparse), SETTINGS).cells) == len(sparse)
