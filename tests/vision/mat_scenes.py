"""Tables with corner tiles, painted flat and then seen by a camera whose place is known."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from tests.vision.tables import grainy
from vision.frame import BgrPixels
from vision.mat_tiles import BRACKET_MM, MARKER_MM, TILE_MM, TILES, Points, marker_modules

PX_A_MM = 2.5
MARKER_PX = round(MARKER_MM * PX_A_MM)
MARGIN_MM = 140.0


@dataclass(frozen=True)
class MatScene:
    """How a mat is laid and seen; the truth about it follows."""

    rows: int = 4
    columns: int = 4
    cell_mm: tuple[float, float] = (56.0, 87.0)
    gaps_mm: tuple[float, float] = (10.0, 10.0)
    tiles: tuple[int, ...] = (0, 1, 2, 3)
    tilt_degrees: float = 25.0
    turn_degrees: float = 0.0
    size: tuple[int, int] = (1280, 720)
    shift_mm: float = 0.0
    skew_degrees: float = 0.0
    noise: float = 3.0
    blur_px: float = 0.8
    light: float = 0.8
    seed: int = 0
    print_scale: float = 1.0
    turned_tile: int = -1
    empty: frozenset[tuple[int, int]] = frozenset()

    @property
    def grid_mm(self) -> Points:
        counts = np.array([self.columns, self.rows])
        size: Points = counts * np.array(self.cell_mm) + (counts - 1) * np.array(self.gaps_mm)
        return size

    @property
    def table_to_image(self) -> Points:
        """Millimetres from the grid's corner to pixels, by a true pinhole camera."""
        width, height = self.size
        focal = 1.1 * max(width, height)
        turn, tilt = np.radians(self.turn_degrees), np.radians(self.tilt_degrees)
        spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
        lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
        pose = lean @ spin
        lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
        centre = np.append(self.grid_mm / 2, 0.0)
        reach = float(np.hypot(*self.grid_mm)) + 130
        away = np.array([0, 0, reach * focal / min(width, height) * 0.9])
        plane = np.column_stack([pose[:, 0], pose[:, 1], away - pose @ centre])
        result = lens @ plane
        return np.asarray(result / result[2, 2], float)

    @property
    def corners_px(self) -> Points:
        corners = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * self.grid_mm
        return project(self.table_to_image, corners)


def project(plane: Points, points: Points) -> Points:
    mapped = np.column_stack([points, np.ones(len(points))]) @ plane.T
    result: Points = mapped[:, :2] / mapped[:, 2:]
    return result


@lru_cache(maxsize=32)
def photograph(scene: MatScene) -> BgrPixels:
    """The scene as the camera sees it."""
    chance = np.random.default_rng(scene.seed)
    table = _table(*(int(side * PX_A_MM) for side in scene.grid_mm + 2 * MARGIN_MM)).copy()
    for index in scene.tiles:
        _lay_tile(table, scene, index, chance)
    _lay_cards(table, scene, chance)
    # Pixels count from their middles; drawn twice as fine and averaged, so that edges are where they belong.
    flat_to_table = np.array(
        [[1 / PX_A_MM, 0, 0.5 / PX_A_MM - MARGIN_MM], [0, 1 / PX_A_MM, 0.5 / PX_A_MM - MARGIN_MM], [0, 0, 1]]
    )
    times = 2 if max(scene.size) < 1500 else 1
    fine = np.array([[times, 0, (times - 1) / 2], [0, times, (times - 1) / 2], [0, 0, 1]])
    fine_size = (times * scene.size[0], times * scene.size[1])
    seen = cv2.warpPerspective(
        table, fine @ scene.table_to_image @ flat_to_table, fine_size, borderValue=(60, 70, 80)
    )
    soft = cv2.GaussianBlur(cv2.resize(seen, scene.size, interpolation=cv2.INTER_AREA), (0, 0), scene.blur_px)
    return grainy((soft * scene.light).astype(np.uint8), scene.noise, scene.seed)


def through_a_lens(scene: MatScene, bend: float) -> tuple[BgrPixels, Points]:
    """The photograph and the grid's corners as a lens shows them that bends straight lines."""
    width, height = scene.size
    focal = 1.1 * max(width, height)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    places = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(np.float32)
    bends = np.array([bend, 0.0, 0.0, 0.0])
    straight = cv2.undistortPoints(places.reshape(-1, 1, 2), lens, bends, P=lens).reshape(height, width, 2)
    straight = straight.astype(np.float32)
    bent = cv2.remap(photograph(scene), straight[..., 0], straight[..., 1], cv2.INTER_LINEAR)
    rays = (scene.corners_px - (width / 2, height / 2)) / focal
    corners = rays * (1 + bend * (rays**2).sum(axis=1, keepdims=True)) * focal + (width / 2, height / 2)
    return np.asarray(bent, np.uint8), corners


@lru_cache(maxsize=4)
def _table(width: int, height: int) -> BgrPixels:
    """A chequered cloth, on which cards are hard to see."""
    rows, columns = np.ogrid[:height, :width]
    checks = ((rows // 70 + columns // 70) % 2 * 90 + 70).astype(np.uint8)
    cloth = cv2.merge([checks, checks, np.full_like(checks, 90)])
    return grainy(np.asarray(cloth, np.uint8), 6.0)


def _lay_tile(table: BgrPixels, scene: MatScene, index: int, chance: np.random.Generator) -> None:
    tile = TILES[index]
    side = round(TILE_MM * PX_A_MM)
    paper = np.full((side, side, 3), 235, np.uint8)
    modules = cv2.resize(
        marker_modules(tile.marker).astype(np.uint8) * 235, (MARKER_PX, MARKER_PX), interpolation=0
    )
    inner_px = np.array([BRACKET_MM if tile.right else TILE_MM - BRACKET_MM] * 2, float)
    inner_px[1] = BRACKET_MM if tile.down else TILE_MM - BRACKET_MM
    left, top = ((inner_px + tile.marker_corners_mm[0]) * PX_A_MM).round().astype(int)
    paper[top : top + MARKER_PX, left : left + MARKER_PX] = modules[:, :, None]
    turn = np.radians(chance.normal(0, 1) * scene.skew_degrees + (90 if index == scene.turned_tile else 0))
    shift = chance.normal(0, 1, 2) * scene.shift_mm
    corner = np.array([tile.right, tile.down]) * scene.grid_mm + shift + MARGIN_MM
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * scene.print_scale
    # The tile's pixel middles, too, are half a pixel from its edge.
    start = (corner - rotation @ inner_px) * PX_A_MM + (rotation - np.eye(2)) @ np.array([0.5, 0.5])
    place = np.column_stack([rotation, start])
    cv2.warpAffine(
        paper, place, (table.shape[1], table.shape[0]), table, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT
    )


def _lay_cards(table: BgrPixels, scene: MatScene, chance: np.random.Generator) -> None:
    for row in range(scene.rows):
        for column in range(scene.columns):
            colour = chance.integers(60, 220, 3)
            if (row, column) in scene.empty:
                continue
            place = np.array([column, row]) * (np.array(scene.cell_mm) + np.array(scene.gaps_mm)) + MARGIN_MM
            start = (place * PX_A_MM).astype(int)
            end = ((place + np.array(scene.cell_mm)) * PX_A_MM).astype(int)
            table[start[1] : end[1], start[0] : end[0]] = colour
