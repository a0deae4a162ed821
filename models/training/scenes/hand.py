"""A hand and its arm over the table, built from tapering bones and shaded as one smooth relief."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from models.training.scenes.arrays import (
    Colour,
    Picture,
    Plane,
    Points,
    as_picture,
    as_plane,
    linear_from_colour,
    linear_from_picture,
    smooth_step,
)
from models.training.scenes.canvas import Canvas
from models.training.scenes.grain import fractal
from models.training.scenes.light import Light
from models.training.scenes.slab import blend

SKINS: tuple[Colour, ...] = (
    *((170, 195, 232), (150, 180, 225), (130, 165, 215), (110, 145, 200)),
    *((85, 120, 175), (60, 90, 140), (45, 65, 105)),
)
SLEEVES: tuple[Colour, ...] = (
    (60, 50, 45), (120, 80, 50), (50, 45, 130), (190, 190, 195), (80, 100, 60), (30, 30, 34), (70, 110, 190),
)  # fmt: skip
FLESH, CLOTH = 0, 1


@dataclass(frozen=True, slots=True)
class Bone:
    """A tapering rod between two points (x, y, height) in millimetres."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    start_mm: float
    end_mm: float
    stuff: int = FLESH


@dataclass(frozen=True, slots=True)
class Hand:
    """Bones over the table, a skin and a sleeve; `grain` is a picture that both look like instead."""

    bones: tuple[Bone, ...]
    nails: tuple[tuple[float, float, float], ...]
    skin: Colour
    sleeve: Colour
    seed: int
    grain: Picture | None = field(default=None, compare=False)

    def paint(self, canvas: Canvas, light: Light, owner: int) -> None:
        """Paint the shadow it throws, then the hand itself."""
        self.paint_shadow(canvas, light)
        self.paint_body(canvas, light, owner)

    def paint_body(self, canvas: Canvas, light: Light, owner: int) -> None:
        """Paint the hand without its shadow."""
        projected = [_seen(canvas, bone) for bone in self.bones]
        ends = np.vstack([np.vstack([rod.start, rod.end]) for rod in projected])
        box = canvas.box_around(ends, max(rod.start_px for rod in projected) + 4)
        if box is None:
            return
        step = 2 if canvas.window.width_px > 700 else 1
        relief, cover, stuff = _relief(projected, self.bones, _pixel_grid(canvas, box, step))
        reflectance, shine = self._skinned(canvas, relief, stuff, (box, step), light)
        rows, columns = canvas.owner[box].shape
        size = (columns, rows)
        layer = (
            as_plane(cv2.resize(reflectance, size, interpolation=cv2.INTER_LINEAR)),
            smooth_step(as_plane(cv2.resize(cover, size, interpolation=cv2.INTER_LINEAR)), -0.7, 0.7),
            as_plane(cv2.resize(shine, size, interpolation=cv2.INTER_LINEAR)),
        )
        blend(canvas, box, layer, owner)

    def _skinned(
        self,
        canvas: Canvas,
        relief: Plane,
        stuff: Plane,
        place: tuple[tuple[slice, slice], int],
        light: Light,
    ) -> tuple[Plane, Plane]:
        rng = np.random.default_rng(self.seed)
        shape = (relief.shape[0], relief.shape[1])
        size = max(shape)
        mottle = 1 + 0.05 * fractal(rng, shape, (shape[0] / 25, shape[1] / 25), 3, 0.8)
        skin = linear_from_colour(self.skin) * mottle[..., None]
        weave = 1 + 0.12 * fractal(rng, shape, (shape[0] / 3, shape[1] / 12), 2, 0.7)
        weave = weave + 0.2 * fractal(rng, shape, (6 * shape[0] / size, 6 * shape[1] / size), 3)
        cloth = linear_from_colour(self.sleeve) * weave[..., None]
        colour = as_plane(skin + stuff[..., None] * (cloth - skin))
        if self.grain is not None:
            colour = linear_from_picture(as_picture(cv2.resize(self.grain, shape[::-1])))
        self._paint_nails(colour, canvas, place)
        shade, shine = _shaded(relief, light)
        warm = as_plane(1 + (1 - shade)[..., None] * np.asarray([-0.12, -0.08, 0.1], np.float32))
        return as_plane(colour * shade[..., None] * warm), as_plane(shine * (1 - stuff))

    def _paint_nails(self, colour: Plane, canvas: Canvas, place: tuple[tuple[slice, slice], int]) -> None:
        box, step = place
        origin = np.array([box[1].start + canvas.window.left_px, box[0].start + canvas.window.top_px])
        for x, y, z in self.nails:
            at = (canvas.camera.project(np.array([[x, y, z]]))[0] - origin) / step
            size = canvas.camera.pixels_per_mm(x, y) * 4.5 / step
            if 0 <= at[0] < colour.shape[1] and 0 <= at[1] < colour.shape[0]:
                nail = as_plane(linear_from_colour(self.skin) * np.asarray([1.15, 1.1, 1.12], np.float32))
                cv2.circle(
                    colour,
                    (round(at[0]), round(at[1])),
                    max(1, round(size)),
                    (float(nail[0]), float(nail[1]), float(nail[2])),
                    -1,
                    cv2.LINE_AA,
                )

    def paint_shadow(self, canvas: Canvas, light: Light) -> None:
        """The bones laid along the light onto the table, softer where they stand higher."""
        shadows = [_fallen(canvas, bone, light) for bone in self.bones]
        ends = np.vstack([np.vstack([rod.start, rod.end]) for rod in shadows])
        reach = max(max(rod.start_px, rod.end_px) * 1.4 + rod.height_px for rod in shadows)
        box = canvas.box_around(ends, reach + 4)
        if box is None:
            return
        grid = _pixel_grid(canvas, box, 4)
        dark = np.zeros(grid[0].shape, np.float32)
        for rod in shadows:
            share, distance = _along(rod, grid)
            radius = rod.start_px + share * np.float32(rod.end_px - rod.start_px)
            soft = rod.height_px
            dark = np.maximum(dark, 1 - smooth_step(distance - radius, -soft, soft))
        rows, columns = canvas.owner[box].shape
        grown = as_plane(cv2.resize(dark, (columns, rows), interpolation=cv2.INTER_LINEAR))
        kept = 1 - grown * np.float32(0.2 + 0.65 * light.key_share)
        canvas.reflectance[box] *= kept[..., None]
        canvas.mirrored[box] *= kept


