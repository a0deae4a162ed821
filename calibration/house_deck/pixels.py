"""Drawings to pixels: each shape's coverage is supersampled, then its paint is laid over what is there."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

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
FINE_DOTS_A_MM = 24.0  # small pictures are sampled finer still, or hair lines would come out too bold
SUBPIXEL_BITS = 4
STEPS_A_CURVE = 12
GRADIENT_STEPS = 1024

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
    oversampling = max(OVERSAMPLING, math.ceil(FINE_DOTS_A_MM / scale))
    canvas = _Canvas(area, scale, oversampling, np.ones((height_px, width_px, 3), np.float32))
    canvas.draw(drawing, None)
    return np.asarray(np.rint(canvas.rgb[:, :, ::-1] * 255.0).clip(0, 255), np.uint8)


@dataclass(frozen=True, slots=True)
class _Canvas:
    area: Area
    scale: float
    oversampling: int
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
        ink, alpha = self._ink(shape.paint if isinstance(shape, Fill) else shape.colour, window)
        under = self.rgb[window.slices]
        change = ink - under
        change *= (coverage * alpha)[:, :, None]
        under += change

    def _coverage(self, shape: Fill | Stroke) -> tuple[Window, Floats] | None:
        """How much of each pixel the shape covers, and where; None when it lies outside."""
        lines = [self._flattened(contour) for contour in shape.outline.contours]
        reach = shape.width_mm * self.scale / 2 if isinstance(shape, Stroke) else 0.0
        window = self._window(np.concatenate(lines), reach)
        if window is None:
            return None
        origin = np.array([window.left, window.top])
        fine = [
            np.rint(((line - origin) * self.oversampling - 0.5) * (1 << SUBPIXEL_BITS)).astype(np.int32)
            for line in lines
        ]
        height, width = window.bottom - window.top, window.right - window.left
        mask = np.zeros((height * self.oversampling, width * self.oversampling), np.uint8)
        if isinstance(shape, Stroke):
            thickness = max(1, round(shape.width_mm * self.scale * self.oversampling))
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
        return np.asarray((_points_of(contour) - [self.area.left, self.area.top]) * self.scale, np.float64)

    def _ink(self, paint: Paint, window: Window) -> tuple[Floats, Floats | np.float32]:
        """The paint's colour and opacity at the window's pixels."""
        if isinstance(paint, Colour):
            return np.array(paint.channels, np.float32), np.float32(paint.alpha)
        x = (np.arange(window.left, window.right) + 0.5) / self.scale + self.area.left
        y = (np.arange(window.top, window.bottom) + 0.5) / self.scale + self.area.top
        ramp = _ramp(paint)
        inks = ramp[np.asarray(_share(paint, x, y[:, None]).clip(0, 1) * (len(ramp) - 1), np.intp)]
        return inks[:, :, :3], inks[:, :, 3]


@lru_cache(maxsize=4096)
def _ramp(paint: LinearGradient | RadialGradient) -> Floats:
    """The gradient's colours and opacities in fine steps."""
    at = [stop for stop, _ in paint.stops]
    channels = zip(*((*colour.channels, colour.alpha) for _, colour in paint.stops), strict=True)
    share = np.linspace(0, 1, GRADIENT_STEPS)
    return np.stack([np.interp(share, at, values) for values in channels], axis=1).astype(np.float32)


def _points_of(contour: Contour) -> NDArray[np.float64]:
    """The contour as straight lines, in millimetres."""
    ends = np.array([contour.start, *(segment.end for segment in contour.segments)])
    if all(segment.handles is None for segment in contour.segments):
        return ends
    starts = ends[:-1]
    handles = np.array(
        [
            segment.handles or (start, segment.end)
            for start, segment in zip(starts.tolist(), contour.segments, strict=True)
        ]
    )
    share = np.linspace(0, 1, STEPS_A_CURVE + 1)[None, 1:, None]
    rest = 1 - share
    curves = (
        rest**3 * starts[:, None]
        + 3 * rest**2 * share * handles[:, None, 0]
        + 3 * rest * share**2 * handles[:, None, 1]
        + share**3 * ends[1:, None]
    )
    return np.asarray(np.concatenate([starts[:1], curves.reshape(-1, 2)]), np.float64)


def _share(
    paint: LinearGradient | RadialGradient, x: NDArray[np.floating], y: NDArray[np.floating]
) -> NDArray[np.float64]:
    """How far along the gradient each point lies."""
    if isinstance(paint, RadialGradient):
        distance = np.hypot(x - paint.centre[0], y - paint.centre[1])
        return np.asarray(distance / paint.radius, np.float64)
    along_x, along_y = paint.end[0] - paint.start[0], paint.end[1] - paint.start[1]
    projected = (x - paint.start[0]) * along_x + (y - paint.start[1]) * along_y
    return np.asarray(projected / (along_x**2 + along_y**2), np.float64)
