"""Drawings to pixels: each shape's coverage is supersampled, then its paint is laid over what is there."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.house_deck.geometry import Contour, Outline
from calibration.house_deck.shapes import (
    Clipped,
    Colour,
    Drawing,
    Fill,
    LinearGradient,
    Paint,
    RadialGradient,
    Stroke,
)

OVERSAMPLING = 4
SUBPIXEL_BITS = 4
STEPS_A_CURVE = 12

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Area:
    """The part of the millimetre plane that is rendered."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of pixels: rows top to bottom, columns left to right, ends excluded."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def slices(self) -> tuple[slice, slice]:
        """To index an image with."""
        return (slice(self.top, self.bottom), slice(self.left, self.right))


def render(drawing: Drawing, area: Area, width_px: int) -> NDArray[np.uint8]:
    """The drawing over white, BGR, as wide as asked and as high as the area's proportions want."""
    scale = width_px / (area.right - area.left)
    height_px = round((area.bottom - area.top) * scale)
    canvas = _Canvas(area, scale, np.ones((height_px, width_px, 3), np.float32))
    canvas.draw(drawing, None)
    return np.asarray(np.rint(canvas.rgb[:, :, ::-1] * 255.0).clip(0, 255), np.uint8)


@dataclass(frozen=True, slots=True)
class _Canvas:
    area: Area
    scale: float
    rgb: Floats

    def draw(self, drawing: Drawing, clip: Floats | None) -> None:
        for shape in drawing:
            if isinstance(shape, Clipped):
                self.draw(shape.shapes, self._clip(shape.clip, clip))
            else:
                self._paint(shape, clip)

    def _clip(self, outline: Outline, outer: Floats | None) -> Floats:
        inside = np.zeros(self.rgb.shape[:2], np.float32)
        found = self._coverage(Fill(outline, Colour(0, 0, 0)))
        if found is not None:
            window, coverage = found
            inside[window.slices] = coverage
        return inside if outer is None else np.asarray(inside * outer, np.float32)

    def _paint(self, shape: Fill | Stroke, clip: Floats | None) -> None:
        found = self._coverage(shape)
        if found is None:
            return
        window, coverage = found
        if clip is not None:
            coverage = np.asarray(coverage * clip[window.slices], np.float32)
        paint = shape.paint if isinstance(shape, Fill) else shape.colour
        ink, alpha = self._ink(paint, window)
        target = self.rgb[window.slices]
        target += (ink - target) * (coverage * alpha)[:, :, None]

    def _coverage(self, shape: Fill | Stroke) -> tuple[Window, Floats] | None:
        """How much of each pixel the shape covers, and where; None when it lies outside."""
        lines = [self._flattened(contour) for contour in shape.outline.contours]
        reach = shape.width_mm * self.scale / 2 if isinstance(shape, Stroke) else 0.0
        window = self._window(np.concatenate(lines), reach)
        if window is None:
            return None
        origin = np.array([window.left, window.top])
        fine = [
            np.rint(((line - origin) * OVERSAMPLING - 0.5) * (1 << SUBPIXEL_BITS)).astype(np.int32)
            for line in lines
        ]
        height, width = window.bottom - window.top, window.right - window.left
        mask = np.zeros((height * OVERSAMPLING, width * OVERSAMPLING), np.uint8)
        if isinstance(shape, Stroke):
            thickness = max(1, round(shape.width_mm * self.scale * OVERSAMPLING))
            for line, contour in zip(fine, shape.outline.contours, strict=True):
                cv2.polylines(mask, [line], contour.closed, 255, thickness, cv2.LINE_8, SUBPIXEL_BITS)
        else:
            cv2.fillPoly(mask, fine, 255, cv2.LINE_8, SUBPIXEL_BITS)
        covered = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
        return window, np.asarray(covered, np.float32) / np.float32(255.0)

    def _window(self, points: NDArray[np.float64], reach: float) -> Window | None:
        height, width = self.rgb.shape[:2]
        low = np.floor(points.min(axis=0) - reach - 1)
        high = np.ceil(points.max(axis=0) + reach + 1)
        window = Window(
            max(0, int(low[0])), max(0, int(low[1])), min(width, int(high[0])), min(height, int(high[1]))
        )
        return window if window.left < window.right and window.top < window.bottom else None

    def _flattened(self, contour: Contour) -> NDArray[np.float64]:
        share = np.linspace(0, 1, STEPS_A_CURVE + 1)[1:, None]
        pen = np.array(contour.start)
        points = [pen[None]]
        for segment in contour.segments:
            end = np.array(segment.end)
            if segment.handles is None:
                points.append(end[None])
            else:
                first, second = (np.array(handle) for handle in segment.handles)
                rest = 1 - share
                points.append(
                    rest**3 * pen
                    + 3 * rest**2 * share * first
                    + 3 * rest * share**2 * second
                    + share**3 * end
                )
            pen = end
        return np.asarray((np.concatenate(points) - [self.area.left, self.area.top]) * self.scale, np.float64)

    def _ink(self, paint: Paint, window: Window) -> tuple[Floats, Floats | np.float32]:
        if isinstance(paint, Colour):
            return np.array(paint.channels, np.float32), np.float32(paint.alpha)
        x = (np.arange(window.left, window.right) + 0.5) / self.scale + self.area.left
        y = (np.arange(window.top, window.bottom) + 0.5)[:, None] / self.scale + self.area.top
        share = _share(paint, x, y)
        at = [stop for stop, _ in paint.stops]
        channels = [np.interp(share, at, [c.channels[index] for _, c in paint.stops]) for index in range(3)]
        alpha = np.interp(share, at, [colour.alpha for _, colour in paint.stops])
        return np.stack(channels, axis=2).astype(np.float32), alpha.astype(np.float32)


def _share(
    paint: LinearGradient | RadialGradient, x: NDArray[np.float64], y: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How far along the gradient each point lies."""
    if isinstance(paint, RadialGradient):
        distance = np.hypot(x - paint.centre[0], y - paint.centre[1])
        return np.asarray(distance / paint.radius, np.float64)
    along_x, along_y = paint.end[0] - paint.start[0], paint.end[1] - paint.start[1]
    projected = (x - paint.start[0]) * along_x + (y - paint.start[1]) * along_y
    return np.asarray(projected / (along_x**2 + along_y**2), np.float64)
