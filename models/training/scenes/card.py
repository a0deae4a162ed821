"""One card on the table: where it lies, how it is bent, and how it is painted into the picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.training.scenes.arrays import Plane, Points, as_plane, smooth_step
from models.training.scenes.canvas import Box, Canvas
from models.training.scenes.card_stock import MARGIN_MM, Stock, card_texture
from models.training.scenes.deck import CARD_HEIGHT_MM, CARD_WIDTH_MM, Deck
from models.training.scenes.light import Light, Shine

HALF_MM = (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2)
THICKNESS_MM = 0.32


@dataclass(frozen=True, slots=True)
class Bend:
    """Curl: how far the ends stand above the middle (below it if negative), and along which way."""

    lift_mm: float
    degrees: float


@dataclass(frozen=True, slots=True)
class CardBody:
    """A card as a thing: turned clockwise by its angle, its top away from the near edge at 0 degrees."""

    code: str
    x_mm: float
    y_mm: float
    angle_degrees: float
    bend: Bend
    stock: Stock
    floor_mm: float = 0.0

    def corners_mm(self) -> Points:
        """Its corners with their heights: top left, top right, bottom right, bottom left of the card."""
        half_a, half_b = HALF_MM
        a = np.array([-half_a, half_a, half_a, -half_a])
        b = np.array([-half_b, -half_b, half_b, half_b])
        x, y = self.to_table(a, b)
        return np.column_stack([x, y, self.height(a, b)])

    def to_table(self, a: Points, b: Points) -> tuple[Points, Points]:
        """Points of the card (from its middle, to its right and to its bottom) as points of the table."""
        cosine, sine = np.cos(np.radians(self.angle_degrees)), np.sin(np.radians(self.angle_degrees))
        return self.x_mm + cosine * a - sine * b, self.y_mm + sine * a + cosine * b

    def height(self, a: Points, b: Points) -> Points:
        """The height of points of the card over the table."""
        lift = abs(self.bend.lift_mm)
        along = self._along(a, b)
        curve = along * along if self.bend.lift_mm >= 0 else 1.3 - along * along
        return np.asarray(self.floor_mm + THICKNESS_MM + lift * np.maximum(curve, 0))

    def _along(self, a: Points, b: Points) -> Points:
        way = np.radians(self.bend.degrees)
        return np.asarray((np.cos(way) * a + np.sin(way) * b) / HALF_MM[1])

    def local(
        self, at_mm: tuple[Plane, Plane], eye_mm: tuple[float, float, float]
    ) -> tuple[Plane, Plane, Plane]:
        """Where rays through points of the table meet the card, in its own terms and along its bend."""
        cosine = np.float32(np.cos(np.radians(self.angle_degrees)))
        sine = np.float32(np.sin(np.radians(self.angle_degrees)))
        way = np.radians(self.bend.degrees)
        scale = np.float32(1 / HALF_MM[1])
        eye_x, eye_y, eye_z = (np.float32(value) for value in eye_mm)
        x, y = at_mm
        at_x, at_y = x, y
        lift = np.float32(abs(self.bend.lift_mm))
        a = b = along = x
        # The ray meets a raised card before it meets the table: two steps settle it to a few micrometres.
        for _ in range(3):
            dx, dy = at_x - np.float32(self.x_mm), at_y - np.float32(self.y_mm)
            a, b = cosine * dx + sine * dy, cosine * dy - sine * dx
            along = (np.float32(np.cos(way)) * a + np.float32(np.sin(way)) * b) * scale
            curve = along * along if self.bend.lift_mm >= 0 else 1.3 - along * along
            share = (np.float32(self.floor_mm + THICKNESS_MM) + lift * np.maximum(curve, 0)) / eye_z
            at_x, at_y = x + (eye_x - x) * share, y + (eye_y - y) * share
        return a, b, along

    def slopes(self, along: Plane) -> tuple[Plane, Plane]:
        """How steeply the card rises along the table's x and y, its small lean included."""
        way = np.radians(self.bend.degrees + self.angle_degrees)
        rise = along * np.float32(2 * self.bend.lift_mm / HALF_MM[1])
        return (
            rise * np.float32(np.cos(way)) + np.float32(self.stock.lean[0]),
            rise * np.float32(np.sin(way)) + np.float32(self.stock.lean[1]),
        )


