"""Draws a table with cards whose places are known, quickly and the same every time."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.lattice import Image, Points, project

WIDTH_MM, HEIGHT_MM = 56.0, 87.0
INKS = ((60, 60, 200), (200, 110, 40), (60, 150, 60), (150, 50, 120), (30, 140, 230), (170, 200, 215))


@dataclass(frozen=True)
class DrawnTable:
    """What lies on the table, and how the camera sees it."""

    rows: int = 4
    columns: int = 4
    gap_mm: tuple[float, float] = (10.0, 10.0)
    empty: frozenset[tuple[int, int]] = frozenset()
    landscape: bool = False
    turn_degrees: float = 0.0
    tilt: float = 0.0
    size_px: tuple[int, int] = (1280, 720)
    fill: float = 0.85
    jitter: float = 0.5
    table: str = "plain"
    noise: float = 2.0
    seed: int = 1
    shift_px: tuple[float, float] = (0.0, 0.0)
    card_ink: tuple[int, int, int] = (235, 240, 240)
    strays: tuple[tuple[float, float, float], ...] = field(default=())

    @property
    def cell_mm(self) -> tuple[float, float]:
        """Width and height of a cell."""
        return (HEIGHT_MM, WIDTH_MM) if self.landscape else (WIDTH_MM, HEIGHT_MM)

    @property
    def extent_mm(self) -> tuple[float, float]:
        """Width and height of the grid."""
        (w, h), (gx, gy) = self.cell_mm, self.gap_mm
        return self.columns * (w + gx) - gx, self.rows * (h + gy) - gy

    def plane(self) -> Points:
        """The view: table millimetres to pixels."""
        turn = np.radians(self.turn_degrees)
        w, h = self.extent_mm
        to_middle = np.array([[1.0, 0.0, -w / 2], [0.0, 1.0, -h / 2], [0.0, 0.0, 1.0]])
        rotate = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1.0]])
        lean = np.radians(self.tilt)
        far = 900.0
        view = np.array([[far, 0, 0], [0, far * np.cos(lean), 0], [0, -np.sin(lean), far]])
        rough = view @ rotate @ to_middle
        corners = project(rough, np.array([[0, 0], [w, 0], [w, h], [0, h]]))
        span = corners.max(0) - corners.min(0)
        scale = self.fill * float((np.array(self.size_px) / span).min())
        middle = (corners.max(0) + corners.min(0)) / 2
        place = np.array(self.size_px) / 2 + self.shift_px - scale * middle
        seen: Points = np.array([[scale, 0, place[0]], [0, scale, place[1]], [0, 0, 1.0]]) @ rough
        return seen

    def cards(self) -> dict[tuple[int, int], Points]:
        """The corners of every card, in pixels, clockwise from the top left of its cell."""
        rng = np.random.default_rng(self.seed)
        plane, found = self.plane(), {}
        (w, h), (gx, gy) = self.cell_mm, self.gap_mm
        for row in range(self.rows):
            for column in range(self.columns):
                move, turn = rng.uniform(-3, 3, 2) * self.jitter, np.radians(rng.uniform(-4, 4) * self.jitter)
                middle = np.array([column * (w + gx) + w / 2, row * (h + gy) + h / 2]) + move
                if (row, column) not in self.empty:
                    found[row, column] = project(plane, _rectangle(middle, (w, h), turn))
        return found

    def draw(self) -> Image:
        """The picture."""
        rng = np.random.default_rng(self.seed + 7)
        picture = _table(self.table, self.size_px, rng)
        plane = self.plane()
        for x, y, degrees in self.strays:
            quad = _rectangle(np.array([x, y]), (WIDTH_MM, HEIGHT_MM), np.radians(degrees))
            _draw_card(picture, project(plane, quad), self.card_ink, INKS[0])
        for index, quad in enumerate(self.cards().values()):
            upright = np.roll(quad, 1, axis=0) if self.landscape else quad
            _draw_card(picture, upright, self.card_ink, INKS[index % len(INKS)])
        grain = rng.normal(0.0, self.noise, picture.shape)
        blurred = cv2.GaussianBlur(picture, (3, 3), 0).astype(np.float64)
        return np.clip(blurred + grain, 0, 255).astype(np.uint8)


def _rectangle(middle: Points, size: tuple[float, float], turn: float) -> Points:
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2
    rotate = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners: Points = middle + half @ rotate.T
    return corners


def _draw_card(picture: Image, quad: Points, paper: tuple[int, int, int], ink: tuple[int, int, int]) -> None:
    shape = np.array([[0, 0], [WIDTH_MM, 0], [WIDTH_MM, HEIGHT_MM], [0, HEIGHT_MM]], np.float32)
    plane = cv2.getPerspectiveTransform(shape, quad.astype(np.float32)).astype(np.float64)
    for corners, colour in (
        (shape, paper),
        (_rectangle(np.array([28.0, 43.5]), (48.0, 79.0), 0.0), ink),
        (_rectangle(np.array([28.0, 43.5]), (42.0, 73.0), 0.0), paper),
        (_rectangle(np.array([28.0, 50.0]), (26.0, 22.0), 0.5), ink),
        (_rectangle(np.array([14.0, 18.0]), (6.0, 12.0), 0.0), (30, 30, 30)),
    ):
        pixels = np.rint(project(plane, corners.astype(np.float64)) * 16).astype(np.int32)
        cv2.fillConvexPoly(picture, pixels, colour, cv2.LINE_AA, 4)


def _table(kind: str, size_px: tuple[int, int], rng: np.random.Generator) -> Image:
    width, height = size_px
    picture = np.full((height, width, 3), (70, 95, 60), np.uint8)
    if kind == "chequered":
        y, x = np.mgrid[:height, :width]
        picture[((x + y // 3) // 45 + (y - x // 3) // 45) % 2 == 0] = (215, 220, 225)
    if kind == "wood":
        grain = cv2.resize(
            rng.normal(0, 14, (height // 2, 12)), (width, height), interpolation=cv2.INTER_LINEAR
        )
        picture = np.clip(np.array((70, 115, 165)) + grain[..., None], 0, 255).astype(np.uint8)
    return picture