@dataclass(frozen=True, slots=True, eq=False)
class Rod:
    """A bone as it stands in the picture; heights are in pixels too, so that the relief has true slopes."""

    start: Points
    end: Points
    start_px: float
    end_px: float
    start_height_px: float
    end_height_px: float
    height_px: float


def _seen(canvas: Canvas, bone: Bone) -> Rod:
    ends = canvas.camera.project(np.array([bone.start, bone.end]))
    eye_z = canvas.camera.eye_mm[2]
    scales = [
        canvas.camera.pixels_per_mm(end[0], end[1]) * eye_z / max(eye_z - end[2], 30.0)
        for end in (bone.start, bone.end)
    ]
    return Rod(
        ends[0], ends[1], bone.start_mm * scales[0], bone.end_mm * scales[1],
        bone.start[2] * scales[0], bone.end[2] * scales[1], 0.0,
    )  # fmt: skip


def _fallen(canvas: Canvas, bone: Bone, light: Light) -> Rod:
    run = np.asarray(light.towards(bone.end[0], bone.end[1]))
    flat = np.array([np.asarray(end[:2]) + run * end[2] for end in (bone.start, bone.end)])
    ends = canvas.camera.project_flat(flat)
    scale = canvas.camera.pixels_per_mm(bone.end[0], bone.end[1])
    height = (bone.start[2] + bone.end[2]) / 2
    soft = scale * (2 + 0.4 * min(light.softness, 1.2) * height)
    return Rod(ends[0], ends[1], bone.start_mm * scale, bone.end_mm * scale, 0, 0, soft)


