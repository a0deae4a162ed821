"""Slides cards of which only parts show into place under their references, as rigid as the table has them."""

from __future__ import annotations

import numpy as np

from vision.alignment import SMALL_SIZE
from vision.arrays import Floats, Indices, Picture, Points
from vision.cell_images import (
    SMALL_HEIGHT_PX,
    SMALL_WIDTH_PX,
    ReducedFrame,
    homographies,
    lay_straight,
    straight_corners,
    through,
)
from vision.shapes import CardShapes, corner_weights, pulled_by_corners, softened_grey
from vision.visible_parts import BLOCK_PX, BLOCKS, TOP_PX

STEPS = 2
LONGEST_STEP_PX = 3.0
CLIPPED_AT = 2.5
KINSHIP_PX = 30.0
EXPECTED = np.array([2.0, 2.0, 0.03, 0.01])  # pixels, pixels, turn and growth of a card that is to be moved
WARPED_PX = 0.7  # how far each corner may lie off by itself

_FOLLOW = corner_weights(*SMALL_SIZE)


def slide_visible(
    frame: ReducedFrame, quads: Points, shows: Floats, shapes: CardShapes, pictures: Indices
) -> Points:
    """The corners moved so that what shows lies under the picture named; `shows` is by blocks, 0 to 1."""
    for _ in range(STEPS):
        cut = lay_straight(frame, quads, SMALL_SIZE)
        quads = _moved(quads, _corner_errors(cut, over_blocks(shows), shapes, pictures))
    return quads


def over_blocks(blocks: Floats) -> Floats:
    """Each block's value for its pixels: cards x pixels; the rim takes the value next to it."""
    rows, columns = BLOCKS
    wide = np.repeat(np.repeat(blocks.reshape(-1, rows, columns), BLOCK_PX, axis=1), BLOCK_PX, axis=2)
    rim = SMALL_HEIGHT_PX - rows * BLOCK_PX - TOP_PX
    whole = np.pad(wide, ((0, 0), (TOP_PX, rim), (0, SMALL_WIDTH_PX - columns * BLOCK_PX)), mode="edge")
    return np.ascontiguousarray(whole.reshape(len(whole), -1), np.float32)


def _basis() -> Points:
    """How corners move with shift, turn and growth: 8 (all x, then all y) x 4."""
    corners = straight_corners(*SMALL_SIZE)
    off = corners - corners.mean(0)
    one, none = np.ones(4), np.zeros(4)
    columns = [
        np.concatenate([one, none]),
        np.concatenate([none, one]),
        np.concatenate([-off[:, 1], off[:, 0]]),
        np.concatenate([off[:, 0], off[:, 1]]),
    ]
    return np.stack(columns, axis=1)


_BASIS = _basis()
# Corners stray as a whole card does, and a little by themselves: the inverse of that covariance holds them.
_HOLD = np.linalg.inv((_BASIS * EXPECTED**2) @ _BASIS.T + WARPED_PX**2 * np.eye(8))


def _corner_errors(cut: Picture, shows: Floats, shapes: CardShapes, pictures: Indices) -> Points:
    weight = shows / np.maximum(shows.sum(1, keepdims=True), 1e-6)
    grey, wanted = softened_grey(cut), shapes.grey[pictures]
    grey = grey - (grey * weight).sum(1, keepdims=True)
    wanted = wanted - (wanted * weight).sum(1, keepdims=True)
    contrast = (grey * wanted * weight).sum(1) / np.maximum((wanted * wanted * weight).sum(1), 1e-6)
    off = grey / np.clip(contrast, 0.1, 3.0)[:, None] - wanted
    spread = np.sqrt((off * off * weight).sum(1)) * np.float32(0.8) + np.float32(0.01)
    off = np.clip(off, -CLIPPED_AT * spread[:, None], CLIPPED_AT * spread[:, None])
    errors = np.zeros((len(cut), 8))
    for card in range(len(cut)):
        picture = pictures[card]
        slopes = pulled_by_corners(shapes.slopes[picture], _FOLLOW)
        heavy = slopes * shows[card]
        stiffness = heavy @ slopes.T + KINSHIP_PX * float(spread[card]) ** 2 * _HOLD
        errors[card] = np.linalg.solve(stiffness, heavy @ off[card])
    steps = np.clip(errors, -LONGEST_STEP_PX, LONGEST_STEP_PX)
    return np.stack([steps[:, :4], steps[:, 4:]], axis=-1)


def _moved(quads: Points, errors: Points) -> Points:
    straight = straight_corners(*SMALL_SIZE)
    return through(homographies(straight, quads), straight - errors)
