"""Brings the cut-outs of a whole deck into one frame.

A finder errs by half a millimetre or more on each card, and a reader that compares cards point by point
would mistake that for print. Cards of a deck share frames, places and drawings, so each card is slid onto
those most like it, and what every two of them say of their places is brought together with where they were
found: a card moves only as far as the others agree that it should, and the deck as a whole cannot wander.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.teaching.sheet import Sheet
from vision.alignment import SMALL_SIZE
from vision.arrays import Floats, Indices, Mask, Picture, Points
from vision.cell_images import ReducedFrame, homographies, lay_straight, straight_corners, through
from vision.shapes import corner_weights, outlines, softened_grey

ROUNDS = 2
STEPS = 3
KIN_OF_THE_PHOTO, KIN_OF_OTHERS = 4, 8
"""What a finder gets wrong it gets wrong all over a photo: those of other photos have more to say."""
CLOSEST = 0.3
"""What photos of one card have before others: they share every line."""
ALIKE = 0.5
"""Cards less alike than this share no print by which one could be laid onto the other."""
LAID_WELL, SURELY_LAID = 0.7, 0.95
"""How alike two cards are, once one lies on the other, from which it tells something, and all it can."""
FOUND_OFF, TOLD_OFF = 0.4, 0.15
"""How far off, in millimetres, a card is usually found, and what one card tells of another's at best."""
LINES_MM = 4.0  # what changes more slowly than that across a card is shade
RIM_MM = 2  # so far in, a card that was found badly shows the table
KINSHIP_PX = 30.0  # neighbouring pixels err alike: so many of them count as one
CLIPPED_AT = 2.5
LONGEST_STEP = 2.0
AGREEING_ROUNDS, SWEEPS = 6, 12
FARTHEST = 0.16  # of a card's width, that a corner may be moved


def common_frame(sheet: Sheet, codes: Sequence[str], photos: Sequence[str], fixed: Mask) -> Points:
    """The corners of each card, moved so that the deck agrees; those of `fixed` cards are exact and stay."""
    same_photo = np.asarray(photos)[:, None] == np.asarray(photos)[None]
    same_card = np.asarray(codes)[:, None] == np.asarray(codes)[None]
    if len(sheet.quads) < 2 or fixed.all():
        return sheet.quads.copy()
    seen, lines = ReducedFrame(sheet.frame_bgr, np.zeros(2), 1), _lines(sheet)
    straight = straight_corners(*SMALL_SIZE)
    ways = homographies(straight, sheet.quads)
    moves = np.zeros((len(sheet.quads), 4, 2))
    for _ in range(ROUNDS):
        quads = through(ways, straight + moves)
        pairs = _pairs(lay_straight(seen, quads, SMALL_SIZE), same_photo, same_card)
        if len(pairs[0]) == 0:
            break
        told, trust = _told(lines, quads, pairs)
        moves = _agreed(_flat(moves[pairs[0]] - moves[pairs[1]]) + told, trust, pairs, fixed)
    farthest = FARTHEST * SMALL_SIZE[0]
    return through(ways, straight + np.clip(moves, -farthest, farthest))


def _lines(sheet: Sheet) -> ReducedFrame:
    """The sheet without its shades: lines alone tell where a card lies, whatever the light on it."""
    grey = cv2.cvtColor(sheet.frame_bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
    px_per_mm = float(np.linalg.norm(sheet.quads[0, 1] - sheet.quads[0, 0])) / SMALL_SIZE[0]
    around = cv2.GaussianBlur(grey, (0, 0), LINES_MM * px_per_mm)
    lines = np.clip(128 + grey - around, 0, 255).astype(np.uint8)
    return ReducedFrame(np.repeat(lines[..., None], 3, axis=2), np.zeros(2), 1)


def _pairs(cut: Picture, same_photo: Mask, same_card: Mask) -> tuple[Indices, Indices]:
    """Each card beside those most like it, of its own photo and of others."""
    seen = outlines(cut).reshape(len(cut), -1)
    likeness = seen @ seen.T + CLOSEST * same_card
    np.fill_diagonal(likeness, -1)
    kin: list[tuple[int, int]] = []
    for of_photo, most in ((same_photo, KIN_OF_THE_PHOTO), (~same_photo, KIN_OF_OTHERS)):
        among = np.where(of_photo, likeness, -1)
        nearest = np.argsort(-among, axis=1)[:, :most]
        one, rank = np.nonzero(np.take_along_axis(among, nearest, axis=1) > ALIKE)
        kin += zip(one.tolist(), nearest[one, rank].tolist(), strict=True)
    pairs = np.array(kin, np.intp).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]


