"""Who sits where, and what their hands look like."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from models.training.scenes.arrays import Colour, Picture, Points
from models.training.scenes.camera import Camera
from models.training.scenes.hand import CLOTH, SLEEVES, Bone, Hand
from models.training.scenes.reach import draw_hand
from models.training.scenes.table import Surface

HAIRS = ((20, 25, 35), (30, 45, 70), (60, 95, 140), (110, 115, 120), (25, 30, 90))
SHOULDER_BEYOND_MM = 420.0  # beyond the cards, or beyond the picture if that is further
HANDS = ("any", "table", "grain")
BOTH_HANDS_APART_MM = 130.0
GREATEST_HEIGHT_SHARE = 0.42  # of the camera's height: nobody's head touches the lens


@dataclass(frozen=True, slots=True, eq=False)
class Dress:
    """What hands and sleeves look like if that is asked for: a colour, or some of the table's own grain."""

    colour: Colour
    grain: Picture | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place: the shoulder that the arm comes from, and the seed of the hands."""

    name: str
    shoulder_mm: tuple[float, float]
    seed: int
    dress: Dress | None = field(default=None, compare=False)

    def outward(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """The way from a point of the table to the shoulder, one millimetre long."""
        way = np.asarray(self.shoulder_mm) - (x_mm, y_mm)
        way = way / max(float(np.linalg.norm(way)), 1.0)
        return float(way[0]), float(way[1])

    def hand_at(self, x_mm: float, y_mm: float, *, other: bool) -> Hand:
        """The same hand wherever it reaches, with an arm long enough for any table; or the other hand."""
        way = self.outward(x_mm, y_mm)
        degrees = float(np.degrees(np.arctan2(way[1], way[0])))
        right = _with_upper_arm(draw_hand(np.random.default_rng(self.seed), (x_mm, y_mm), degrees))
        if self.dress is not None:
            colour = self.dress.colour
            right = replace(right, skin=colour, sleeve=colour, grain=self.dress.grain)
        if not other:
            return right
        left = _with_upper_arm(draw_hand(np.random.default_rng(self.seed + 1), (x_mm, y_mm), degrees))
        return replace(left, skin=right.skin, sleeve=right.sleeve, grain=right.grain)

    def person_at(self, x_mm: float, y_mm: float, eye_height_mm: float) -> Hand:
        """Head and shoulders of somebody who leans over the table, painted as a hand is."""
        rng = np.random.default_rng([self.seed, 5])
        way = np.asarray(self.outward(x_mm, y_mm))
        side = np.array([-way[1], way[0]])
        tall = min(360.0, GREATEST_HEIGHT_SHARE * eye_height_mm)

        def at(back: float, across: float, height: float) -> tuple[float, float, float]:
            point = np.array([x_mm, y_mm]) + way * back + side * across
            return float(point[0]), float(point[1]), height * tall

        bones = (
            Bone(at(150, -150, 0.75), at(150, 150, 0.75), 75, 75, CLOTH),
            Bone(at(150, 0, 0.7), at(620, 0, 0.8), 150, 170, CLOTH),
            Bone(at(140, 0, 0.8), at(60, 0, 0.9), 60, 60),
            Bone(at(75, 0, 0.9), at(25, 0, 0.95), 78, 72),
        )
        hair = HAIRS[int(rng.integers(len(HAIRS)))]
        return Hand(bones, (), hair, SLEEVES[int(rng.integers(len(SLEEVES)))], self.seed)


def draw_seats(
    rng: np.random.Generator, names: tuple[str, ...], quad_mm: Points, camera: Camera
) -> dict[str, Seat]:
    """Players around the table: two across or at a corner, more at sides of their own."""
    first = float(rng.choice([0, 90, 180, 270]))
    apart = float(rng.choice([90, 180])) if len(names) == 2 else 360.0 / len(names)
    half = np.abs(quad_mm).max(axis=0)
    seats = {}
    for place, name in enumerate(names):
        angle = np.radians(first + place * apart + float(rng.normal(0, 7)))
        way = np.array([np.cos(angle), np.sin(angle)])
        far = max(float(np.abs(way * half).sum()), _end_of_picture_mm(camera, way)) + SHOULDER_BEYOND_MM
        seed = int(rng.integers(1 << 30))
        seats[name] = Seat(name, (float(way[0] * far), float(way[1] * far)), seed)
    return seats


def dressed_like(surface: Surface, hands: str) -> Dress | None:
    """The dress for `any` hands, hands the colour of the `table`, or hands that have its `grain` as well."""
    if hands == "any":
        return None
    blue, green, red = (float(level) for level in surface.texture.mean(axis=(0, 1)))
    return Dress((blue, green, red), surface.texture if hands == "grain" else None)


def _end_of_picture_mm(camera: Camera, way: Points) -> float:
    """How far from the table's middle the picture ends on a way; an arm must come from beyond."""
    for distance in np.arange(50.0, 1500.0, 50.0):
        x, y = camera.project_flat(np.atleast_2d(way * distance))[0]
        if not (0 <= x < camera.width_px and 0 <= y < camera.height_px):
            return float(distance)
    return 1500.0


def _with_upper_arm(hand: Hand) -> Hand:
    """The arm drawn on beyond the elbow, so that it never ends within the picture."""
    fore = next(bone for bone in hand.bones if bone.stuff == CLOTH)
    start, end = np.asarray(fore.start), np.asarray(fore.end)
    way = (end - start) / max(float(np.linalg.norm(end - start)), 1.0)
    tail = end + way * 600
    upper = Bone(fore.end, (float(tail[0]), float(tail[1]), fore.end[2] + 40), 56, 62, CLOTH)
    return replace(hand, bones=(*hand.bones, upper))
