"""The sheet that people print at home: four corner tiles to cut out, on one page of A4 or Letter."""

from __future__ import annotations

from itertools import groupby

import numpy as np
import numpy.typing as npt

from vision.mat_tiles import (
    BRACKET_MM,
    MARKER_MM,
    MODULES,
    QUIET_MM,
    TILE_MM,
    TILES,
    MatTile,
    marker_modules,
)
from vision.vector_page import PageSize, VectorPage

_GAUGE_MM = 100.0
_MARGIN_MM = 14.0
_TILES_TOP_MM = 80.0
_WORDS = (
    "Corner tiles for tables where the cards are hard to see",
    "Print at 100 % (actual size). The line below must measure 100 mm. Cut along the dashed lines.",
    "Lay each tile at its corner of the grid, the corner of the outermost card against the bracket.",
    "Two tiles in view are enough, four are best. The tiles lie flat and nothing covers the black squares.",
    "",
    "Imprime al 100 % (tamaño real). La línea de abajo debe medir 100 mm. Recorta por las líneas de trazos.",
    "Pon cada pieza en su esquina de la cuadrícula, la esquina de la última carta contra el ángulo impreso.",
    "Bastan dos piezas a la vista; mejor las cuatro. Planas y sin nada sobre los cuadrados negros.",
)


def mat_pdf(paper: PageSize) -> bytes:
    """The sheet as a PDF. The tiles lie on it as they will lie on the table, brackets inwards."""
    page = VectorPage(paper)
    for index, words in enumerate(_WORDS):
        page.text(
            _MARGIN_MM, 16.0 + 5.0 * index + (2.0 if index else 0.0), words, 13.0 if index == 0 else 8.5
        )
    _draw_gauge(page, _MARGIN_MM, 66.0)
    left_mm = (paper.width_mm - 2 * TILE_MM) / 2
    for tile in TILES:
        _draw_tile(page, tile, left_mm + tile.right * TILE_MM, _TILES_TOP_MM + tile.down * TILE_MM)
    return page.to_pdf()


def _draw_gauge(page: VectorPage, left_mm: float, top_mm: float) -> None:
    page.line((left_mm, top_mm), (left_mm + _GAUGE_MM, top_mm))
    for end_mm in (left_mm, left_mm + _GAUGE_MM):
        page.line((end_mm, top_mm - 2), (end_mm, top_mm + 2))
    page.text(left_mm + _GAUGE_MM + 3, top_mm + 1, "100 mm")


def _draw_tile(page: VectorPage, tile: MatTile, left_mm: float, top_mm: float) -> None:
    _draw_outline(page, left_mm, top_mm)
    marker_left = left_mm + (TILE_MM - QUIET_MM - MARKER_MM if tile.right else QUIET_MM)
    marker_top = top_mm + (TILE_MM - QUIET_MM - MARKER_MM if tile.down else QUIET_MM)
    _draw_marker(page, marker_modules(tile.marker), marker_left, marker_top)
    corner = (
        left_mm + (BRACKET_MM if tile.right else TILE_MM - BRACKET_MM),
        top_mm + (BRACKET_MM if tile.down else TILE_MM - BRACKET_MM),
    )
    page.line(corner, (corner[0] - tile.outward[0] * BRACKET_MM, corner[1]))
    page.line(corner, (corner[0], corner[1] - tile.outward[1] * BRACKET_MM))
    inwards = (corner[0] - (20.0 if tile.right else -6.0), corner[1] - (11.0 if tile.down else -13.0))
    page.text(*inwards, "card / carta", 6.5)
    words_mm = top_mm + (14.0 if tile.down else TILE_MM - 10.0)
    words_left = left_mm + (BRACKET_MM + 4.0 if tile.right else QUIET_MM)
    page.text(words_left, words_mm, tile.name, 8.0)
    page.text(words_left, words_mm + 4.0, tile.name_es, 7.0)


def _draw_outline(page: VectorPage, left_mm: float, top_mm: float) -> None:
    right_mm, bottom_mm = left_mm + TILE_MM, top_mm + TILE_MM
    for start, end in (
        ((left_mm, top_mm), (right_mm, top_mm)),
        ((right_mm, top_mm), (right_mm, bottom_mm)),
        ((right_mm, bottom_mm), (left_mm, bottom_mm)),
        ((left_mm, bottom_mm), (left_mm, top_mm)),
    ):
        page.line(start, end, dashed=True)


def _draw_marker(page: VectorPage, modules: npt.NDArray[np.bool_], left_mm: float, top_mm: float) -> None:
    page.fill(left_mm, top_mm, MARKER_MM, MARKER_MM)
    module_mm = MARKER_MM / MODULES
    # Runs both ways: where white touches white no hair line of black is left between them on any screen.
    for index in range(MODULES):
        for start, length in _white_runs(modules[index]):
            page.fill(
                left_mm + start * module_mm,
                top_mm + index * module_mm,
                length * module_mm,
                module_mm,
                grey=1.0,
            )
        for start, length in _white_runs(modules[:, index]):
            page.fill(
                left_mm + index * module_mm,
                top_mm + start * module_mm,
                module_mm,
                length * module_mm,
                grey=1.0,
            )


def _white_runs(modules: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    runs, at = [], 0
    for is_white, group in groupby(modules.tolist()):
        length = len(list(group))
        if is_white:
            runs.append((at, length))
        at += length
    return runs
