"""Crow, gazelle and wild boar, each in several drawings, as shapes in a unit square (x right, y down)."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.training.scenes.arrays import Plane, Points, as_plane

SHIFT = 4  # sub-pixel bits of cv2's drawing


@dataclass(frozen=True, slots=True)
class Shape:
    """A smooth outline filled with the animal's ink, or cut out of it again."""

    points: tuple[tuple[float, float], ...]
    cut: bool = False
    sharp: bool = False


@dataclass(frozen=True, slots=True)
class Limb:
    """A tapering stroke: points with the pen's width at each end."""

    points: tuple[tuple[float, float], ...]
    start: float
    end: float
    cut: bool = False


def hundredths(text: str) -> tuple[tuple[float, float], ...]:
    """Pairs of hundredths, as they stand in the drawings below."""
    pairs = (pair.split(",") for pair in text.split())
    return tuple((float(x) / 100, float(y) / 100) for x, y in pairs)


def _shape(text: str, cut: bool = False, sharp: bool = False) -> Shape:
    return Shape(hundredths(text), cut, sharp)


def _limb(text: str, start: float, end: float, cut: bool = False) -> Limb:
    return Limb(hundredths(text), start, end, cut)


CROW_STANDING = (
    _shape("16,27 24,17 36,15 45,24 56,38 72,52 86,68 97,82 84,83 68,72 52,68 36,62 27,48 24,36"),
    _shape("20,23 2,30 22,34", sharp=True),
    _shape("42,40 58,46 80,70 62,62 48,54", cut=True),
    _shape("45,42 60,48 78,68 62,60 50,53"),
    _limb("46,64 44,78 46,88", 0.04, 0.022),
    _limb("56,67 55,78 58,88", 0.04, 0.022),
    _limb("36,90 46,88 55,91", 0.02, 0.02),
    _limb("50,92 58,88 68,91", 0.02, 0.02),
    _shape("29,22 32,20 35,23 32,26", cut=True),
)
CROW_FLYING = (
    _shape("50,24 57,32 58,46 56,62 62,84 50,80 38,84 44,62 42,46 43,32"),
    _shape("46,26 50,10 54,26", sharp=True),
    _shape("46,36 30,26 12,30 1,50 12,47 10,60 20,52 22,64 30,54 36,62 46,52", sharp=True),
    _shape("54,36 70,26 88,30 99,50 88,47 90,60 80,52 78,64 70,54 64,62 54,52", sharp=True),
    _shape("47,30 48.5,28.5 49,31", cut=True),
    _shape("53,30 51.5,28.5 51,31", cut=True),
)
CROW_HEAD = (
    _shape("36,30 50,15 72,16 88,36 93,66 97,95 50,95 46,72 40,58 36,46"),
    _shape("40,29 22,33 2,52 22,50 40,53", sharp=True),
    _limb("6,50 24,43 40,43", 0.012, 0.02, cut=True),
    _shape("53,33 58,28 63,33 58,38", cut=True),
    _shape("56.5,33 58,31.5 60,33 58,35"),
    _limb("62,60 72,70 74,84", 0.015, 0.01, cut=True),
    _limb("72,54 82,64 86,80", 0.015, 0.01, cut=True),
)
GAZELLE_STANDING = (
    _shape("27,42 40,45 60,43 78,41 85,50 83,60 70,60 50,64 34,62 26,54"),
    _shape("25,50 20,38 18,28 27,24 33,36 40,50"),
    _shape("27,23 29,30 20,35 7,38 5,34 14,27 20,22"),
    _limb("22,24 26,12 23,1", 0.035, 0.012),
    _limb("26,25 34,14 32,3", 0.035, 0.012),
    _limb("27,26 36,23", 0.05, 0.015),
    _limb("33,58 31,76 32,96", 0.06, 0.022),
    _limb("42,60 44,78 43,96", 0.055, 0.022),
    _limb("74,56 72,74 76,96", 0.075, 0.022),
    _limb("80,54 86,72 86,95", 0.075, 0.022),
    _limb("84,45 92,50 91,60", 0.025, 0.012),
    _shape("17,28 18.5,26.5 20,28 18.5,29.5", cut=True),
    _limb("36,57 55,58 72,54", 0.022, 0.012, cut=True),
)
GAZELLE_LEAPING = (
    _shape("30,45 42,39 58,40 76,46 82,55 74,61 58,57 42,58 30,54"),
    _shape("28,50 22,36 21,24 29,22 34,32 42,44"),
    _shape("29,20 31,27 22,30 9,33 8,28 17,22 23,18"),
    _limb("26,20 36,12 46,12", 0.03, 0.01),
    _limb("28,22 38,18 49,20", 0.03, 0.01),
    _limb("34,53 18,60 4,55", 0.055, 0.02),
    _limb("38,55 24,68 12,70", 0.055, 0.02),
    _limb("76,54 84,70 98,80", 0.075, 0.02),
    _limb("72,57 76,74 88,88", 0.075, 0.02),
    _limb("82,50 90,44", 0.025, 0.015),
    _shape("20,24 21.5,22.5 23,24 21.5,25.5", cut=True),
)
GAZELLE_HEAD = (
    _shape("42,42 50,39 58,42 62,52 59,68 56,86 50,92 44,86 41,68 38,52"),
    _limb("45,42 37,26 39,14 31,2", 0.055, 0.014),
    _limb("55,42 63,26 61,14 69,2", 0.055, 0.014),
    _shape("41,47 24,38 12,40 22,49 38,54"),
    _shape("59,47 76,38 88,40 78,49 62,54"),
    _shape("42,57 45,54.5 46.5,58 44,59.5", cut=True),
    _shape("58,57 55,54.5 53.5,58 56,59.5", cut=True),
    _limb("45,62 46.5,74 47.5,80", 0.014, 0.008, cut=True),
    _limb("55,62 53.5,74 52.5,80", 0.014, 0.008, cut=True),
    _limb("47,85 50,87 53,85", 0.014, 0.014, cut=True),
)
BOAR_STANDING = (
    _shape("16,52 24,36 36,26 50,25 68,31 86,40 94,54 90,70 74,76 52,77 34,76 22,70"),
    _shape("28,38 20,44 2,58 2,67 16,70 30,72"),
    _shape("26,40 24,26 36,34", sharp=True),
    _shape("10,66 9,50 15,62", cut=True, sharp=True),
    _shape("30,30 33,20 38,26 42,17 47,24 52,17 57,25 63,20 66,30", sharp=True),
    _limb("34,70 34,84 33,95", 0.1, 0.05),
    _limb("46,72 47,84 46,95", 0.1, 0.05),
    _limb("74,70 74,84 72,95", 0.11, 0.05),
    _limb("84,66 87,82 85,95", 0.11, 0.05),
    _limb("93,50 98.5,58 96,68", 0.02, 0.012),
    _shape("19,52 21,50 23,52 21,54", cut=True),
)
BOAR_CHARGING = (
    _shape("14,60 24,42 38,30 54,30 74,38 92,44 94,60 80,72 58,70 40,76 24,78"),
    _shape("26,50 14,58 2,76 6,84 20,82 32,76"),
    _shape("26,46 28,32 36,42", sharp=True),
    _shape("12,80 6,66 17,75", cut=True, sharp=True),
    _limb("36,70 26,84 14,93", 0.1, 0.045),
    _limb("44,70 42,84 34,95", 0.1, 0.045),
    _limb("80,64 86,78 96,88", 0.11, 0.045),
    _limb("72,66 74,82 82,94", 0.11, 0.045),
    _limb("93,48 99,40", 0.02, 0.012),
    _shape("20,60 22,58 24,60 22,62", cut=True),
)
BOAR_HEAD = (
    _shape("50,16 68,22 80,40 78,60 68,76 62,88 50,92 38,88 32,76 22,60 20,40 32,22"),
    _shape("30,30 10,12 14,42", sharp=True),
    _shape("70,30 90,12 86,42", sharp=True),
    _shape("36,24 40,8 45,18 50,5 55,18 60,8 64,24", sharp=True),
    _shape("38,74 50,67 62,74 60,85 50,88 40,85", cut=True),
    _shape("41,75 50,70 59,75 58,83 50,86 42,83"),
    _shape("44,76 47,75 47,81 45,81", cut=True),
    _shape("56,76 53,75 53,81 55,81", cut=True),
    _shape("34,84 22,70 26,58 30,70 38,78", cut=True, sharp=True),
    _shape("66,84 78,70 74,58 70,70 62,78", cut=True, sharp=True),
    _limb("30,44 36,48 42,50", 0.02, 0.03, cut=True),
    _limb("70,44 64,48 58,50", 0.02, 0.03, cut=True),
)
DRAWINGS: dict[str, tuple[tuple[Shape | Limb, ...], ...]] = {
    "C": (CROW_STANDING, CROW_FLYING, CROW_HEAD),
    "G": (GAZELLE_STANDING, GAZELLE_LEAPING, GAZELLE_HEAD),
    "W": (BOAR_STANDING, BOAR_CHARGING, BOAR_HEAD),
}


