"""Which cards lie on which, and so what shows of each, to the pixel.

Blocks tell roughly what shows; of a card in a fan that is hardly more than one block wide. Once all cards are
found, their outlines tell it exactly.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.alignment import SMALL_SIZE
from vision.arrays import Floats, Mask, Points
from vision.cell_images import homographies, straight_corners, through
from vision.explained_cards import REACH, ExplainedCards
from vision.visible_alignment import over_blocks

RIM_PX = 0.7  # beside a card's edge its shadow lies on the card below
LEAST_SHARED = 0.004  # of a card: outlines that share less merely touch
WIDTH, HEIGHT = SMALL_SIZE


@dataclass(frozen=True, slots=True, eq=False)
class _Overlap:
    """Which pixels of one card lie within another."""

    lower: int
    upper: int
    hidden: Mask


@dataclass(frozen=True, slots=True, eq=False)
class Stacked:
    """Of each card how far each pixel shows, 0 to 1, and which pixels no other card hides."""

    shown: Floats
    uncovered: Mask

    def share(self, worth: Floats) -> Floats:
        """How much of what no other card hides looks as the card should; `worth` is by blocks.

        What cloth or wood has by chance of a card is a patch here and there, and nothing hides the rest.
        """
        heavy = over_blocks(worth) * self.uncovered
        share: Floats = (self.shown * heavy).sum(1) / np.maximum(heavy.sum(1), 1e-6)
        return share


def stacked(cards: ExplainedCards) -> Stacked:
    """What shows of each card: cards x pixels of the small cut-outs."""
    rough = over_blocks(cards.shows)
    hidden = np.zeros(rough.shape, bool)
    for overlap in _overlaps(cards):
        hidden[overlap.lower] |= overlap.hidden
    shown = np.where(hidden, np.float32(0), np.maximum(rough, _excused(rough, hidden)))
    # A card of which the outlines leave nothing keeps what its blocks told.
    lost = shown.sum(1) < 0.5 * rough.sum(1)
    return Stacked(np.where(lost[:, None], rough, shown).astype(np.float32), ~hidden | lost[:, None])


def _excused(rough: Floats, hidden: Mask) -> Floats:
    """What an edge runs through looks like neither card; it shows if what is beside it does."""
    size = (len(rough), HEIGHT, WIDTH)
    near_edge = _spread(hidden.reshape(size).astype(np.float32), 7) > 0
    beside = _spread(rough.reshape(size), 9)
    return np.where(near_edge, beside, 0).reshape(rough.shape).astype(np.float32)


def _spread(cards: Floats, size_px: int) -> Floats:
    kernel = np.ones((size_px, size_px), np.uint8)
    return np.stack([np.asarray(cv2.dilate(card, kernel), np.float32) for card in cards])


def _overlaps(cards: ExplainedCards) -> list[_Overlap]:
    """Every pair of cards that share ground, the lower one named first."""
    onto = homographies(straight_corners(*SMALL_SIZE), cards.corners)
    back, pixels = np.linalg.inv(onto), _pixels()
    rough = over_blocks(cards.shows)
    overlaps = []
    for one, other in _neighbours(cards.corners):
        ours = _within(through(back[other] @ onto[one][None], pixels[None])[0], RIM_PX)
        if ours.mean() < LEAST_SHARED:
            continue
        theirs = _within(through(back[one] @ onto[other][None], pixels[None])[0], RIM_PX)
        shows = rough[one][ours].mean(), rough[other][theirs].mean() if theirs.any() else 0.0
        if shows[0] >= shows[1]:
            overlaps.append(_Overlap(other, one, theirs))
        else:
            overlaps.append(_Overlap(one, other, ours))
    return overlaps


def _neighbours(corners: Points) -> list[tuple[int, int]]:
    middles, widths = corners.mean(1), np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)
    apart = np.linalg.norm(middles[:, None] - middles, axis=-1)
    one, other = np.nonzero(np.triu(apart < REACH * widths[:, None], 1))
    return list(zip(one.tolist(), other.tolist(), strict=True))


def _within(points: Points, margin_px: float) -> Mask:
    x, y = points.T
    inside: Mask = (
        (x > -0.5 - margin_px)
        & (x < WIDTH - 0.5 + margin_px)
        & (y > -0.5 - margin_px)
        & (y < HEIGHT - 0.5 + margin_px)
    )
    return inside


def _pixels() -> Points:
    x, y = np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT))
    return np.stack([x.ravel(), y.ravel()], axis=-1).astype(np.float64)
