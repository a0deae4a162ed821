"""Brings the cut-outs of a whole deck into one frame.

A finder errs by a millimetre or two on each card, and a reader that compares cards point by point would
mistake that for print. Cards of a deck share frames, places and drawings, so each card is slid onto the
mean of those most like it, all of them a few times in turn; what they share in the end is the deck's frame.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.teaching.sheet import Sheet
from vision.alignment import SMALL_SIZE, slide_into_place
from vision.arrays import Floats, Mask, Picture, Points
from vision.cell_images import ReducedFrame, lay_straight
from vision.shapes import card_shapes, outlines

ROUNDS = 7
KIN = 4  # of the same photo, and as many of others: what a finder gets wrong it gets wrong all over a photo
KINSHIP = 12.0
"""How steeply the say of a card falls with its likeness."""
CLOSEST = 0.3
"""What photos of one card have before others: they share every line."""
ALIKE = 0.5
"""Cards less alike than this share no print by which one could be laid onto the other."""
FARTHEST = 0.16  # of a card's width, that a corner may be moved


def common_frame(sheet: Sheet, codes: Sequence[str], photos: Sequence[str], fixed: Mask) -> Points:
    """The corners of each card, moved so that the deck agrees; those of `fixed` cards are exact and stay."""
    same_photo = np.asarray(photos)[:, None] == np.asarray(photos)[None]
    same_card = np.asarray(codes)[:, None] == np.asarray(codes)[None]
    frame = ReducedFrame(sheet.frame_bgr, np.zeros(2), 1)
    quads = sheet.quads.copy()
    if len(quads) < 2 or fixed.all():
        return quads
    for _ in range(ROUNDS):
        cut = lay_straight(frame, quads, SMALL_SIZE)
        means, alike = _kin_means(cut, same_photo, same_card)
        moved = slide_into_place(frame, quads, cut, card_shapes(means), np.arange(len(quads)))
        stays = fixed | ~alike
        quads = np.where(stays[:, None, None], quads, _without_drift(sheet.quads, moved, stays))
    return quads


def _kin_means(cut: Picture, same_photo: Mask, same_card: Mask) -> tuple[Floats, Mask]:
    """For each card the mean of those most like it, as grey pictures of one brightness and contrast.

    The mask says which cards have any that are like them.
    """
    seen = outlines(cut).reshape(len(cut), -1)
    likeness = seen @ seen.T + CLOSEST * same_card
    np.fill_diagonal(likeness, -1)
    near_by = np.argsort(-np.where(same_photo, likeness, -1), axis=1)[:, :KIN]
    far_off = np.argsort(-np.where(same_photo, -1, likeness), axis=1)[:, :KIN]
    kin = np.concatenate([near_by, far_off], axis=1)
    near = np.take_along_axis(likeness, kin, axis=1)
    weights = np.exp(KINSHIP * (near - near.max(axis=1, keepdims=True)))
    weights = weights / weights.sum(axis=1, keepdims=True)
    even = _even(cut)
    means = np.stack(
        [np.tensordot(weight, even[of], axes=1) for weight, of in zip(weights, kin, strict=True)]
    )
    grey: Floats = np.clip(0.5 + 0.17 * means, 0, 1).astype(np.float32)
    return np.repeat(grey[..., None], 3, axis=3), near.max(axis=1) > ALIKE


def _even(cut: Picture) -> Floats:
    grey = cut.astype(np.float32).mean(axis=3)
    grey -= grey.mean(axis=(1, 2), keepdims=True)
    even: Floats = grey / np.maximum(grey.std(axis=(1, 2), keepdims=True), 2.0)
    return even


def _without_drift(first: Points, moved: Points, fixed: Mask) -> Points:
    """What all cards do alike is no agreement: kept out, the frame stays the mean of what was found."""
    size = np.linalg.norm(first[:, 1] - first[:, 0], axis=1)[:, None, None]
    way = (moved - first) / size
    if not fixed.any():
        way = way - np.median(way, axis=0)
    held: Points = first + np.clip(way, -FARTHEST, FARTHEST) * size
    return held


def cut_out(sheet: Sheet, quads: Points, size_px: tuple[int, int], margin: float = 0.0) -> Picture:
    """The cards as these corners cut them: cards x height x width x 3."""
    return lay_straight(ReducedFrame(sheet.frame_bgr, np.zeros(2), 1), quads, size_px, margin)