def _told(lines: ReducedFrame, quads: Points, pairs: tuple[Indices, Indices]) -> tuple[Points, Points]:
    """How far the first card of each pair must move to lie as the second does, and how firmly that is known.

    Moves are in pixels of the small size, pairs x 8, firmness is the inverse of their covariance.
    """
    one, other = pairs
    straight = straight_corners(*SMALL_SIZE)
    ways = homographies(straight, quads)[one]
    wanted = softened_grey(lay_straight(lines, quads, SMALL_SIZE))
    slopes = _slopes(wanted)
    stiffness = np.asarray(slopes @ slopes.transpose(0, 2, 1), np.float64)
    moved = np.zeros((len(one), 8))
    for _ in range(STEPS):
        laid = softened_grey(lay_straight(lines, through(ways, straight + _corners(moved)), SMALL_SIZE))
        off = _off(laid, wanted[other])
        spread = np.float32(0.9) * np.abs(off).mean(axis=1) + np.float32(0.004)
        clipped = np.clip(off, *(way * CLIPPED_AT * spread[:, None] for way in (-1, 1)))
        held = stiffness[other] + (KINSHIP_PX * spread.astype(np.float64) ** 2)[:, None, None] * np.eye(8)
        step = np.linalg.solve(held, (slopes[other] @ clipped[..., None]).astype(np.float64))[..., 0]
        moved -= np.clip(step, -LONGEST_STEP, LONGEST_STEP)
    noise = KINSHIP_PX * spread.astype(np.float64) ** 2
    spare = np.linalg.inv(stiffness[other] / noise[:, None, None] + 1e-3 * np.eye(8))
    firm = np.linalg.inv(spare + TOLD_OFF**2 * np.eye(8))
    return moved, np.asarray(firm * _alike(laid, wanted[other])[:, None, None])


def _slopes(grey: Floats) -> Floats:
    """How the inside of each card changes when one of its corners moves: cards x 8 x pixels."""
    width, height = SMALL_SIZE
    cards = grey.reshape(-1, height, width)
    across, down = (
        np.stack([cv2.Sobel(card, cv2.CV_32F, dx, 1 - dx, ksize=3, scale=1 / 8) for card in cards])
        for dx in (1, 0)
    )
    inside = np.zeros((height, width), np.float32)
    inside[RIM_MM:-RIM_MM, RIM_MM:-RIM_MM] = 1
    follow = corner_weights(width, height)
    return np.concatenate(
        [(way * inside).reshape(len(grey), 1, -1) * follow for way in (across, down)], axis=1
    )


def _off(laid: Floats, wanted: Floats) -> Floats:
    """What is left between two cards once the first has the second's contrast."""
    contrast = np.vecdot(laid, wanted) / np.maximum(np.vecdot(wanted, wanted), np.float32(1e-6))
    off: Floats = laid / np.maximum(contrast, np.float32(0.1))[:, None] - wanted
    return off


def _alike(laid: Floats, wanted: Floats) -> Floats:
    size = np.linalg.norm(laid, axis=1) * np.linalg.norm(wanted, axis=1)
    alike = np.vecdot(laid, wanted) / np.maximum(size, np.float32(1e-6))
    trust: Floats = np.clip((alike - LAID_WELL) / (SURELY_LAID - LAID_WELL), 0, 1).astype(np.float32)
    return trust


def _agreed(told: Points, firm: Points, pairs: tuple[Indices, Indices], fixed: Mask) -> Points:
    """The move of each card that fits best what all pairs tell and where the cards were found.

    What strays from all else is believed less from round to round, a card that was found badly as well as
    two cards that were laid onto each other wrongly.
    """
    one, other = pairs
    moves = np.zeros((len(fixed), 8))
    strays = np.zeros(len(one))
    for _ in range(AGREEING_ROUNDS):
        believed = firm / (1 + strays / (2 * TOLD_OFF) ** 2)[:, None, None]
        found = 1 / (FOUND_OFF**2 + (moves**2).mean(axis=1))
        holds = found[:, None, None] * np.eye(8)
        np.add.at(holds, one, believed)
        np.add.at(holds, other, believed)
        own = np.linalg.inv(holds)
        for _ in range(SWEEPS):
            pull = np.zeros((len(fixed), 8))
            np.add.at(pull, one, (believed @ (moves[other] + told)[..., None])[..., 0])
            np.add.at(pull, other, (believed @ (moves[one] - told)[..., None])[..., 0])
            wished = (own @ pull[..., None])[..., 0]
            moves = np.where(fixed[:, None], 0, 0.3 * moves + 0.7 * wished)
        strays = ((moves[one] - moves[other] - told) ** 2).mean(axis=1)
    return _corners(moves)


def _flat(corners: Points) -> Points:
    """Corners (n x 4 x 2) as all across, then all down (n x 8)."""
    return np.concatenate([corners[..., 0], corners[..., 1]], axis=1)


def _corners(flat: Points) -> Points:
    return np.stack([flat[:, :4], flat[:, 4:]], axis=-1)


def cut_out(sheet: Sheet, quads: Points, size_px: tuple[int, int], margin: float = 0.0) -> Picture:
    """The cards as these corners cut them: cards x height x width x 3."""
    return lay_straight(ReducedFrame(sheet.frame_bgr, np.zeros(2), 1), quads, size_px, margin)
