"""How far two pictures of cards differ where they do most, be it in one small place, under one light."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np

from vision.arrays import Floats, Picture

BLOCKS, BLUR_PX = (28, 44), 3.0
RIM = (slice(4, -4), slice(3, -3))  # at the very edge a strip of table may show
OFF_PX = 1  # by which two cut-outs of one card may lie off each other


def largest_difference(one: Picture, other: Picture) -> float:
    """Grey levels by which two pictures differ in their most unlike place, once their light is the same."""
    lighter, darker = _lighter_and_darker(one, other)
    return float(np.maximum(lighter, darker).min(axis=0).max())


def difference_of_print(one: Picture, other: Picture) -> float:
    """The same where one is lighter here and darker there: a lamp or a shade makes it only one of them."""
    return float(min(way.min(axis=0).max() for way in _lighter_and_darker(one, other)))


def _lighter_and_darker(one: Picture, other: Picture) -> tuple[Floats, Floats]:
    """How much lighter and darker the one is in each place, for every way in which they may lie.

    Cut-outs of one card may lie a little off each other, here one way and there another.
    """
    ours = _blocks(one)
    ways = product((-OFF_PX, 0, OFF_PX), repeat=2)
    off = np.stack([_off(ours, _blocks(np.roll(other, way, axis=(0, 1)))) for way in ways])
    return off.max(axis=2), (-off).max(axis=2)


def _blocks(picture: Picture) -> Floats:
    soft = cv2.GaussianBlur(picture, (0, 0), BLUR_PX)
    blocks = cv2.resize(soft, BLOCKS, interpolation=cv2.INTER_AREA)[RIM]
    return np.asarray(blocks.reshape(-1, 3), np.float32)


def _off(ours: Floats, theirs: Floats) -> Floats:
    """What the blocks of one picture have more than those of another, under one light."""
    spread = np.maximum(theirs.std(axis=0), 1)
    matched = (theirs - theirs.mean(axis=0)) * ours.std(axis=0) / spread + ours.mean(axis=0)
    return np.asarray(ours - matched, np.float32)
