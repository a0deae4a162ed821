"""Lays pictures that show nearly the same over each other, each cut out by a finder that erred by itself.

A deck taught from photographs has several pictures of a card, and cards that differ in colour alone. Off by a
millimetre, the picture of another card that lies better would win over the right one that lies worse.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.alignment import SMALL_SIZE, slide_into_place
from vision.arrays import Floats, Picture
from vision.cell_images import HEIGHT_PX, WIDTH_PX, ReducedFrame, lay_straight, straight_corners
from vision.shapes import CardShapes, card_shapes

WORTH_TRYING = 0.5
NEARLY_THE_SAME = 0.85  # once slid into place
ROUNDS = 3


def laid_over_each_other(pictures: Sequence[Picture]) -> list[Picture]:
    """The pictures at the full size; each that resembles an earlier one is slid over it."""
    laid = [full_size(picture) for picture in pictures]
    shapes = [_shapes(picture) for picture in laid]
    grey = np.concatenate([_even(shape) for shape in shapes])
    for index in range(1, len(laid)):
        alike = grey[:index] @ grey[index]
        nearest = int(alike.argmax())
        if alike[nearest] < WORTH_TRYING:
            continue
        moved = _slid(laid[index], shapes[nearest])
        shape = _shapes(moved)
        if float(_even(shape)[0] @ grey[nearest]) > max(alike[nearest], NEARLY_THE_SAME):
            laid[index], shapes[index], grey[index] = moved, shape, _even(shape)[0]
    return laid


def _slid(picture: Picture, onto: CardShapes) -> Picture:
    frame = ReducedFrame(picture, np.zeros(2), 1)
    corners = straight_corners(WIDTH_PX, HEIGHT_PX)[None]
    for _ in range(ROUNDS):
        cut = lay_straight(frame, corners, SMALL_SIZE)
        corners = slide_into_place(frame, corners, cut, onto, np.zeros(1, np.intp))
    return np.asarray(lay_straight(frame, corners, (WIDTH_PX, HEIGHT_PX))[0], np.uint8)


def full_size(picture: Picture) -> Picture:
    """A picture of a card at the size at which cards are compared most closely."""
    size = (WIDTH_PX, HEIGHT_PX)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _shapes(picture: Picture) -> CardShapes:
    small = cv2.resize(picture, SMALL_SIZE, interpolation=cv2.INTER_AREA)
    return card_shapes(np.asarray(small, np.float32)[None] / np.float32(255))


def _even(shape: CardShapes) -> Floats:
    even: Floats = shape.grey / np.maximum(np.linalg.norm(shape.grey, axis=1, keepdims=True), 1e-6)
    return even
