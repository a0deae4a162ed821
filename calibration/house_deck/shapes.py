"""The drawing vocabulary: outlines filled or stroked with flat colour or gradients, and clipped groups of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from calibration.house_deck.geometry import Outline, Placing, Point, moved


@dataclass(frozen=True, slots=True)
class Colour:
    """An sRGB colour from 0 to 1 a channel, with its opacity."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    def faint(self, alpha: float) -> Colour:
        """The same colour, this opaque."""
        return replace(self, alpha=alpha)

    def toward(self, other: Colour, share: float) -> Colour:
        """Mixed with `other`."""
        pairs = zip(self.channels, other.channels, strict=True)
        red, green, blue = (mine + (theirs - mine) * share for mine, theirs in pairs)
        return Colour(red, green, blue, self.alpha)

    @property
    def channels(self) -> tuple[float, float, float]:
        """Red, green and blue."""
        return (self.red, self.green, self.blue)


@dataclass(frozen=True, slots=True)
class LinearGradient:
    """Colours along a line, at shares from 0 to 1 of it."""

    start: Point
    end: Point
    stops: tuple[tuple[float, Colour], ...]


@dataclass(frozen=True, slots=True)
class RadialGradient:
    """Colours from a centre outwards, at shares from 0 to 1 of the radius."""

    centre: Point
    radius: float
    stops: tuple[tuple[float, Colour], ...]


Paint = Colour | LinearGradient | RadialGradient


@dataclass(frozen=True, slots=True)
class Fill:
    """An outline filled by the even-odd rule."""

    outline: Outline
    paint: Paint


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line of even width along an outline, with round ends and joins."""

    outline: Outline
    width_mm: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class Clipped:
    """Shapes seen only inside an outline."""

    clip: Outline
    shapes: Drawing


Shape = Fill | Stroke | Clipped
Drawing = tuple[Shape, ...]


def rgb(code: str, alpha: float = 1.0) -> Colour:
    """A colour from its six hexadecimal digits."""
    red, green, blue = (int(code[index : index + 2], 16) / 255 for index in (0, 2, 4))
    return Colour(red, green, blue, alpha)


def downwards(top_y: float, bottom_y: float, *colours: Colour) -> LinearGradient:
    """Colours evenly from top to bottom."""
    return LinearGradient((0.0, top_y), (0.0, bottom_y), _even_stops(colours))


def between(start: Point, end: Point, *colours: Colour) -> LinearGradient:
    """Colours evenly along a line."""
    return LinearGradient(start, end, _even_stops(colours))


def glow(centre: Point, radius: float, *colours: Colour) -> RadialGradient:
    """Colours evenly outwards."""
    return RadialGradient(centre, radius, _even_stops(colours))


def outlined(outline: Outline, paint: Paint, line: Colour, width_mm: float) -> Drawing:
    """Filled, then drawn round with a line."""
    return (Fill(outline, paint), Stroke(outline, width_mm, line))


def placed(shapes: Iterable[Shape], placing: Placing) -> Drawing:
    """The shapes turned, scaled and moved."""
    return tuple(_placed(shape, placing) for shape in shapes)


def both_sides(shapes: Iterable[Shape]) -> Drawing:
    """The shapes and their mirror image about x = 0."""
    kept = tuple(shapes)
    return (*kept, *placed(kept, Placing(mirrored=True)))


def _placed(shape: Shape, placing: Placing) -> Shape:
    if isinstance(shape, Fill):
        return Fill(moved(shape.outline, placing), _placed_paint(shape.paint, placing))
    if isinstance(shape, Stroke):
        return Stroke(moved(shape.outline, placing), shape.width_mm * placing.scale, shape.colour)
    return Clipped(moved(shape.clip, placing), placed(shape.shapes, placing))


def _placed_paint(paint: Paint, placing: Placing) -> Paint:
    if isinstance(paint, LinearGradient):
        return LinearGradient(placing(paint.start), placing(paint.end), paint.stops)
    if isinstance(paint, RadialGradient):
        return RadialGradient(placing(paint.centre), paint.radius * math.fabs(placing.scale), paint.stops)
    return paint


def _even_stops(colours: tuple[Colour, ...]) -> tuple[tuple[float, Colour], ...]:
    last = max(len(colours) - 1, 1)
    return tuple((index / last, colour) for index, colour in enumerate(colours))
