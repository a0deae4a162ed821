"""Find the grid by the corner tiles of the marker mat: certain on tables where cards alone are hard to see.

The mat is never required. Two tiles in view are enough; how much doubt remains is said with the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.frame import BgrPixels
from vision.marker_corners import sharpen_corners
from vision.marker_fit import FitSettings, Grid, MatFit, SeenTile, fit_mat
from vision.mat_tiles import DICTIONARY, TILE_OF_MARKER, Points

_WORKING_LONG_SIDE_PX = 1280
_QUICK_LONG_SIDE_PX = 720
_MIN_TILES = 2


@dataclass(frozen=True, slots=True)
class MarkerLattice:
    """The grid as the tiles show it; row 0 is the row nearest the top of the frame.

    `table_to_image` maps millimetres, counted from the outer corner of the cell in row 0 and column 0, to
    pixels. `quad` holds the grid's outer corners, clockwise from that corner. `doubt_px` is the standard
    deviation of the worst of them: about a pixel with four tiles, more where a side has none.
    """

    rows: int
    columns: int
    table_to_image: Points
    quad: Points
    pitch_mm: tuple[float, float]
    cell_mm: tuple[float, float]
    tiles_seen: int
    doubt_px: float

    def cell_corners(self, row: int, column: int) -> Points:
        """Where a card laid exactly into this cell has its corners, clockwise from the cell's top left."""
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise ValueError(f"expected a cell of {self.rows} x {self.columns}, got {row}, {column}")
        width, height = self.cell_mm
        corners = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
        corners += np.array([column, row]) * np.array(self.pitch_mm)
        return _project(self.table_to_image, corners)


@dataclass(frozen=True, slots=True)
class MarkerSettings:
    """What is accepted as a mat. Misfit counts standard deviations, 1 being as expected."""

    largest_misfit: float = 2.5
    largest_gap_mm: float = 45.0
    smallest_gap_mm: float = -4.0
    largest_doubt_of_a_card: float = 0.5
    clear_choice: float = 1.5
    fit: FitSettings = field(default_factory=FitSettings)


DEFAULT_SETTINGS = MarkerSettings()


def find_marker_lattice(
    frame_bgr: BgrPixels,
    rows: int = 4,
    columns: int = 4,
    card_mm: tuple[float, float] = (56.0, 87.0),
    settings: MarkerSettings = DEFAULT_SETTINGS,
) -> MarkerLattice | None:
    """The grid between the corner tiles, or None when fewer than two are seen or they contradict each other.

    Gaps between cards are measured, and whether cards lie upright or sideways in the grid is found out.
    """
    if min(rows, columns) < 1 or not 0 < card_mm[0] <= card_mm[1]:
        raise ValueError(
            f"expected rows, columns and a card width x height, got {rows} x {columns}, {card_mm}"
        )
    seen = find_tiles(frame_bgr)
    counts = Counter(tile.tile.marker for tile in seen)
    # A tile seen twice is a second mat, a mirror or a picture of one: which is the table cannot be told.
    if len(counts) < _MIN_TILES or max(counts.values()) > 1:
        return None
    fits = [
        _upright(grid, fit, (rows, columns))
        for grid in _grids_on_the_mat(rows, columns, card_mm)
        if (fit := fit_mat(seen, grid, settings.fit)) is not None and _is_sound(fit, seen, settings)
    ]
    best = _clearly_best(fits, settings)
    return None if best is None else _lattice(best, len(seen))


def find_tiles(frame_bgr: BgrPixels) -> list[SeenTile]:
    """Every corner tile in view, its marker's corners measured at full size to a fraction of a pixel."""
    grey = cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY)
    scale = max(1.0, max(grey.shape) / _WORKING_LONG_SIDE_PX)
    small = grey
    if scale > 1:
        small = cv2.resize(grey, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)
    found, markers, _ = _detector().detectMarkers(small)
    if markers is None:
        return []
    tiles = []
    for corners, marker in zip(found, np.asarray(markers).ravel(), strict=True):
        tile = TILE_OF_MARKER.get(int(marker))
        if tile is not None:
            corners_px = (np.asarray(corners, float).reshape(4, 2) + 0.5) * scale - 0.5
            tiles.append(SeenTile(tile, sharpen_corners(grey, corners_px)))
    return tiles


def a_tile_may_be_in(small_bgr: BgrPixels) -> bool:
    """Whether a quick look at a small frame shows a tile, so that a thorough one is worth its cost.

    The thorough one costs several times the decoding of a frame, and most frames without a grid have no mat.
    """
    grey = cv2.cvtColor(small_bgr, cv2.COLOR_BGR2GRAY)
    share = min(1.0, _QUICK_LONG_SIDE_PX / max(grey.shape))
    tiny = cv2.resize(grey, None, fx=share, fy=share, interpolation=cv2.INTER_LINEAR)
    _, markers, _ = _quick_detector().detectMarkers(tiny)
    return markers is not None and any(
        int(marker) in TILE_OF_MARKER for marker in np.asarray(markers).ravel()
    )


