"""Which parts of a card show, judged by its deck's pictures: block by block, whatever lies on the rest."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Indices, Mask, Picture
from vision.cell_images import SMALL_HEIGHT_PX, SMALL_WIDTH_PX
from vision.references import BlurredPictures, DeckReferences

BLOCK_PX = 7
BLOCKS = (SMALL_HEIGHT_PX // BLOCK_PX, SMALL_WIDTH_PX // BLOCK_PX)  # rows and columns
TOP_PX = (SMALL_HEIGHT_PX - BLOCKS[0] * BLOCK_PX) // 2
FAINT = 0.025  # a block whose numbers stray less than this is plain
LIVELY = 0.07
LOOKS_LIKE = 0.35
LIKELY = 6  # pictures compared in full
TINT_SPREAD, SHADE_SPREAD = 0.16, 0.35  # logarithms by which a block's colour and brightness may stray
PLAIN_WORTH = 0.25
# Haze, tone curves and saturation move a dark channel by so much; its logarithm alone would stray far. The
# best of four numbers on free layouts 760000 and 770000 on, with drawn decks.
LIFTED = np.float32(0.1)


@dataclass(frozen=True, slots=True, eq=False)
class DeckBlocks:
    """Every picture of a deck by blocks: evened out, their mean colours, and how lively each is."""

    even: Floats  # blocks x numbers x pictures
    colour: Floats  # pictures x blocks x channels, logarithms
    worth: Floats  # pictures x blocks, from PLAIN_WORTH to 1

    @classmethod
    def of(cls, deck: DeckReferences, level: BlurredPictures) -> DeckBlocks:
        """The blocks of all pictures at one blur."""
        shown = level.shown.transpose(1, 2, 0).reshape(len(deck.kinds), SMALL_HEIGHT_PX, SMALL_WIDTH_PX, 3)
        even, colour, spread = _blocks(shown)
        return cls(
            np.ascontiguousarray(even.transpose(1, 2, 0)),
            colour,
            np.clip(spread / LIVELY, PLAIN_WORTH, 1.0).astype(np.float32),
        )


@dataclass(frozen=True, slots=True, eq=False)
class VisibleParts:
    """For each cut-out the picture that explains most of it, and how far it explains each block, -1 to 1."""

    picture: Indices
    agreement: Floats  # cards x rows x columns
    worth: Floats  # the same shape: how much a block can tell

    @property
    def shows(self) -> Mask:
        """Which blocks show the card."""
        return self.agreement > 0

    @property
    def score(self) -> Floats:
        """How much of each card is explained, in lively blocks."""
        total: Floats = (np.maximum(self.agreement, 0) * self.worth).sum((1, 2))
        return total


def visible_parts(cut: Picture, deck: DeckBlocks) -> VisibleParts:
    """Compare cut-outs (cards x height x width x 3) with every picture."""
    even, colour, _ = _blocks(cut.astype(np.float32) / np.float32(255))
    cards = len(even)
    by_block = np.matmul(np.ascontiguousarray(even.transpose(1, 0, 2)), deck.even)
    alike = np.ascontiguousarray(by_block.transpose(1, 2, 0))
    rough = (np.maximum(alike - LOOKS_LIKE, 0) * deck.worth).sum(-1)
    few = np.argsort(-rough, axis=1)[:, :LIKELY]
    each = np.arange(cards)[:, None]
    likeness, worth = alike[each, few], deck.worth[few]
    agreement = _agreement(likeness, colour[:, None] - deck.colour[few], worth)
    score = (np.maximum(agreement, 0) * worth).sum(-1)
    best = score.argmax(1)
    row = np.arange(cards)
    shape = (cards, *BLOCKS)
    return VisibleParts(few[row, best], agreement[row, best].reshape(shape), worth[row, best].reshape(shape))


def agreement_with(cut: Picture, pictures: Indices, deck: DeckBlocks) -> Floats:
    """How far each cut-out agrees with one picture each, by worth: cards x rows x columns."""
    even, colour, _ = _blocks(cut.astype(np.float32) / np.float32(255))
    alike = np.einsum("cbn,bnc->cb", even, deck.even[:, :, pictures])
    worth = deck.worth[pictures]
    agreement = _agreement(alike[:, None], (colour - deck.colour[pictures])[:, None], worth[:, None])[:, 0]
    return (agreement * worth).reshape(-1, *BLOCKS)


def _blocks(shown: Floats) -> tuple[Floats, Floats, Floats]:
    """Pictures by blocks: evened numbers of unit length, mean colours as logarithms, and their spread."""
    rows, columns = BLOCKS
    kept = shown[:, TOP_PX : TOP_PX + rows * BLOCK_PX, : columns * BLOCK_PX]
    parts = kept.reshape(-1, rows, BLOCK_PX, columns, BLOCK_PX, 3).transpose(0, 1, 3, 2, 4, 5)
    flat = parts.reshape(len(shown), rows * columns, BLOCK_PX * BLOCK_PX, 3)
    mean = flat.mean(2)
    off = flat - mean[:, :, None]
    spread = np.sqrt((off * off).mean((2, 3)))
    length = np.sqrt(BLOCK_PX * BLOCK_PX * 3) * np.maximum(spread, FAINT)
    even = (off / length[..., None, None]).reshape(len(shown), rows * columns, -1)
    return even.astype(np.float32), np.log(mean + LIFTED), spread.astype(np.float32)


def _agreement(likeness: Floats, colour: Floats, worth: Floats) -> Floats:
    """How far blocks agree, smoothed over neighbours: cards x pictures x blocks."""
    clear = np.maximum(likeness - LOOKS_LIKE, 0) * worth + np.float32(1e-4)
    light = _weighted_median(colour, clear)
    off = colour - light[:, :, None]
    shade = off.mean(-1)
    tint = np.abs(off - shade[..., None]).max(-1)
    strange = (tint / TINT_SPREAD) ** 2 + (shade / SHADE_SPREAD) ** 2
    # A lively block is known by its drawing and its colour, a plain one by its colour alone.
    lively = np.clip((worth - PLAIN_WORTH) / (1 - PLAIN_WORTH), 0, 1)
    drawing = np.clip((likeness - 0.45) / 0.3, -1, 1) * lively + (1 - lively) * 0.4
    agree = np.clip(drawing - 0.5 * strange, -1, 1).astype(np.float32)
    shape = (-1, *BLOCKS)
    weight = worth.reshape(shape)
    smooth = [
        cv2.blur(one * heavy, (3, 3), borderType=cv2.BORDER_REFLECT)
        / cv2.blur(heavy, (3, 3), borderType=cv2.BORDER_REFLECT)
        for one, heavy in zip(agree.reshape(shape), weight, strict=True)
    ]
    both = 0.5 * (np.stack(smooth).reshape(agree.shape) + agree)
    return np.asarray(both, np.float32)


def _weighted_median(values: Floats, weight: Floats) -> Floats:
    """The light that most of the clear blocks ask for: cards x pictures x channels."""
    order = np.argsort(values, axis=2)
    sorted_values = np.take_along_axis(values, order, axis=2)
    sorted_weight = np.take_along_axis(np.broadcast_to(weight[..., None], values.shape), order, axis=2)
    reached = np.cumsum(sorted_weight, axis=2)
    middle = (reached >= 0.5 * reached[:, :, -1:]).argmax(axis=2)
    median: Floats = np.take_along_axis(sorted_values, middle[:, :, None], axis=2)[:, :, 0]
    return median
