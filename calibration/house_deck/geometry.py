"""Outlines in millimetres: contours of lines and Bezier curves, and the ways the deck draws them.

The card's origin is its top left corner and y grows downwards. Points are written as text, `"3,4 5,6!"`,
because a drawing is mostly points; an exclamation mark keeps a corner sharp.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Point = tuple[float, float]

QUARTER_CIRCLE = 0.5522847498  # the handle length with which a Bezier curve comes closest to a quarter circle


@dataclass(frozen=True, slots=True)
class Segment:
    """From the pen to `end`: a straight line, or a curve when it has handles."""

    end: Point
    handles: tuple[Point, Point] | None = None


@dataclass(frozen=True, slots=True)
class Contour:
    """One stroke of the pen."""

    start: Point
    segments: tuple[Segment, ...]
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Outline:
    """One or more contours, filled by the even-odd rule."""

    contours: tuple[Contour, ...]

    def __add__(self, other: Outline) -> Outline:
        return Outline(self.contours + other.contours)


@dataclass(frozen=True, slots=True)
class Placing:
    """Turn and scale about the origin, perhaps mirrored left to right, then move."""

    move: Point = (0.0, 0.0)
    scale: float = 1.0
    turn_degrees: float = 0.0
    mirrored: bool = False

    def __call__(self, point: Point) -> Point:
        """Where the point goes."""
        x, y = point
        x = -x if self.mirrored else x
        cosine = math.cos(math.radians(self.turn_degrees)) * self.scale
        sine = math.sin(math.radians(self.turn_degrees)) * self.scale
        return (self.move[0] + cosine * x - sine * y, self.move[1] + sine * x + cosine * y)


def moved(outline: Outline, place: Callable[[Point], Point]) -> Outline:
    """The outline with every point taken through `place`."""

    def segment(old: Segment) -> Segment:
        handles = old.handles and (place(old.handles[0]), place(old.handles[1]))
        return Segment(place(old.end), handles)

    return Outline(
        tuple(Contour(place(c.start), tuple(map(segment, c.segments)), c.closed) for c in outline.contours)
    )


def polygon(points: str | Sequence[Point], closed: bool = True) -> Outline:
    """Straight lines through the points."""
    knots = [point for point, _ in _knots(points)]
    return Outline((Contour(knots[0], tuple(Segment(knot) for knot in knots[1:]), closed),))


def spline(points: str | Sequence[Point], closed: bool = True) -> Outline:
    """A smooth curve through the points, with corners where they are marked."""
    knots = _knots(points)
    handles = [_handles(knots, index, closed) for index in range(len(knots))]
    pairs = list(zip(range(len(knots)), range(1, len(knots)), strict=False))
    if closed:
        pairs.append((len(knots) - 1, 0))
    segments = tuple(Segment(knots[b][0], (handles[a][1], handles[b][0])) for a, b in pairs)
    return Outline((Contour(knots[0][0], segments, closed),))


def symmetric(half: str) -> Outline:
    """A closed curve given by its right half, from the axis x = 0 back to it."""
    words = half.split()
    flipped = [f"-{word}".replace("--", "") for word in words]
    return spline(" ".join([*words, *reversed(flipped[1:-1])]))


def ellipse(centre: Point, radius_x: float, radius_y: float) -> Outline:
    """An ellipse along the axes."""
    x, y = centre
    a, b = radius_x * QUARTER_CIRCLE, radius_y * QUARTER_CIRCLE
    right, bottom, left, top = (x + radius_x, y), (x, y + radius_y), (x - radius_x, y), (x, y - radius_y)
    return Outline(
        (
            Contour(
                right,
                (
                    Segment(bottom, ((x + radius_x, y + b), (x + a, y + radius_y))),
                    Segment(left, ((x - a, y + radius_y), (x - radius_x, y + b))),
                    Segment(top, ((x - radius_x, y - b), (x - a, y - radius_y))),
                    Segment(right, ((x + a, y - radius_y), (x + radius_x, y - b))),
                ),
            ),
        )
    )


def circle(centre: Point, radius: float) -> Outline:
    """A circle."""
    return ellipse(centre, radius, radius)


def ring(centre: Point, outer: float, inner: float) -> Outline:
    """A circle with a round hole."""
    return circle(centre, outer) + circle(centre, inner)


def rectangle(left: float, top: float, right: float, bottom: float) -> Outline:
    """An upright rectangle by its edges."""
    return polygon([(left, top), (right, top), (right, bottom), (left, bottom)])


def star(centre: Point, points: int, outer: float, inner: float, turn_degrees: float = -90.0) -> Outline:
    """A star, its first point at `turn_degrees`."""
    return polygon(
        [
            around(centre, outer if index % 2 == 0 else inner, turn_degrees + index * 180.0 / points)
            for index in range(2 * points)
        ]
    )


def around(centre: Point, radius: float, degrees: float) -> Point:
    """The point at that distance and direction, clockwise from the right as seen on the card."""
    angle = math.radians(degrees)
    return (centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle))


def brush(points: str) -> Outline:
    """A stroke of changing width through `x,y,width` points, as one closed outline."""
    spine = [tuple(float(number) for number in word.split(",")) for word in points.split()]
    left, right = [], []
    for index, (x, y, width) in enumerate(spine):
        before, after = spine[max(index - 1, 0)], spine[min(index + 1, len(spine) - 1)]
        along_x, along_y = after[0] - before[0], after[1] - before[1]
        reach = width / 2 / (math.hypot(along_x, along_y) or 1.0)
        left.append((x - along_y * reach, y + along_x * reach))
        right.append((x + along_y * reach, y - along_x * reach))
    ends = {0, len(left) - 1, len(left), 2 * len(left) - 1}
    words = [
        f"{x:.4f},{y:.4f}{'!' if index in ends else ''}" for index, (x, y) in enumerate(left + right[::-1])
    ]
    return spline(" ".join(words))


Knot = tuple[Point, bool]


def _knots(points: str | Sequence[Point]) -> list[Knot]:
    if not isinstance(points, str):
        return [(point, False) for point in points]
    knots = []
    for word in points.split():
        x, y = word.rstrip("!").split(",")
        knots.append(((float(x), float(y)), word.endswith("!")))
    return knots


def _handles(knots: Sequence[Knot], index: int, closed: bool) -> tuple[Point, Point]:
    """The handles before and after a knot: along its neighbours' chord, a third as long as each side."""
    (x, y), sharp = knots[index]
    count = len(knots)
    first, last = not closed and index == 0, not closed and index == count - 1
    before = (x, y) if first else knots[(index - 1) % count][0]
    after = (x, y) if last else knots[(index + 1) % count][0]
    if sharp:
        return (_toward((x, y), before), _toward((x, y), after))
    chord_x, chord_y = after[0] - before[0], after[1] - before[1]
    chord = math.hypot(chord_x, chord_y) or 1.0
    back = math.dist((x, y), before) / 3 / chord
    ahead = math.dist((x, y), after) / 3 / chord
    return ((x - chord_x * back, y - chord_y * back), (x + chord_x * ahead, y + chord_y * ahead))


def _toward(start: Point, goal: Point) -> Point:
    return (start[0] + (goal[0] - start[0]) / 3, start[1] + (goal[1] - start[1]) / 3)