def _pixel_grid(canvas: Canvas, box: tuple[slice, slice], step: int) -> tuple[Plane, Plane]:
    rows = np.arange(box[0].start, box[0].stop, step, dtype=np.float32) + np.float32(
        canvas.window.top_px + (step - 1) / 2
    )
    columns = np.arange(box[1].start, box[1].stop, step, dtype=np.float32) + np.float32(
        canvas.window.left_px + (step - 1) / 2
    )
    x, y = np.meshgrid(columns, rows)
    return as_plane(x), as_plane(y)


def _along(rod: Rod, grid: tuple[Plane, Plane]) -> tuple[Plane, Plane]:
    """How far along the rod each pixel lies, from 0 to 1, and how far beside it."""
    way = rod.end - rod.start
    dx, dy = grid[0] - np.float32(rod.start[0]), grid[1] - np.float32(rod.start[1])
    length = max(float(way @ way), 1e-6)
    share = np.clip((dx * np.float32(way[0]) + dy * np.float32(way[1])) / np.float32(length), 0, 1)
    beside = np.sqrt((dx - share * np.float32(way[0])) ** 2 + (dy - share * np.float32(way[1])) ** 2)
    return as_plane(share), as_plane(beside)


def _relief(
    rods: list[Rod], bones: tuple[Bone, ...], grid: tuple[Plane, Plane]
) -> tuple[Plane, Plane, Plane]:
    """The height of the hand over each pixel, how far inside its outline that is, and whether it is cloth."""
    height = np.full(grid[0].shape, -1e4, np.float32)
    cover = np.full(grid[0].shape, -1e4, np.float32)
    stuff = np.zeros(grid[0].shape, np.float32)
    for rod, bone in zip(rods, bones, strict=True):
        share, beside = _along(rod, grid)
        radius = rod.start_px + share * np.float32(rod.end_px - rod.start_px)
        spine = rod.start_height_px + share * np.float32(rod.end_height_px - rod.start_height_px)
        inside = radius - beside
        bulge = np.sqrt(np.maximum(radius**2 - beside**2, 0)) + np.minimum(inside, 0) * 3
        surface = as_plane(spine + bulge)
        smooth = np.float32(max(rod.end_px * 0.5, 1.0))
        near = np.maximum(smooth - np.abs(surface - height), 0)
        stuff = as_plane(np.where(surface > height, np.float32(bone.stuff), stuff))
        height = as_plane(np.maximum(surface, height) + near * near / (4 * smooth))
        cover = as_plane(np.maximum(cover, inside))
    return height, cover, stuff


def _shaded(relief: Plane, light: Light) -> tuple[Plane, Plane]:
    """Light on the relief from the key's side, and the faint shine of skin."""
    calm = as_plane(cv2.GaussianBlur(np.maximum(relief, 0), (0, 0), 1.2))
    slope_x = as_plane(cv2.Sobel(calm, cv2.CV_32F, 1, 0, scale=1 / 8))
    slope_y = as_plane(cv2.Sobel(calm, cv2.CV_32F, 0, 1, scale=1 / 8))
    norm = np.sqrt(1 + slope_x**2 + slope_y**2)
    run_x, run_y = light.towards(0.0, 0.0)
    lean = np.float32(1 / np.sqrt(1 + run_x**2 + run_y**2))
    facing = np.clip((1 + slope_x * np.float32(run_x) + slope_y * np.float32(run_y)) / norm * lean, 0, 1)
    sky = 0.45 + 0.55 / norm
    shade = as_plane(light.key_share * facing / lean * 0.95 + (1 - light.key_share) * sky)
    return as_plane(np.clip(shade, 0.06, 1.5)), as_plane(0.03 * facing**12)
