"""Decks whose cards differ in one small thing, made from any deck: one picture, small marks stamped on it.

Two cards of an illustrated deck may differ in a number of a few pixels alone. Few drawn decks are as mean as
that, and a network that never met one looks at the picture and not at the number.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from models.training.crop_shards import CropShard
from models.training.scenes.arrays import Picture, Plane, as_picture, as_plane
from models.training.scenes.codes import VALUES
from models.training.scenes.style_numbers import number_mask

FONTS, FINE_PX = 8, 64
SMALLEST_PX, LARGEST_PX = 7, 16
RIM_PX = 7
TWICE, ON_A_BADGE = 0.5, 0.5
PIPS, TONES = 0.15, 0.15
CLEAR = 60  # an ink stands out from what is under it by so many levels


@dataclass(frozen=True, slots=True, eq=False)
class Stamp:
    """What a deck stamps on its cards: five marks of one kind and size at one place, or also turned."""

    marks: tuple[Plane, ...]
    inks: Plane
    badge: Plane | None
    top_px: int
    left_px: int
    twice: bool

    @classmethod
    def draw(cls, rng: np.random.Generator, size_px: tuple[int, int]) -> Stamp:
        """Mostly a digit; at times a number of pips, or one badge in five tones."""
        tall = round(float(np.exp(rng.uniform(np.log(SMALLEST_PX), np.log(LARGEST_PX)))))
        kind, font = rng.random(), int(rng.integers(FONTS))
        inks = np.repeat(_ink(rng)[None], len(VALUES), axis=0)
        badge = _ink(rng) if rng.random() < ON_A_BADGE else None
        if kind < PIPS:
            tall = max(tall, 10)
            marks = tuple(_pips(count, tall) for count in VALUES)
        elif kind < PIPS + TONES:
            marks = (np.ones((tall, tall), np.float32),) * len(VALUES)
            inks, badge = _tones(rng), None
        else:
            marks = tuple(_digit(value, font, tall) for value in VALUES)
        if badge is not None and float(np.abs(badge - inks[0]).mean()) < CLEAR:
            badge = as_plane(np.where(inks[0] > 128, 15, 245))
        return cls(
            marks=marks,
            inks=as_plane(inks),
            badge=badge,
            top_px=int(rng.integers(RIM_PX, size_px[0] - tall - RIM_PX)),
            left_px=int(rng.integers(RIM_PX, size_px[1] - tall - RIM_PX)),
            twice=bool(rng.random() < TWICE),
        )

    def on(self, picture: Picture, value: int) -> Picture:
        """The picture with the mark of a value, counted from nought."""
        picture = self._once(picture, value)
        return self._once(picture[::-1, ::-1], value)[::-1, ::-1] if self.twice else picture

    def _once(self, picture: Picture, value: int) -> Picture:
        mark, ink = self.marks[value][..., None], self.inks[value]
        picture = picture.copy()
        box = picture[self.top_px : self.top_px + len(mark), self.left_px : self.left_px + mark.shape[1]]
        under = as_plane(box if self.badge is None else np.broadcast_to(self.badge, box.shape))
        if self.badge is None and float(np.abs(ink - under.mean(axis=(0, 1))).mean()) < CLEAR:
            ink = as_plane(255 - under.mean(axis=(0, 1))) if mark.min() < 1 else ink
        box[:] = as_picture(np.clip(np.rint(under + mark * (ink - under)), 0, 255))
        return picture


def stamped(rng: np.random.Generator, shard: CropShard) -> CropShard:
    """A deck without photographs: one picture for each colour and animal, five marks on it."""
    height, width = shard.references.shape[1:3]
    stamp = Stamp.draw(rng, (height, width))
    references, known = shard.references.copy(), shard.known.copy()
    for first in range(0, 90, len(VALUES)):
        there = first + np.flatnonzero(shard.known[first : first + len(VALUES)])
        if len(there) == 0:
            continue
        base = shard.references[int(rng.choice(there))]
        for value in range(len(VALUES)):
            references[first + value] = stamp.on(base, value)
        known[first : first + len(VALUES)] = True
    none = slice(0, 0)
    return replace(
        shard,
        crops=shard.crops[none],
        states=shard.states[none],
        codes=shard.codes[none],
        turned=shard.turned[none],
        visible=shard.visible[none],
        conditions=shard.conditions[none],
        references=references,
        known=known,
    )


def _ink(rng: np.random.Generator) -> Plane:
    return as_plane(rng.choice([12.0, 245.0]) * np.ones(3) if rng.random() < 0.5 else rng.uniform(0, 255, 3))


def _tones(rng: np.random.Generator) -> Plane:
    """Five colours well apart, in any order."""
    hues = (rng.uniform(0, 36) + 36 * rng.permutation(len(VALUES))) % 180
    strength, light = rng.integers(150, 256), rng.integers(120, 256)
    hsv = np.array([[[hue, strength, light] for hue in hues]], np.uint8)
    return as_plane(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0])


@cache
def _fine_digit(value: int, font: int) -> Plane:
    return number_mask(value, font, FINE_PX)


def _digit(value: int, font: int, tall_px: int) -> Plane:
    return as_plane(cv2.resize(_fine_digit(value, font), (tall_px, tall_px), interpolation=cv2.INTER_AREA))


def _pips(count: int, tall_px: int) -> Plane:
    """Dots side by side on two lines."""
    fine = np.zeros((FINE_PX, FINE_PX), np.uint8)
    for pip in range(count):
        at = (11 + 21 * (pip % 3), 18 + 28 * (pip // 3))
        cv2.circle(fine, at, 9, (255,), -1, cv2.LINE_AA)
    return as_plane(cv2.resize(fine, (tall_px, tall_px), interpolation=cv2.INTER_AREA)) / np.float32(255)
