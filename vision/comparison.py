"""Compares cut-out cards with every reference of a deck: looked up, slid into place, then weighed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.alignment import SMALL_SIZE, slide_into_place
from vision.arrays import Floats, Indices, Mask, Picture, Points
from vision.cell_images import ReducedFrame, lay_straight
from vision.light_fit import CutOuts, LightFit, explained, fit_chosen, fit_light, trusted_weights
from vision.patches import PATCHES, by_patches
from vision.references import BlurredPictures, DeckReferences
from vision.shapes import outlines

LIKE_SOMETHING = 0.4
SAME_EITHER_WAY = 0.1
"""Two ways round whose outlines are this close are both compared in full."""
FAINTEST_NOISE = 2e-4
FITTING = 0.4
HOPELESS = 0.8
EVERY = 5  # no multiple of a card's width, so that all columns are sampled
BLOCKS = (6, 4)  # rows and columns of blocks in which a card is looked at for what is hidden


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """All cells beside all codes of the deck (cells x codes), each cell the way round that fits best.

    `misfit` is the mean square left unexplained and `noise` the part of it that even the best code leaves.
    `log_gains` is the light each code would need, with its variance for a noise of 1. `explained` is the
    share of a cell's picture that its best code accounts for, `blocks` the same for parts of the card, and
    `cut` are the cells as `corners` cut them, at the small size.
    """

    turned: Mask
    corners: Points
    likeness: Floats
    misfit: Floats
    noise: Floats
    log_gains: Floats
    gain_variance: Floats
    explained: Floats
    blocks: Floats
    picture: Indices
    blur: int
    cut: Picture


@dataclass(frozen=True, slots=True, eq=False)
class _Lookup:
    """Ways of laying cells that are worth comparing: each row a cell, one way round, and what it may be."""

    cells: Indices
    turned: Mask
    picture: Indices
    likeness: Floats


def compare(frame: ReducedFrame, quads: Points, deck: DeckReferences) -> Comparison:
    """Compare each card with the whole deck."""
    first = lay_straight(frame, quads, SMALL_SIZE)
    ways = _look_up(first, deck)
    laid = np.where(ways.turned[:, None, None], np.roll(quads[ways.cells], 2, axis=1), quads[ways.cells])
    upright = np.where(ways.turned[:, None, None, None], first[ways.cells, ::-1, ::-1], first[ways.cells])
    laid = slide_into_place(frame, laid, upright, deck.shapes, ways.picture)
    cut = lay_straight(frame, laid, SMALL_SIZE)
    planes = cut.reshape(len(cut), -1, 3).transpose(2, 0, 1).astype(np.float32) / np.float32(255)
    return _weighed(CutOuts(planes, by_patches(planes)), laid, ways, deck, cut)


def _look_up(cut: Picture, deck: DeckReferences) -> _Lookup:
    seen = outlines(cut)
    upright = seen.reshape(len(seen), -1) @ deck.outlines.T
    turned = seen[:, :, ::-1, ::-1].reshape(len(seen), -1) @ deck.outlines.T
    best = np.stack([upright.max(axis=1), turned.max(axis=1)])
    likeliest = best.max(axis=0)
    # What is like no card either way round is compared one way only.
    kept = (best == likeliest) | ((best >= likeliest - SAME_EITHER_WAY) & (likeliest > LIKE_SOMETHING))
    way, cells = np.nonzero(kept)
    likeness = np.where(way[:, None] == 1, turned[cells], upright[cells])
    return _Lookup(cells, way == 1, likeness.argmax(axis=1), likeness)


def _weighed(
    cut: CutOuts, laid: Points, ways: _Lookup, deck: DeckReferences, pictures_cut: Picture
) -> Comparison:
    spread = _contrast(cut.patches).mean(axis=1) + np.float32(FAINTEST_NOISE)
    blur = _table_blur(cut, spread, ways.picture, deck)
    level = deck.levels[blur]
    fit, best = _fit_all(cut, spread, ways.picture, level)
    rows = _best_way(fit.misfit.min(axis=1) / spread, ways.cells)
    misfit, pictures = deck.best_of_kinds(-fit.misfit[rows])
    gains = np.take_along_axis(fit.gains[:, rows], pictures[None], axis=2)
    held = np.take_along_axis(fit.held[:, rows], pictures[None], axis=2)
    expected = explained(level, fit, best)[:, rows]
    share, blocks = _explained_share(cut.patches[:, rows], expected)
    return Comparison(
        turned=ways.turned[rows],
        corners=laid[rows],
        likeness=deck.best_of_kinds(ways.likeness[rows])[0],
        misfit=-misfit,
        noise=np.maximum((-misfit).min(axis=1), FAINTEST_NOISE),
        log_gains=np.log(gains).transpose(1, 2, 0),
        gain_variance=(np.float32(1) / held).transpose(1, 2, 0),
        explained=share,
        blocks=blocks,
        picture=pictures,
        blur=blur,
        cut=pictures_cut[rows],
    )


def _fit_all(
    cut: CutOuts, spread: Floats, guesses: Indices, level: BlurredPictures
) -> tuple[LightFit, Indices]:
    """Fit every reference, the patches trusted as far as the first guess explains them.

    Where another reference then fits better, the patches are trusted as far as either of the two explains
    them.
    """
    weights = trusted_weights(cut, level.patches[:, guesses])
    fit = fit_light(cut, weights, level)
    best = fit.misfit.argmin(axis=1)
    moved = np.flatnonzero((best != guesses) & (fit.misfit.min(axis=1) < HOPELESS * spread))
    if len(moved):
        few = cut.rows(moved)
        theirs = trusted_weights(few, level.patches[:, best[moved]])
        again = fit_light(few, np.float32(0.5) * (weights[:, moved] + theirs), level)
        fit = fit.with_rows(moved, again)
        best = fit.misfit.argmin(axis=1)
    return fit, best


def _table_blur(cut: CutOuts, spread: Floats, pictures: Indices, deck: DeckReferences) -> int:
    """The blur at which the first guesses fit best: focus and shake are the camera's, so all cells share it.

    What fits no reference at any blur, an empty cell or a hand, has no say.
    """
    some = np.ascontiguousarray(cut.planes[:, :, ::EVERY])
    left = np.stack([fit_chosen(some, level.shown[:, pictures, ::EVERY]) for level in deck.levels])
    cards = left.min(axis=0) < FITTING * spread
    left = left[:, cards] if cards.any() else left
    return int(np.argmin(np.log(left + FAINTEST_NOISE).mean(axis=1)))


def _best_way(unexplained: Floats, cells: Indices) -> Indices:
    """For each cell the row, of its one or two ways round, that leaves least unexplained."""
    order = np.lexsort((unexplained, cells))
    first = np.flatnonzero(np.diff(cells[order], prepend=-1))
    return order[first]


def _explained_share(patches: Floats, expected: Floats) -> tuple[Floats, Floats]:
    """How much of a picture's contrast is accounted for: of the whole card, and of each of its blocks."""
    left = patches - expected
    off = np.einsum("ckp,ckp->kp", left, left)
    contrast = _contrast(patches)
    usual = contrast.mean(axis=1)
    share = 1 - off.mean(axis=1) / (usual + FAINTEST_NOISE)
    blocks_off = _by_block(off)
    blocks = 1 - blocks_off / (0.5 * (_by_block(contrast) + usual[:, None]) + FAINTEST_NOISE)
    return share.astype(np.float32), blocks.astype(np.float32)


def _contrast(patches: Floats) -> Floats:
    """How far each patch is from its card's mean, as a square over all channels: cards x patches."""
    off = patches - patches.mean(axis=2, keepdims=True)
    squares: Floats = np.einsum("ckp,ckp->kp", off, off)
    return squares


def _by_block(values: Floats) -> Floats:
    """Patches gathered into blocks: cards x blocks."""
    rows, columns = BLOCKS
    height, width = PATCHES[0] // rows, PATCHES[1] // columns
    kept = values.reshape(-1, *PATCHES)[:, : height * rows, : width * columns]
    means: Floats = kept.reshape(-1, rows, height, columns, width).mean(axis=(2, 4)).reshape(len(values), -1)
    return means