def _quick_detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = 15
    parameters.minMarkerPerimeterRate = 0.08
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), parameters)


def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = 7
    parameters.adaptiveThreshWinSizeMax = 23
    parameters.adaptiveThreshWinSizeStep = 16
    parameters.minMarkerPerimeterRate = 0.04
    # Reading half-wrong bits as a marker would invent a table; a blurred frame may rather go unread.
    parameters.errorCorrectionRate = 0.3
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), parameters)


def _grids_on_the_mat(rows: int, columns: int, card_mm: tuple[float, float]) -> set[Grid]:
    """The grid along the mat's own axes: cards upright or sideways, and the mat itself turned or not."""
    width, height = card_mm
    return {
        Grid(across, down, cell_mm)
        for across, down in ((columns, rows), (rows, columns))
        for cell_mm in ((width, height), (height, width))
    }


def _is_sound(fit: MatFit, seen: Sequence[SeenTile], settings: MarkerSettings) -> bool:
    if fit.misfit > settings.largest_misfit:
        return False
    if fit.gaps_mm.min() < settings.smallest_gap_mm or fit.gaps_mm.max() > settings.largest_gap_mm:
        return False
    quad = fit.corners_px.astype(np.float32)
    area = cv2.contourArea(quad, oriented=True)
    markers = sum(cv2.contourArea(tile.corners_px.astype(np.float32)) for tile in seen)
    return bool(cv2.isContourConvex(quad)) and area > markers / len(seen)


@dataclass(frozen=True, slots=True)
class _UprightFit:
    """A fit counted as the frame shows it, row 0 at the top, whichever way the mat lies."""

    grid: Grid
    quad: Points
    gaps_mm: Points
    misfit: float
    doubt_px: float


def _upright(grid: Grid, fit: MatFit, size: tuple[int, int]) -> _UprightFit:
    turns = _turns_to_upright(
        fit.corners_px, [turns for turns in range(4) if _turned(grid, turns).size == size]
    )
    gaps_mm = fit.gaps_mm[::-1] if turns % 2 else fit.gaps_mm
    quad = np.roll(fit.corners_px, -turns, axis=0)
    return _UprightFit(_turned(grid, turns), quad, gaps_mm, fit.misfit, fit.doubt_px)


def _turned(grid: Grid, turns: int) -> Grid:
    return Grid(grid.rows, grid.columns, grid.cell_mm[::-1]) if turns % 2 else grid


def _turns_to_upright(corners_px: Points, allowed: Sequence[int]) -> int:
    """How many corners to go on so that the side from the first to the second is the grid's upper one."""
    middles = (corners_px + np.roll(corners_px, -1, axis=0)) / 2 - corners_px.mean(axis=0)
    upward = -middles[:, 1] / np.maximum(np.linalg.norm(middles, axis=1), 1e-9)
    return max(allowed, key=lambda turns: float(upward[turns]))


def _clearly_best(fits: Sequence[_UprightFit], settings: MarkerSettings) -> _UprightFit | None:
    """The best fitting grid, if no other comes near it and its doubt is small beside a card."""
    if not fits:
        return None
    best, *others = sorted(fits, key=lambda fit: fit.misfit)
    if others and others[0].misfit < settings.clear_choice * best.misfit:
        return None
    sides_px = np.linalg.norm(best.quad - np.roll(best.quad, 1, axis=0), axis=1)
    card_px = float(sides_px.min()) / max(best.grid.rows, best.grid.columns)
    return best if best.doubt_px <= settings.largest_doubt_of_a_card * card_px else None


def _lattice(best: _UprightFit, tiles_seen: int) -> MarkerLattice:
    outer = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * best.grid.size_mm(best.gaps_mm)
    plane = cv2.getPerspectiveTransform(outer.astype(np.float32), best.quad.astype(np.float32))
    across_mm, down_mm = np.array(best.grid.cell_mm) + best.gaps_mm
    return MarkerLattice(
        rows=best.grid.rows,
        columns=best.grid.columns,
        table_to_image=np.asarray(plane, float),
        quad=best.quad,
        pitch_mm=(float(across_mm), float(down_mm)),
        cell_mm=best.grid.cell_mm,
        tiles_seen=tiles_seen,
        doubt_px=best.doubt_px,
    )


def _project(plane: Points, points: Points) -> Points:
    mapped = np.column_stack([points, np.ones(len(points))]) @ plane.T
    result: Points = mapped[:, :2] / mapped[:, 2:]
    return result