def paint_card(canvas: Canvas, body: CardBody, deck: Deck, light: Light, owner: int) -> int:
    """Paint the card over what lies there and return how many pixels of the window it took."""
    corners = canvas.camera.project(body.corners_mm())
    scale = canvas.camera.pixels_per_mm(body.x_mm, body.y_mm)
    box = canvas.box_around(corners, scale * (MARGIN_MM + 3) + 3)
    if box is None:
        return 0
    at_mm = canvas.points(box)
    _paint_shadow(canvas, body, light, box, at_mm)
    a, b, along = body.local(at_mm, canvas.camera.eye_mm)
    texture, texture_scale = card_texture(deck, body.code, body.stock, scale)
    middle_y, middle_x = (texture.shape[0] - 1) / 2, (texture.shape[1] - 1) / 2
    layer = cv2.remap(
        texture,
        a * np.float32(texture_scale) + np.float32(middle_x),
        b * np.float32(texture_scale) + np.float32(middle_y),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=0,
    )
    _blend(canvas, box, as_plane(layer), _relief(body, along, light, (at_mm, canvas.camera.eye_mm)))
    inside = (np.abs(a) <= HALF_MM[0]) & (np.abs(b) <= HALF_MM[1])
    canvas.owner[box][inside] = owner
    return int(np.count_nonzero(inside))


def _relief(
    body: CardBody,
    along: Plane,
    light: Light,
    view: tuple[tuple[Plane, Plane], tuple[float, float, float]],
) -> tuple[Plane, Plane]:
    """What the bend does to the falling light, and what the coat mirrors."""
    slope_x, slope_y = body.slopes(along)
    run_x, run_y = light.towards(body.x_mm, body.y_mm)
    facing = 1 + np.float32(light.key_share) * (slope_x * np.float32(run_x) + slope_y * np.float32(run_y))
    at_mm, eye_mm = view
    shine = Shine(body.stock.gloss, body.stock.roughness, eye_mm)
    return as_plane(facing), light.mirrored(at_mm, (slope_x, slope_y), shine)


def _blend(canvas: Canvas, box: Box, layer: Plane, relief: tuple[Plane, Plane]) -> None:
    facing, mirrored = relief
    alpha = layer[..., 3]
    reflectance = canvas.reflectance[box]
    reflectance *= (1 - alpha)[..., None]
    reflectance += layer[..., :3] * facing[..., None]
    shine = canvas.mirrored[box]
    shine += alpha * (mirrored - shine)


def _paint_shadow(canvas: Canvas, body: CardBody, light: Light, box: Box, at_mm: tuple[Plane, Plane]) -> None:
    """The card's own shadow on what lies under it: a thin dark seam, wider where the card stands off."""
    lift = THICKNESS_MM + 0.5 * abs(body.bend.lift_mm)
    run_x, run_y = light.towards(body.x_mm, body.y_mm)
    cosine = np.float32(np.cos(np.radians(body.angle_degrees)))
    sine = np.float32(np.sin(np.radians(body.angle_degrees)))
    dx = at_mm[0] - np.float32(body.x_mm + run_x * lift)
    dy = at_mm[1] - np.float32(body.y_mm + run_y * lift)
    out_a = np.abs(cosine * dx + sine * dy) - np.float32(HALF_MM[0])
    out_b = np.abs(cosine * dy - sine * dx) - np.float32(HALF_MM[1])
    outside = np.sqrt(np.maximum(out_a, 0) ** 2 + np.maximum(out_b, 0) ** 2) + np.minimum(
        np.maximum(out_a, out_b), 0
    )
    reach = 0.7 + lift * (0.6 + light.softness)
    dark = (0.25 + 0.5 * light.key_share) * (1 - smooth_step(as_plane(outside), -0.5 * reach, reach))
    canvas.reflectance[box] *= (1 - dark)[..., None]
    canvas.mirrored[box] *= 1 - dark
