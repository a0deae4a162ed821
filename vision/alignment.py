"""Slides cut-outs into place under their references, to a fraction of a pixel.

Each corner of a card may move by itself, which covers a finder's error and most of a card's curl. Steps are
those of Gauss and Newton on softened grey, with what a hand or glare hides kept from pulling.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Indices, Picture, Points
from vision.cell_images import (
    COARSE_HEIGHT_PX,
    COARSE_WIDTH_PX,
    SMALL_HEIGHT_PX,
    SMALL_WIDTH_PX,
    ReducedFrame,
    homographies,
    lay_straight,
    straight_corners,
    through,
)
from vision.shapes import CardShapes, corner_weights, softened_grey

LONGEST_STEP_PX = 2.0
EXPECTED_MOVE_PX = 0.9
KINSHIP_PX = 30.0  # neighbouring pixels err alike: so many of them count as one
CLIPPED_AT = 2.5
MORE_STEPS = 1
SPREAD_OF_SIZES = 0.9
SMALL_SIZE = (SMALL_WIDTH_PX, SMALL_HEIGHT_PX)
COARSE_SIZE = (COARSE_WIDTH_PX, COARSE_HEIGHT_PX)


def slide_into_place(
    frame: ReducedFrame, quads: Points, cut: Picture, shapes: CardShapes, pictures: Indices
) -> Points:
    """The corners, moved so that each cut-out lies under the reference picture named for it.

    `cut` are the cards as the given corners cut them.
    """
    quads = slid_a_step(quads, cut, shapes, pictures)
    for _ in range(MORE_STEPS):
        quads = slid_a_step(quads, lay_straight(frame, quads, SMALL_SIZE), shapes, pictures)
    return quads


def slid_a_step(quads: Points, cut: Picture, shapes: CardShapes, pictures: Indices) -> Points:
    """The corners after one step, told by cut-outs of the size of the shapes, whichever that is."""
    return slid_by_grey(quads, softened_grey(cut), (cut.shape[2], cut.shape[1]), shapes, pictures)


def slid_by_grey(
    quads: Points, grey: Floats, size_px: tuple[int, int], shapes: CardShapes, pictures: Indices
) -> Points:
    """The same by the softened grey of cut-outs (cards x pixels)."""
    straight = straight_corners(*size_px)
    errors = _corner_errors(grey, corner_weights(*size_px), shapes, pictures)
    return through(homographies(straight, quads), straight - errors)


def _corner_errors(grey: Floats, follow: Floats, shapes: CardShapes, pictures: Indices) -> Points:
    """How far, in its own pixels, each corner of each cut-out lies off: cards x 4 x 2."""
    wanted = shapes.grey[pictures]
    contrast = np.vecdot(grey, wanted) / np.maximum(np.vecdot(wanted, wanted), np.float32(1e-6))
    off = grey / np.maximum(contrast, np.float32(0.05))[:, None]
    off -= wanted
    # The mean of sizes stands in for their median, which takes longer than all the rest.
    spread = np.float32(SPREAD_OF_SIZES) * np.abs(off).mean(axis=1) + np.float32(0.01)
    np.clip(off, -CLIPPED_AT * spread[:, None], CLIPPED_AT * spread[:, None], out=off)
    pulls = shapes.slopes[pictures]
    pulls *= off[:, None]
    pull = (pulls.reshape(-1, off.shape[1]) @ follow.T).reshape(len(off), 8, 1)
    holding = KINSHIP_PX * (spread / EXPECTED_MOVE_PX) ** 2
    stiffness = shapes.stiffness[pictures] + holding[:, None, None] * np.eye(8)
    steps = np.clip(np.linalg.solve(stiffness, pull), -LONGEST_STEP_PX, LONGEST_STEP_PX)
    return steps.reshape(-1, 2, 4).transpose(0, 2, 1).astype(np.float64)
