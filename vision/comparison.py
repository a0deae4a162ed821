"""Compares cut-out cards with every reference of a deck: looked up, slid into place, then weighed pixel by pixel."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.alignment import SMALL_SIZE, slide_into_place
from vision.arrays import Floats, Indices, Mask, Points
from vision.cell_images import ReducedFrame, lay_straight
from vision.light_fit import LightFit, explained, fit_chosen, fit_light, trusted_weights
from vision.references import BlurredPictures, DeckReferences
from vision.shapes import outline_features

SAME_EITHER_WAY = 0.1
"""Two ways round whose outlines are this close are both compared in full."""
FAINTEST_NOISE = 2e-4
FITTING = 0.4
BLOCKS = (6, 4)  # rows and columns of blocks in which a card is looked at for what is hidden


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """All cells beside all codes of the deck (cells x codes), each cell the way round that fits best.

    `misfit` is the mean square left unexplained and `noise` the part of it that even the best code leaves.
    `log_gains` is the light each code would need, with its variance for a noise of 1. `explained` is the share of
    a cell's picture that its best code accounts for, `blocks` the same for parts of the card.
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


@dataclass(frozen=True, slots=True, eq=False)
class _Lookup:
    """Ways of laying cells that are worth comparing: each row a cell, one way round, and what it may be."""

    cells: Indices
    turned: Mask
    picture: Indices
    likeness: Floats


def compare(frame: ReducedFrame, quads: Points, deck: DeckReferences) -> Comparison:
    """Compare each card with the whole deck."""
    ways = _look_up(frame, quads, deck)
    laid = np.where(ways.turned[:, None, None], np.roll(quads[ways.cells], 2, axis=1), quads[ways.cells])
    laid = slide_into_place(frame, laid, deck.shapes, ways.picture)
    shown = lay_straight(frame, laid, SMALL_SIZE).astype(np.float32) / np.float32(255)
    planes = np.ascontiguousarray(shown.reshape(len(shown), -1, 3).transpose(2, 0, 1))
    return _weighed(planes, laid, ways, deck)


def _look_up(frame: ReducedFrame, quads: Points, deck: DeckReferences) -> _Lookup:
    shown = lay_straight(frame, quads, SMALL_SIZE).astype(np.float32) / np.float32(255)
    upright = outline_features(shown) @ deck.outlines.T
    turned = outline_features(np.ascontiguousarray(shown[:, ::-1, ::-1])) @ deck.outlines.T
    best = np.stack([upright.max(axis=1), turned.max(axis=1)])
    kept = best >= best.max(axis=0) - SAME_EITHER_WAY
    way, cells = np.nonzero(kept)
    likeness = np.where(way[:, None] == 1, turned[cells], upright[cells])
    return _Lookup(cells, way == 1, likeness.argmax(axis=1), likeness)


def _weighed(planes: Floats, laid: Points, ways: _Lookup, deck: DeckReferences) -> Comparison:
    blur = _table_blur(planes, ways.picture, deck)
    level = deck.levels[blur]
    fit, best = _fit_all(planes, ways.picture, level)
    expected = explained(level, fit, best)
    rows = _best_way(fit.misfit.min(axis=1), planes, ways.cells)
    misfit, pictures = deck.best_of_kinds(-fit.misfit[rows])
    gains = np.take_along_axis(fit.gains[:, rows], pictures[None], axis=2)
    held = np.take_along_axis(fit.held[:, rows], pictures[None], axis=2)
    share, blocks = _explained_share(planes[:, rows], expected[:, rows])
    return Comparison(
        turned=ways.turned[rows],
        corners=laid[rows],
        likeness=deck.best_of_kinds(ways.likeness[rows])[0],
        misfit=-misfit,
        noise=np.maximum((-misfit).min(axis=1), FAINTEST_NOISE),
        log_gains=np.log(gains).transpose(1, 2, 0),
        gain_variance=(1 / held).transpose(1, 2, 0),
        explained=share,
        blocks=blocks,
        picture=pictures,
        blur=blur,
    )


def _fit_all(planes: Floats, guesses: Indices, level: BlurredPictures) -> tuple[LightFit, Indices]:
    """Fit every reference, the pixels trusted as far as the first guess explains them.

    Where another reference then fits better, the pixels are trusted as far as either of the two explains them.
    """
    weights = trusted_weights(planes, level.shown[:, guesses])
    fit = fit_light(planes, weights, level)
    best = fit.misfit.argmin(axis=1)
    moved = np.flatnonzero(best != guesses)
    if len(moved):
        theirs = trusted_weights(planes[:, moved], level.shown[:, best[moved]])
        again = fit_light(planes[:, moved], (weights[:, moved] + theirs) / 2, level)
        fit = fit.with_rows(moved, again)
        best = fit.misfit.argmin(axis=1)
    return fit, best


def _table_blur(planes: Floats, pictures: Indices, deck: DeckReferences) -> int:
    """The blur at which the first guesses fit best: focus and shake are the camera's, so all cells share it.

    What fits no reference at any blur, an empty cell or a hand, has no say.
    """
    left = np.stack([fit_chosen(planes, level.shown[:, pictures]) for level in deck.levels])
    spread = planes.var(axis=2).sum(axis=0) + FAINTEST_NOISE
    cards = left.min(axis=0) < FITTING * spread
    left = left[:, cards] if cards.any() else left
    return int(np.argmin(np.log(left + FAINTEST_NOISE).mean(axis=1)))


def _best_way(misfit: Floats, planes: Floats, cells: Indices) -> Indices:
    """For each cell the row, of its one or two ways round, that leaves least unexplained."""
    spread = planes.var(axis=2).sum(axis=0) + FAINTEST_NOISE
    order = np.lexsort((misfit / spread, cells))
    first = np.flatnonzero(np.diff(cells[order], prepend=-1))
    return order[first]


def _explained_share(planes: Floats, expected: Floats) -> tuple[Floats, Floats]:
    """How much of a picture's contrast is accounted for: of the whole card, and of each of its blocks."""
    off = ((planes - expected) ** 2).sum(axis=0)
    contrast = ((planes - planes.mean(axis=2, keepdims=True)) ** 2).sum(axis=0)
    usual = contrast.mean(axis=1)
    share = 1 - off.mean(axis=1) / (usual + FAINTEST_NOISE)
    blocks_off = _by_block(off)
    blocks = 1 - blocks_off / (0.5 * (_by_block(contrast) + usual[:, None]) + FAINTEST_NOISE)
    return share.astype(np.float32), blocks.astype(np.float32)


def _by_block(values: Floats) -> Floats:
    width, height = SMALL_SIZE
    rows, columns = BLOCKS
    kept = values.reshape(-1, height, width)[:, : height // rows * rows, : width // columns * columns]
    parts = kept.reshape(-1, rows, height // rows, columns, width // columns)
    means: Floats = parts.mean(axis=(2, 4)).reshape(len(values), -1)
    return means
