"""How hands reach over the table: to lay a card, to take one, to point."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from models.training.scenes.hand import CLOTH, SKINS, SLEEVES, Bone, Hand

_Place: TypeAlias = Callable[[float, float, float], tuple[float, float, float]]
KNUCKLES = ((-30.0, 8.0), (-11.0, 0.0), (9.0, 1.0), (28.0, 8.0))
FINGER_MM = (70.0, 80.0, 76.0, 60.0)


def draw_hand(rng: np.random.Generator, tip_mm: tuple[float, float], from_degrees: float) -> Hand:
    """A hand whose fingers end near the tip and whose arm comes from a side of the table."""
    way = np.radians(from_degrees)
    back = np.array([np.cos(way), np.sin(way)])
    side = np.array([-back[1], back[0]]) * (1 if rng.random() < 0.5 else -1)
    low = float(rng.uniform(4, 30))
    spread = float(rng.uniform(0.7, 1.25))
    size = float(rng.uniform(0.85, 1.08))
    reach_mm = 78.0 * size
    palm = np.asarray(tip_mm) + back * reach_mm

    def at(along: float, across: float, height: float) -> tuple[float, float, float]:
        point = palm + back * along * size + side * across * size
        return float(point[0]), float(point[1]), height

    bones = [*_arm(at, rng, low, size), *_palm(at, low, size)]
    nails = []
    for index, (across, along) in enumerate(KNUCKLES):
        bend = float(rng.uniform(0.72, 1.0))
        length = FINGER_MM[index] * bend
        fan = across * spread * float(rng.uniform(0.95, 1.15))
        middle = at(along - length * 0.5, across + (fan - across) * 0.6, low + 26 + 12 * (1 - bend))
        tip = at(along - length, fan, low + 6)
        bones += [
            Bone(at(along, across, low + 24), middle, 10.5 * size, 8.8 * size),
            Bone(middle, tip, 8.8 * size, 7.2 * size),
        ]
        nails.append((tip[0], tip[1], tip[2] + 6))
    thumb_middle = at(0.0, -56.0, low + 16)
    thumb_tip = at(float(rng.uniform(-45, -15)), float(rng.uniform(-62, -34)), low + 6)
    bones += [
        Bone(at(40, -28, low + 20), thumb_middle, 15 * size, 11 * size),
        Bone(thumb_middle, thumb_tip, 11 * size, 8.8 * size),
    ]
    skin = np.asarray(SKINS[int(rng.integers(len(SKINS)))]) * np.exp(rng.normal(0, 0.04, 3))
    sleeve = SLEEVES[int(rng.integers(len(SLEEVES)))]
    return Hand(
        tuple(bones),
        tuple(nails),
        (float(skin[0]), float(skin[1]), float(skin[2])),
        sleeve,
        int(rng.integers(1 << 30)),
    )


def _arm(at: _Place, rng: np.random.Generator, low: float, size: float) -> list[Bone]:
    cuff = float(rng.uniform(110, 320))
    wrist = at(88, 0, low + 25)
    bare = at(cuff, 0, low + 44)
    elbow = at(620, float(rng.uniform(-120, 120)), low + 130)
    return [
        Bone(wrist, bare, 25 * size, 34 * size),
        Bone(bare, elbow, 40 * size, 56 * size, CLOTH),
    ]


def _palm(at: _Place, low: float, size: float) -> list[Bone]:
    return [
        Bone(at(85, across * 0.4, low + 30), at(along + 6, across * 0.95, low + 22), 20 * size, 13 * size)
        for across, along in KNUCKLES
    ]
