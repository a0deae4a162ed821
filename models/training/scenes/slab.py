"""Flat-topped things: books, boxes, phones. A picture on top, plain sides, a cast shadow."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.training.scenes.arrays import Picture, Plane, Points, as_picture, as_plane, linear_from_picture
from models.training.scenes.canvas import Canvas
from models.training.scenes.light import Light, Shine

SHIFT = 4  # sub-pixel bits of cv2's drawing


@dataclass(frozen=True, slots=True, eq=False)
class Slab:
    """A thing with a rectangular top at some height."""

    top: Picture
    half_mm: tuple[float, float]
    x_mm: float
    y_mm: float
    angle_degrees: float
    height_mm: float
    side: tuple[float, float, float]
    gloss: float = 0.0
    roughness: float = 0.1
    glow: float = 0.0

    def footprint_mm(self) -> Points:
        """Its corners on the table, clockwise."""
        return turned_rectangle(self.half_mm, (self.x_mm, self.y_mm), self.angle_degrees)

    def paint(self, canvas: Canvas, light: Light, owner: int) -> None:
        """Paint shadow, sides and top."""
        foot = self.footprint_mm()
        cast_shadow(canvas, foot, self.height_mm, light)
        if self.height_mm > 1.5:
            self._paint_sides(canvas, foot, light, owner)
        self._paint_top(canvas, foot, light, owner)

    def _paint_sides(self, canvas: Canvas, foot: Points, light: Light, owner: int) -> None:
        eye = np.asarray(canvas.camera.eye_mm[:2])
        run = np.asarray(light.towards(self.x_mm, self.y_mm))
        for index in range(4):
            start, end = foot[index], foot[(index + 1) % 4]
            outward = np.array([end[1] - start[1], start[0] - end[0]]) / max(
                np.linalg.norm(end - start), 1e-6
            )
            if np.dot(outward, eye - start) <= 0:
                continue
            facing = float(np.clip(-np.dot(outward, run), 0, 1.5))
            shade = 0.35 * (1 - light.key_share) + 0.12 + 0.6 * light.key_share * facing
            wall = np.array([[*start, 0.0], [*end, 0.0], [*end, self.height_mm], [*start, self.height_mm]])
            paint_polygon(canvas, canvas.camera.project(wall), as_plane(np.asarray(self.side) * shade), owner)

    def _paint_top(self, canvas: Canvas, foot: Points, light: Light, owner: int) -> None:
        top = np.column_stack([foot, np.full(4, self.height_mm)])
        corners = canvas.camera.project(top)
        box = canvas.box_around(corners, 2)
        if box is None:
            return
        scale = min(
            canvas.camera.pixels_per_mm(self.x_mm, self.y_mm) * 1.3, self.top.shape[1] / (2 * self.half_mm[0])
        )
        width, height = (max(2, round(2 * half * scale)) for half in self.half_mm)
        picture = as_picture(cv2.resize(self.top, (width, height), interpolation=cv2.INTER_AREA))
        texture = cv2.copyMakeBorder(linear_from_picture(picture), 1, 1, 1, 1, cv2.BORDER_REPLICATE)
        cover = np.zeros(texture.shape[:2], np.float32)
        cover[1:-1, 1:-1] = 1
        x, y = raised_points(canvas, box, self.height_mm)
        dx, dy = x - np.float32(self.x_mm), y - np.float32(self.y_mm)
        cosine = np.float32(np.cos(np.radians(self.angle_degrees)))
        sine = np.float32(np.sin(np.radians(self.angle_degrees)))
        across = (cosine * dx + sine * dy + np.float32(self.half_mm[0])) * np.float32(
            width / (2 * self.half_mm[0])
        )
        along = (cosine * dy - sine * dx + np.float32(self.half_mm[1])) * np.float32(
            height / (2 * self.half_mm[1])
        )
        map_x, map_y = across + np.float32(0.5), along + np.float32(0.5)
        layer = as_plane(cv2.remap(texture, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
        alpha = as_plane(
            cv2.remap(cover, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
        )
        level = np.zeros_like(x)
        shine = Shine(self.gloss, self.roughness, canvas.camera.eye_mm)
        mirrored = light.mirrored((x, y), (level, level), shine) + np.float32(self.glow) * layer[..., 1]
        blend(canvas, box, (layer, alpha, mirrored), owner)


def turned_rectangle(half_mm: tuple[float, float], middle_mm: tuple[float, float], degrees: float) -> Points:
    """The corners of a rectangle that lies turned on the table, clockwise from its top left."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.asarray(half_mm)
    cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.asarray(corners @ np.array([[cosine, sine], [-sine, cosine]]) + np.asarray(middle_mm))


