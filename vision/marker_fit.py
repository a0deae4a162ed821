"""From the corners of the seen markers to the plane of the grid, with the doubt that remains.

One least squares fit holds all that is known: the pixels of each marker corner, that tiles are laid roughly
straight and roughly in place, and that gaps between cards are alike both ways. So four tiles give the grid
from its corners alone, and two give it with the doubt that reaching out from them brings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.mat_tiles import MatTile, Points


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile and where its marker's corners are in the frame, clockwise from the marker's own top left."""

    tile: MatTile
    corners_px: Points


@dataclass(frozen=True, slots=True)
class Grid:
    """The grid to be laid over the tiles, along the mat's axes: cells across and down, and their size."""

    columns: int
    rows: int
    cell_mm: tuple[float, float]

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns, in the order people say them."""
        return self.rows, self.columns

    def size_mm(self, gaps_mm: Points) -> Points:
        """The outer size of the whole grid with these gaps."""
        counts = np.array([self.columns, self.rows], float)
        size: Points = counts * np.array(self.cell_mm) + (counts - 1) * gaps_mm
        return size


@dataclass(frozen=True, slots=True)
class FitSettings:
    """How far things may be from where they should be: one standard deviation each."""

    corner_px: float = 0.5
    tile_shift_mm: float = 1.2
    tile_turn_degrees: float = 2.5
    gap_mm: float = 12.0
    gap_spread_mm: float = 9.0
    gap_difference_mm: float = 3.0
    rounds: int = 20


@dataclass(frozen=True, slots=True)
class MatFit:
    """The fitted grid: corners in pixels clockwise from the mat's top left, gaps, and how well it fits."""

    corners_px: Points
    gaps_mm: Points
    misfit: float
    doubt_px: float


_PLANE, _GAPS, _TILE = 8, 2, 3
_MM_UNIT = 100.0
_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))


def fit_mat(seen: Sequence[SeenTile], grid: Grid, settings: FitSettings) -> MatFit | None:
    """Fit the grid to the seen tiles; None when the numbers allow no plane at all."""
    fit = _Fit(seen, grid, settings)
    start = fit.start()
    if start is None:
        return None
    try:
        with np.errstate(all="ignore"):
            return _fitted(fit, start, settings.rounds)
    except np.linalg.LinAlgError:
        return None


def _fitted(fit: _Fit, start: Points, rounds: int) -> MatFit | None:
    unknowns, slopes, residuals = _least_squares(fit.residuals, start, rounds)
    corners = fit.grid_corners_px(unknowns[None]).reshape(4, 2)
    reach = _slopes(fit.grid_corners_px, unknowns)
    spread = reach @ np.linalg.pinv(slopes.T @ slopes) @ reach.T
    if not (np.isfinite(residuals).all() and np.isfinite(corners).all() and np.isfinite(spread).all()):
        return None
    variance = np.diag(spread).reshape(4, 2).sum(axis=1)
    misfit = float(np.sqrt(np.mean(residuals**2)))
    gaps_mm = unknowns[_PLANE : _PLANE + _GAPS] * _MM_UNIT
    return MatFit(corners, gaps_mm, misfit, float(np.sqrt(variance.max())))