def animal_mask(animal: str, drawing: int, size_px: int, mirrored: bool) -> Plane:
    """Where the animal's ink is, from 0 to 1, in a square of the given size."""
    mask = np.zeros((size_px, size_px), np.uint8)
    for part in DRAWINGS[animal][drawing]:
        ink = 0 if part.cut else 255
        if isinstance(part, Shape):
            outline = np.asarray(part.points) if part.sharp else smooth_outline(np.asarray(part.points))
            _fill(mask, outline * size_px, ink)
        else:
            _fill(mask, _limb_outline(part) * size_px, ink)
    return as_plane(mask[:, ::-1] if mirrored else mask) / np.float32(255)


def smooth_outline(points: Points, steps: int = 8, closed: bool = True) -> Points:
    """A curve through the points (Catmull and Rom's)."""
    ring = (
        np.vstack([points[-1:], points, points[:2]])
        if closed
        else np.vstack([points[:1], points, points[-1:]])
    )
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    pieces = []
    for index in range(len(ring) - 3):
        a, b, c, d = ring[index : index + 4]
        pieces.append(
            0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        )
    if not closed:
        pieces.append(points[-1:])
    return np.vstack(pieces)


def _limb_outline(limb: Limb) -> Points:
    spine = smooth_outline(np.asarray(limb.points), closed=False)
    way = np.gradient(spine, axis=0)
    normal = np.column_stack([-way[:, 1], way[:, 0]]) / np.maximum(
        np.linalg.norm(way, axis=1, keepdims=True), 1e-9
    )
    width = np.linspace(limb.start, limb.end, len(spine))[:, None] / 2
    return np.vstack([spine + normal * width, (spine - normal * width)[::-1]])


def _fill(mask: object, outline_px: Points, ink: int) -> None:
    points = np.rint(outline_px * (1 << SHIFT)).astype(np.int32)
    cv2.fillPoly(mask, [points], (ink,), cv2.LINE_AA, SHIFT)  # type: ignore[call-overload]
