"""Lays sprites over a picture, and keeps which parts of it they cover."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.films.sprite import GRID_PX, Sprite
from models.training.scenes.arrays import Picture, Plane, Points, as_picture, as_plane
from models.training.scenes.camera import Camera
from models.training.scenes.canvas import Box
from models.training.scenes.sensor import Sensor

DISPLAY = 1 / 2.2


class Screen:
    """One frame while sprites are laid over it."""

    def __init__(self, picture: Picture, falling_light: Plane) -> None:
        self.picture = picture.copy()
        self._falling_light = falling_light
        rows, columns = picture.shape[:2]
        self.cover = np.zeros((-(-rows // GRID_PX), -(-columns // GRID_PX)), np.uint8)

    @property
    def _size_px(self) -> tuple[int, int]:
        return self.picture.shape[1], self.picture.shape[0]

    def shade(self, sprite: Sprite, anchors_px: Points) -> None:
        """Darken where a shadow falls."""
        placed = sprite.warped(anchors_px, self._size_px)
        if placed is None:
            return
        box, dark = placed
        self.picture[box] = _times(self.picture[box], as_picture(cv2.bitwise_not(dark)))

    def lay(self, sprite: Sprite, moments: list[Points]) -> None:
        """Lay a sprite as it was in the moments of one exposure: blurred if it moved."""
        placed = [sprite.warped(anchors, self._size_px) for anchors in moments]
        seen = [one for one in placed if one is not None]
        if not seen:
            return
        box, layers = _averaged(seen)
        cover = np.ascontiguousarray(layers[..., 3])
        light = as_plane(cv2.multiply(as_plane(layers[..., :3]), cv2.merge([self._falling_light[box]] * 3)))
        under = _times(self.picture[box], as_picture(cv2.bitwise_not(cover)))
        self.picture[box] = cv2.add(under, as_picture(light))
        self._keep_cover(box, cover)

    def _keep_cover(self, box: Box, cover: Picture) -> None:
        rows, columns = -(-cover.shape[0] // GRID_PX), -(-cover.shape[1] // GRID_PX)
        small = as_picture(cv2.resize(cover, (columns, rows), interpolation=cv2.INTER_AREA))
        top, left = box[0].start // GRID_PX, box[1].start // GRID_PX
        kept = self.cover[top : top + rows, left : left + columns]
        np.maximum(kept, small, out=kept)


def share_covered(cover: Picture, outline_px: Points) -> float:
    """The share of an outline that sprites cover."""
    mask = np.zeros(cover.shape, np.uint8)
    points = np.rint((outline_px / GRID_PX - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, points, (255,), cv2.LINE_AA, 4)
    return float(cv2.mean(cover, mask)[0]) / 255


def falling_light(sensor: Sensor, camera: Camera) -> Plane:
    """What the lens takes from the light towards the corners, as a screen shows it."""
    half = np.hypot(camera.width_px, camera.height_px) / 2
    x = (np.arange(camera.width_px) - camera.centre_px[0]) / half
    y = (np.arange(camera.height_px) - camera.centre_px[1]) / half
    squared = (x * x)[None, :] + (y * y)[:, None]
    return as_plane((1 - sensor.vignette * squared * (0.5 + squared * 0.5)) ** DISPLAY)


def _times(picture: Picture, kept: Picture) -> Picture:
    return as_picture(cv2.multiply(picture, cv2.merge([kept] * 3), scale=1 / 255))


def _averaged(placed: list[tuple[Box, Picture]]) -> tuple[Box, Picture]:
    if len(placed) == 1:
        return placed[0]
    top, left = (min(box[axis].start for box, _ in placed) for axis in (0, 1))
    bottom, right = (max(box[axis].stop for box, _ in placed) for axis in (0, 1))
    total = np.zeros((bottom - top, right - left, 4), np.float32)
    for box, layers in placed:
        part = total[box[0].start - top : box[0].stop - top, box[1].start - left : box[1].stop - left]
        part += layers
    total *= np.float32(1 / len(placed))
    return (slice(top, bottom), slice(left, right)), as_picture(total)
