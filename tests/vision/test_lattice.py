"""The values of seeing where cards lie."""

from __future__ import annotations

import numpy as np
import pytest

from vision.lattice import CardSize, FindSettings, Lattice, LatticeCell, planes_of_cards, project


def cells_of(rows: int, columns: int) -> tuple[LatticeCell, ...]:
    return tuple(
        LatticeCell(row, column, False, np.zeros((4, 2)), 0.0)
        for row in range(rows)
        for column in range(columns)
    )


def test_a_card_is_at_least_as_high_as_wide() -> None:
    with pytest.raises(ValueError, match="got 87 x 56"):
        CardSize(87.0, 56.0)


@pytest.mark.parametrize(("rows", "columns"), [(0, 4), (4, 13), (1, 3)])
def test_a_lattice_has_four_cells_or_more_and_twelve_rows_at_most(rows: int, columns: int) -> None:
    with pytest.raises(ValueError, match="got"):
        FindSettings(rows, columns)


def test_a_lattice_holds_every_cell_in_reading_order() -> None:
    with pytest.raises(ValueError, match="expected 4 cells in reading order, got 4"):
        Lattice(2, 2, cells_of(2, 2)[::-1], np.eye(3), (60.0, 90.0), (56.0, 87.0), 1.0)


def test_the_quad_reaches_from_the_first_card_to_the_last() -> None:
    lattice = Lattice(2, 3, cells_of(2, 3), np.eye(3), (60.0, 90.0), (56.0, 87.0), 1.0)
    assert lattice.quad.tolist() == [[0, 0], [176, 0], [176, 177], [0, 177]]
    assert lattice.cell(1, 2).column == 2


def test_points_are_projected_through_one_or_many_planes() -> None:
    double = np.diag([2.0, 2.0, 1.0])
    points = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert project(double, points).tolist() == [[2, 4], [6, 8]]
    assert project(np.stack([np.eye(3), double]), points[None]).tolist() == [
        [[1, 2], [3, 4]],
        [[2, 4], [6, 8]],
    ]


def test_the_plane_of_a_card_lays_its_corners_on_the_outline() -> None:
    card = CardSize()
    quads = 3.0 * card.corners_mm + 100.0 + np.random.default_rng(1).normal(0.0, 8.0, (5, 4, 2))
    planes = planes_of_cards(quads, card.size_mm)
    assert np.allclose(project(planes, card.corners_mm[None]), quads)
