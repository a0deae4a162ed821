"""Moving things, painted once and then only shifted: a hand, its shadow, a card in the air.

A sprite is a cut-out with some anchors, points of the picture where it was painted. To show it elsewhere, the
anchors are projected again and the cut-out is warped to them. It is laid over the finished picture, not into
the light: a hundredth of the cost of painting it anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.training.films.stage import without_noise
from models.training.films.visit import Reach
from models.training.scenes.arrays import Picture, Plane, Points, as_picture, as_plane, linear_from_colour
from models.training.scenes.camera import Camera, Window
from models.training.scenes.canvas import Box, Canvas, new_canvas
from models.training.scenes.card import CardBody, paint_card
from models.training.scenes.deck import Deck
from models.training.scenes.hand import Hand
from models.training.scenes.light import Light
from models.training.scenes.painting import lit
from models.training.scenes.setting import Setting

DISPLAY = 1 / 2.2  # the exponent from linear light to what a screen shows
GRID_PX = 8  # boxes end on this grid, so that coverage can be kept at this coarseness
ROOM_SHARE = 0.45  # how far beyond the picture a hand is painted, for when it reaches in further
OWNER = 1
SHADE_STEP = 4
SHADE_ROOM = 0.9  # the same for its shadow, which is wide and cheap


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """Blue, green, red, all times the cover, and the cover, in bytes; for a shade the cover alone."""

    layers: Picture
    origin_px: tuple[float, float]
    anchors_px: Points

    def warped(self, anchors_px: Points, size_px: tuple[int, int]) -> tuple[Box, Picture] | None:
        """The cut-out with its anchors elsewhere, and the box of the picture that it fills."""
        source = (self.anchors_px - self.origin_px).astype(np.float32)
        target = anchors_px.astype(np.float32)
        if len(source) == 3:
            matrix = np.vstack([cv2.getAffineTransform(source, target), [0, 0, 1]])
        else:
            matrix = np.asarray(cv2.getPerspectiveTransform(source, target))
        box = _box_of(matrix, self.layers.shape, size_px)
        if box is None:
            return None
        shift = np.array([[1, 0, -box[1].start], [0, 1, -box[0].start], [0, 0, 1]], np.float64)
        size = (box[1].stop - box[1].start, box[0].stop - box[0].start)
        return box, as_picture(cv2.warpPerspective(self.layers, shift @ matrix, size, flags=cv2.INTER_LINEAR))


@dataclass(frozen=True, slots=True, eq=False)
class HandSprite:
    """A hand and the shadow it throws, painted at one reach."""

    body: Sprite
    shade: Sprite


def hand_anchors_mm(reach: Reach, outward: tuple[float, float]) -> Points:
    """Three points of a hand: tip, wrist, and beside the tip."""
    tip, back = np.array([reach.x_mm, reach.y_mm]), np.asarray(outward)
    side = np.array([-back[1], back[0]])
    flat = np.array([tip, tip + back * 150, tip + side * 90])
    return np.column_stack([flat, np.array([15.0, 40.0, 20.0]) + reach.height_mm])


def shade_anchors_mm(anchors_mm: Points, light: Light) -> Points:
    """Where the shadows of the anchors fall."""
    runs = np.array([light.towards(float(x), float(y)) for x, y, _ in anchors_mm])
    return np.asarray(anchors_mm[:, :2] + runs * anchors_mm[:, 2:])


def paint_hand(hand: Hand, anchors_mm: Points, setting: Setting) -> HandSprite:
    """Paint a hand and its shadow as sprites."""
    camera, light = setting.camera, setting.light
    canvas = new_canvas(camera, _window_of(camera, _bone_ends_px(hand, camera)))
    canvas.reflectance[:] = linear_from_colour(hand.skin)
    hand.paint_body(canvas, light, OWNER)
    cover = as_plane(canvas.owner == OWNER)
    body = _sprite(canvas, cover, setting, camera.project(anchors_mm))
    return HandSprite(body, _shade(hand, setting, shade_anchors_mm(anchors_mm, light)))


def paint_flying_card(body: CardBody, deck: Deck, setting: Setting) -> Sprite:
    """Paint a card as a sprite anchored at its corners; the dark seam under it comes along."""
    corners = setting.camera.project(body.corners_mm())
    low, high = np.floor(corners.min(axis=0)) - 30, np.ceil(corners.max(axis=0)) + 30
    window = Window(int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1]))
    black, white = new_canvas(setting.camera, window), new_canvas(setting.camera, window)
    white.reflectance[:] = 1
    for canvas in (black, white):
        paint_card(canvas, body, deck, setting.light, OWNER)
    cover = as_plane(np.clip(1 - (white.reflectance - black.reflectance)[..., 1], 0, 1))
    black.reflectance[:] = black.reflectance / np.maximum(cover, 0.05)[..., None]
    return _sprite(black, cover, setting, corners)


def _sprite(canvas: Canvas, cover: Plane, setting: Setting, anchors_px: Points) -> Sprite:
    """Develop a canvas as the stage is developed, and cut out what is covered."""
    # The corners' falling light is added when the sprite is shown, for it moves through the picture.
    sensor = replace(without_noise(setting.sensor), vignette=0.0)
    rng = np.random.default_rng(0)
    light = as_plane(np.maximum(lit(canvas, setting.light), 0))
    shown = sensor.develop(light, canvas.camera, canvas.window, rng)
    soft = as_plane(cv2.GaussianBlur(cover, (0, 0), max(0.5, sensor.focus_px)))
    box = _covered_box(soft)
    soft, shown = soft[box], shown[box]
    layers = np.dstack([shown * soft[..., None], soft * 255])
    origin = (canvas.window.left_px + box[1].start, canvas.window.top_px + box[0].start)
    return Sprite(as_picture(np.rint(layers)), origin, anchors_px)


def _shade(hand: Hand, setting: Setting, fallen_mm: Points) -> Sprite:
    """The shadow, painted for a coarse camera: it is soft, and it may be wide."""
    camera = setting.camera
    coarse = replace(
        camera,
        width_px=camera.width_px // SHADE_STEP,
        height_px=camera.height_px // SHADE_STEP,
        focal_px=camera.focal_px / SHADE_STEP,
    )
    across, along = round(coarse.width_px * SHADE_ROOM), round(coarse.height_px * SHADE_ROOM)
    window = Window(-across, -along, coarse.width_px + 2 * across, coarse.height_px + 2 * along)
    canvas = new_canvas(coarse, window)
    canvas.reflectance[:] = 1
    hand.paint_shadow(canvas, setting.light)
    dark = 255 * (1 - np.power(np.clip(canvas.reflectance[..., 0], 0, 1), DISPLAY))
    origin = (float(window.left_px), float(window.top_px))
    return Sprite(as_picture(np.rint(dark)), origin, coarse.project_flat(fallen_mm))


def _bone_ends_px(hand: Hand, camera: Camera) -> Points:
    return camera.project(np.array([end for bone in hand.bones for end in (bone.start, bone.end)]))


def _window_of(camera: Camera, points_px: Points) -> Window:
    """A window around points, as far as they lie in the picture or in some room around it."""
    size = np.array([camera.width_px, camera.height_px])
    reach = 0.12 * size.max()  # an arm's or a shadow's width beside its bones
    low = np.clip(points_px.min(axis=0) - reach, -ROOM_SHARE * size, size - 16).astype(int)
    high = np.clip(points_px.max(axis=0) + reach, low + 16, (1 + ROOM_SHARE) * size).astype(int)
    return Window(int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1]))


def _covered_box(cover: Plane) -> Box:
    rows, columns = np.flatnonzero(cover.max(axis=1) > 0.002), np.flatnonzero(cover.max(axis=0) > 0.002)
    if len(rows) == 0:
        return slice(0, 1), slice(0, 1)
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def _box_of(matrix: Points, shape: tuple[int, ...], size_px: tuple[int, int]) -> Box | None:
    """The box of the picture, on the grid, that the warped cut-out may touch."""
    height, width = shape[:2]
    corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
    at = np.asarray(cv2.perspectiveTransform(corners, matrix))[0]
    low = np.floor(np.maximum(at.min(axis=0), 0) / GRID_PX).astype(int) * GRID_PX
    high = np.ceil(np.minimum(at.max(axis=0), size_px) / GRID_PX).astype(int) * GRID_PX
    high = np.minimum(high, size_px)
    if (high <= low).any():
        return None
    return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))