def raised_points(canvas: Canvas, box: tuple[slice, slice], height_mm: float) -> tuple[Plane, Plane]:
    """Where the rays of a box's pixels pass a height over the table."""
    eye_x, eye_y, eye_z = canvas.camera.eye_mm
    share = np.float32(height_mm / eye_z)
    x, y = canvas.points(box)
    return x + (np.float32(eye_x) - x) * share, y + (np.float32(eye_y) - y) * share


def blend(canvas: Canvas, box: tuple[slice, slice], layer: tuple[Plane, Plane, Plane], owner: int) -> None:
    """Lay reflectance with its cover and mirrored light over a box."""
    reflectance, alpha, mirrored = layer
    under = canvas.reflectance[box]
    under += alpha[..., None] * (reflectance - under)
    shine = canvas.mirrored[box]
    shine += alpha * (mirrored - shine)
    canvas.owner[box][alpha > 0.5] = owner


def polygon_cover(shape: tuple[int, int], points_px: Points) -> Plane:
    """The inside of a polygon from 0 to 1 over a box of the given shape, the points counted from the box."""
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.rint(points_px * (1 << SHIFT)).astype(np.int32)], (255,), cv2.LINE_AA, SHIFT)
    return as_plane(mask) / np.float32(255)


def paint_polygon(canvas: Canvas, points_px: Points, reflectance: Plane, owner: int) -> None:
    """Fill a polygon of the picture with one reflectance."""
    box = canvas.box_around(points_px, 1)
    if box is None:
        return
    origin = (box[1].start + canvas.window.left_px, box[0].start + canvas.window.top_px)
    alpha = polygon_cover(canvas.owner[box].shape, points_px - origin)
    blend(canvas, box, (reflectance, alpha, np.zeros_like(alpha)), owner)


def paint_stroke(canvas: Canvas, line_px: Points, pen: tuple[float, Plane], owner: int) -> None:
    """Draw an open line with a pen of some width in pixels and one reflectance."""
    width_px, reflectance = pen
    box = canvas.box_around(line_px, width_px)
    if box is None:
        return
    origin = (box[1].start + canvas.window.left_px, box[0].start + canvas.window.top_px)
    mask = np.zeros(canvas.owner[box].shape, np.uint8)
    points = np.rint((line_px - origin) * (1 << SHIFT)).astype(np.int32)
    cv2.polylines(mask, [points], False, (255,), max(1, round(width_px)), cv2.LINE_AA, SHIFT)
    alpha = as_plane(mask) / np.float32(255)
    blend(canvas, box, (reflectance, alpha, np.zeros_like(alpha)), owner)


def cast_shadow(canvas: Canvas, foot_mm: Points, height_mm: float, light: Light) -> None:
    """Darken what a thing of some height keeps from the light, softer the higher it stands."""
    middle = foot_mm.mean(axis=0)
    run = np.asarray(light.towards(float(middle[0]), float(middle[1]))) * height_mm
    hull = cv2.convexHull(np.vstack([foot_mm, foot_mm + run]).astype(np.float32))[:, 0].astype(np.float64)
    scale = canvas.camera.pixels_per_mm(float(middle[0]), float(middle[1]))
    soft_px = scale * (0.6 + 0.35 * min(light.softness, 1.0) * height_mm)
    darken(canvas, canvas.camera.project_flat(hull), soft_px, 0.15 + 0.7 * light.key_share)
    around = scale * (0.6 + 0.25 * height_mm)
    darken(canvas, canvas.camera.project_flat(foot_mm), around, 0.45 * (1 - 0.5 * light.key_share))


def darken(canvas: Canvas, points_px: Points, soft_px: float, depth: float) -> None:
    """Take light from a polygon of the picture, with soft edges."""
    box = canvas.box_around(points_px, 2.5 * soft_px + 2)
    if box is None:
        return
    step = max(1, int(soft_px / 3))
    rows, columns = canvas.owner[box].shape
    shape = (rows // step + 1, columns // step + 1)
    origin = (box[1].start + canvas.window.left_px, box[0].start + canvas.window.top_px)
    dark = polygon_cover(shape, (points_px - origin) / step)
    dark = as_plane(cv2.GaussianBlur(dark, (0, 0), max(0.3, soft_px / step / 1.5)))
    grown = cv2.resize(dark, (shape[1] * step, shape[0] * step), interpolation=cv2.INTER_LINEAR)[
        :rows, :columns
    ]
    kept = 1 - np.float32(depth) * as_plane(grown)
    canvas.reflectance[box] *= kept[..., None]
    canvas.mirrored[box] *= kept
