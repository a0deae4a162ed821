"""Turn a fitted grid so that its rows run across the image and row 0 is nearest the top."""

from __future__ import annotations

import numpy as np

from vision.expected_cards import TestedCells
from vision.lattice import FindSettings, Lattice, LatticeCell, Points, project
from vision.lattice_fit import FROM_FIRST
from vision.lattice_window import Window


def upright_lattice(tested: TestedCells, window: Window, scale: Points, settings: FindSettings) -> Lattice:
    """Return the lattice in frame pixels, rows across the image and row 0 nearest its top."""
    turns = _turns_to_upright(tested, window, settings)
    card = settings.card.size_mm
    origin = np.eye(3)
    origin[:2, 2] = window.first * tested.model.pitch_mm
    size = (window.count - 1) * tested.model.pitch_mm + card
    turn, cell_mm, pitch = _turn(turns, size), card, tested.model.pitch_mm
    if turns % 2:
        cell_mm, pitch = card[::-1], pitch[::-1]
    to_frame = np.diag([*scale, 1.0])
    plane = to_frame @ tested.model.table_to_image @ origin @ turn
    cells = _cells_in_order(tested, window, turns, scale, settings)
    sure = [max(cell.presence, 1.0 - cell.presence) for cell in cells]  # all cells right, each for itself
    return Lattice(
        settings.rows,
        settings.columns,
        cells,
        plane / plane[2, 2],
        (float(pitch[0]), float(pitch[1])),
        (float(cell_mm[0]), float(cell_mm[1])),
        round(min(0.999, float(np.prod(sure))), 3),
    )


def _turn(turns: int, size: Points) -> Points:
    """Return the map from the turned lattice's millimetres to the grown lattice's."""
    w, h = size
    return np.array(
        [
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [[0.0, -1.0, w], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
            [[-1.0, 0.0, w], [0.0, -1.0, h], [0.0, 0.0, 1.0]],
            [[0.0, 1.0, 0.0], [-1.0, 0.0, h], [0.0, 0.0, 1.0]],
        ][turns]
    )


def _turns_to_upright(tested: TestedCells, window: Window, settings: FindSettings) -> int:
    """Return how many quarter turns bring rows across the image and row 0 to its top."""
    card = np.array([settings.card.width_mm, settings.card.height_mm])
    size = (window.count - 1) * tested.model.pitch_mm + card
    start = window.first * tested.model.pitch_mm
    outer = project(tested.model.table_to_image, start + np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size)
    best, choice = -np.inf, 0
    for turns in range(4):
        columns, rows = window.count if turns % 2 == 0 else window.count[::-1]
        if (rows, columns) != (settings.rows, settings.columns):
            continue
        height = -float(outer[turns, 1] + outer[(turns + 1) % 4, 1])
        if height > best:
            best, choice = height, turns
    return choice


def _cells_in_order(
    tested: TestedCells, window: Window, turns: int, scale: Points, settings: FindSettings
) -> tuple[LatticeCell, ...]:
    index = {(x, y): i for i, (x, y) in enumerate((tested.cells - window.first).tolist())}
    across, down = window.count.tolist()
    places = tested.cells[:, None] * tested.model.pitch_mm + settings.card.corners_mm
    expected = project(tested.model.table_to_image, places)
    corners = np.where(tested.occupied[:, None, None], tested.corners, expected)
    turned = corners[:, FROM_FIRST[turns]] * scale
    cells = []
    for row in range(settings.rows):
        for column in range(settings.columns):
            x, y = [
                (column, row),
                (across - 1 - row, column),
                (across - 1 - column, down - 1 - row),
                (row, down - 1 - column),
            ][turns]
            i = index[x, y]
            cells.append(
                LatticeCell(row, column, bool(tested.occupied[i]), turned[i], float(tested.presence[i]))
            )
    return tuple(cells)