class _Fit:
    """The unknowns are the plane (8), the two gaps, then for each seen tile its shift (2) and turn (1).

    Every function takes a stack of unknowns and answers with a stack, so that slopes cost one call.
    """

    def __init__(self, seen: Sequence[SeenTile], grid: Grid, settings: FitSettings) -> None:
        self._grid = grid
        self._settings = settings
        self._pixels = np.concatenate([tile.corners_px for tile in seen])
        self._markers_mm = np.stack([tile.tile.marker_corners_mm for tile in seen])
        self._sides = np.array([[tile.tile.right, tile.tile.down] for tile in seen], float)
        self._corners = [_CORNERS.index((tile.tile.right, tile.tile.down)) for tile in seen]
        # Centred and scaled, for the fit mixes pixels, millimetres and slopes of perspective.
        self._middle_px = self._pixels.mean(axis=0)
        self._unit_px = max(1.0, float(np.abs(self._pixels - self._middle_px).max()))

    def start(self) -> Points | None:
        """Unknowns for tiles laid perfectly with the usual gap."""
        gaps_mm = np.full(2, self._settings.gap_mm)
        places_mm = self._sides * self._grid.size_mm(gaps_mm)
        on_table = (self._markers_mm + places_mm[:, None]).reshape(-1, 2)
        in_frame = (self._pixels - self._middle_px) / self._unit_px
        plane, _ = cv2.findHomography(on_table / _MM_UNIT, in_frame)
        if plane is None or abs(plane[2, 2]) < 1e-12:
            return None
        unknowns = np.zeros(_PLANE + _GAPS + _TILE * len(self._sides))
        unknowns[:_PLANE] = (plane / plane[2, 2]).ravel()[:_PLANE]
        unknowns[_PLANE : _PLANE + _GAPS] = gaps_mm / _MM_UNIT
        return unknowns

    def residuals(self, unknowns: Points) -> Points:
        """How far the unknowns are from what was seen and from what is usual, in standard deviations."""
        settings = self._settings
        gaps_mm, shifts_mm, turns = self._laid(unknowns)
        cosine, sine = np.cos(turns)[..., None], np.sin(turns)[..., None]
        across, down = self._markers_mm[..., 0], self._markers_mm[..., 1]
        turned = np.stack([cosine * across - sine * down, sine * across + cosine * down], axis=-1)
        places_mm = self._sides * self._grid.size_mm(gaps_mm)[:, None] + shifts_mm
        points_mm = (turned + places_mm[:, :, None]).reshape(len(unknowns), -1, 2)
        missed_px = self._project(unknowns, points_mm) - self._pixels
        parts = (
            (gaps_mm - settings.gap_mm) / settings.gap_spread_mm,
            (gaps_mm[:, :1] - gaps_mm[:, 1:]) / settings.gap_difference_mm,
            missed_px / settings.corner_px,
            shifts_mm / settings.tile_shift_mm,
            np.degrees(turns) / settings.tile_turn_degrees,
        )
        return np.concatenate([part.reshape(len(unknowns), -1) for part in parts], axis=1)

    def grid_corners_px(self, unknowns: Points) -> Points:
        """The four corners of the grid; where a tile is seen, its bracket is where the card really lies."""
        gaps_mm, shifts_mm, _ = self._laid(unknowns)
        corners_mm = np.array(_CORNERS, float) * self._grid.size_mm(gaps_mm)[:, None]
        corners_mm[:, self._corners] += shifts_mm
        return self._project(unknowns, corners_mm).reshape(len(unknowns), -1)

    def _laid(self, unknowns: Points) -> tuple[Points, Points, Points]:
        gaps_mm = unknowns[:, _PLANE : _PLANE + _GAPS] * _MM_UNIT
        tiles = unknowns[:, _PLANE + _GAPS :].reshape(len(unknowns), -1, _TILE)
        return gaps_mm, tiles[..., :2] * _MM_UNIT, tiles[..., 2]

    def _project(self, unknowns: Points, points_mm: Points) -> Points:
        planes = np.concatenate([unknowns[:, :_PLANE], np.ones((len(unknowns), 1))], axis=1).reshape(-1, 3, 3)
        mapped = points_mm / _MM_UNIT @ planes[:, :, :2].swapaxes(1, 2) + planes[:, None, :, 2]
        result: Points = mapped[..., :2] / mapped[..., 2:] * self._unit_px + self._middle_px
        return result


Stacked = Callable[[Points], Points]


def _least_squares(residuals: Stacked, start: Points, rounds: int) -> tuple[Points, Points, Points]:
    """Levenberg's way: a step is taken only if it helps, and is made shorter until it does."""
    unknowns, now, damping = start, residuals(start[None])[0], 1e-3
    for _ in range(rounds):
        slopes = _slopes(residuals, unknowns)
        normal, downhill = slopes.T @ slopes, slopes.T @ now
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-6), -downhill)
        then = residuals((unknowns + step)[None])[0]
        gain = float(now @ now - then @ then)
        if not gain > 0:
            damping *= 10
            if damping > 1e6:
                break
            continue
        unknowns, now, damping = unknowns + step, then, max(1e-9, damping / 5)
        if gain < 1e-4:
            break
    return unknowns, _slopes(residuals, unknowns), now


def _slopes(function: Stacked, unknowns: Points) -> Points:
    nudges = np.eye(len(unknowns)) * 1e-6
    slopes: Points = (function(unknowns + nudges) - function(unknowns - nudges)).T / 2e-6
    return slopes
