"""Compares cut-out cards with every reference of a deck: looked up, slid into place, then weighed."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.alignment import COARSE_SIZE, SMALL_SIZE, slid_a_step, slid_by_grey
from vision.arrays import Floats, Indices, Mask, Picture, Points
from vision.cell_images import (
    SMALL_HEIGHT_PX,
    SMALL_WIDTH_PX,
    ReducedFrame,
    lay_straight,
)
from vision.light_fit import CutOuts, LightFit, explained, fit_chosen, fit_light, trusted_weights
from vision.patches import PATCHES, by_patches, planes_of
from vision.references import GLIMPSED_EVERY, BlurredPictures, DeckReferences
from vision.shapes import both_ways_round, outlines, softened_grey

LIKE_SOMETHING = 0.4
SAME_EITHER_WAY = 0.1
"""Two ways round whose outlines are this close are both compared in full."""
FAINTEST_NOISE = 2e-4
FITTING = 0.4
HOPELESS = 0.8
RIM_PX = 3  # the table around a card begins a little outside it
RIMMED_SIZE = (SMALL_WIDTH_PX + 2 * RIM_PX, SMALL_HEIGHT_PX + 2 * RIM_PX)
BY_CELL = ("turned", "corners", "likeness", "misfit", "explained", "blocks", "picture", "rimmed")
"""What a comparison tells by cell first of all."""
BLOCKS = (6, 4)  # rows and columns of blocks in which a card is looked at for what is hidden


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """All cells beside all codes of the deck (cells x codes), each cell the way round that fits best.

    `misfit` is the mean square left unexplained, `explained` the
    share of a cell's picture that its best code accounts for, `blocks` the same for parts of the card, and
    `rimmed` are the cells as `corners` cut them, at the small size with a rim of the table around them,
    `patches` the same coarser without the rim, and `light` is what light each picture of the deck asks for.
    """

    turned: Mask
    corners: Points
    likeness: Floats
    misfit: Floats
    explained: Floats
    blocks: Floats
    picture: Indices
    blur: int
    rimmed: Picture
    patches: Floats
    light: LightFit

    @property
    def cut(self) -> Picture:
        """The cells without the rim."""
        return without_rim(self.rimmed)

    def of(self, cells: Indices) -> Comparison:
        """Some of the cells."""
        some = {name: getattr(self, name)[cells] for name in BY_CELL}
        return replace(self, **some, patches=self.patches[:, cells], light=self.light.rows(cells))

    def with_cells(self, cells: Indices, other: Comparison) -> Comparison:
        """The same but for some cells, which are taken from another comparison at the same blur."""
        mended = {}
        for name in BY_CELL:
            mended[name] = getattr(self, name).copy()
            mended[name][cells] = getattr(other, name)
        patches = self.patches.copy()
        patches[:, cells] = other.patches
        return replace(self, **mended, patches=patches, light=self.light.with_rows(cells, other.light))


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """Ways of laying cells that are worth comparing: each row a cell, one way round, and what it may be.

    `likeness` is to every picture, by outline, and `likeliest` the row of each cell that is liker to one.
    """

    cells: Indices
    turned: Mask
    picture: Indices
    likeness: Floats
    corners: Points

    @property
    def likeliest(self) -> Indices:
        """The likelier row of each cell."""
        return _best_way(-self.likeness.max(axis=1), self.cells)

    @property
    def likest(self) -> Floats:
        """How like each cell is to the picture that it is most like, either way round."""
        likest: Floats = self.likeness[self.likeliest].max(axis=1)
        return likest


def lay_out(frame: ReducedFrame, ways: Ways, glanced: Picture, deck: DeckReferences) -> Ways:
    """Slide each card under what it may be, as it was looked up.

    The frame may be grey. `glanced` are the cells as they were cut at the coarse size. The last step is
    taken at the small size: half a millimetre off, a small number is misread.
    """
    upright = softened_grey(glanced)[ways.cells]
    upright[ways.turned] = upright[ways.turned, ::-1]  # a picture on its head is the same pixels backwards
    laid = slid_by_grey(ways.corners, upright, COARSE_SIZE, deck.coarse_shapes, ways.picture)
    again = lay_straight(frame, laid, SMALL_SIZE)
    return replace(ways, corners=slid_a_step(laid, again, deck.shapes, ways.picture))


def compare(frame: ReducedFrame, ways: Ways, deck: DeckReferences, blur: int | None = None) -> Comparison:
    """Compare each card with the whole deck, at the table's blur if that is known already."""
    rimmed = lay_straight(frame, ways.corners, RIMMED_SIZE, rim_px=RIM_PX)
    cut = without_rim(rimmed)
    planes = planes_of(cut)
    seen = CutOuts(planes, by_patches(planes))
    contrast = _contrast(seen.patches)
    spread = contrast.mean(axis=1) + np.float32(FAINTEST_NOISE)
    if blur is None:
        blur = _table_blur(seen, spread, ways.picture, deck)
    return _weighed(seen, (contrast, blur, rimmed), ways, deck)


def without_rim(rimmed: Picture) -> Picture:
    """Cut-outs without the rim of table around them."""
    return np.ascontiguousarray(rimmed[:, RIM_PX:-RIM_PX, RIM_PX:-RIM_PX])


def look_up(cut: Picture, quads: Points, deck: DeckReferences) -> Ways:
    """Look each card up in the deck, both ways round, by cells as the quads cut them at the coarse size."""
    seen = both_ways_round(outlines(cut))
    shared, unlike = np.matmul(deck.outlines, seen.transpose(0, 2, 1)).transpose(0, 2, 1)
    upright, turned = shared + unlike, shared - unlike
    best = np.stack([upright.max(axis=1), turned.max(axis=1)])
    likeliest = best.max(axis=0)
    # What is like no card either way round is compared one way only.
    kept = (best == likeliest) | ((best >= likeliest - SAME_EITHER_WAY) & (likeliest > LIKE_SOMETHING))
    way, cells = np.nonzero(kept)
    likeness = np.where(way[:, None] == 1, turned[cells], upright[cells])
    corners = np.where(way[:, None, None] == 1, np.roll(quads[cells], 2, axis=1), quads[cells])
    return Ways(cells, way == 1, likeness.argmax(axis=1), likeness, corners)


def _weighed(cut: CutOuts, seen: tuple[Floats, int, Picture], ways: Ways, deck: DeckReferences) -> Comparison:
    contrast, blur, rimmed = seen
    spread, level = contrast.mean(axis=1) + np.float32(FAINTEST_NOISE), deck.levels[blur]
    fit, best = _fit_all(cut, spread, ways.picture, level)
    rows = _best_way(fit.misfit.min(axis=1) / spread, ways.cells)
    misfit, pictures = deck.best_of_kinds(-fit.misfit[rows])
    expected = explained(level, fit, best)[:, rows]
    patches = cut.patches[:, rows]
    share, blocks = _explained_share(patches - expected, contrast[rows])
    return Comparison(
        turned=ways.turned[rows],
        corners=ways.corners[rows],
        likeness=deck.best_of_kinds(ways.likeness[rows])[0],
        misfit=-misfit,
        explained=share,
        blocks=blocks,
        picture=pictures,
        blur=blur,
        rimmed=rimmed[rows],
        patches=patches,
        light=fit.rows(rows),
    )


def _fit_all(
    cut: CutOuts, spread: Floats, guesses: Indices, level: BlurredPictures
) -> tuple[LightFit, Indices]:
    """Fit every reference, the patches trusted as far as the first guess explains them.

    Where another reference then fits better, the patches are trusted as far as either of the two explains
    them.
    """
    weights = trusted_weights(cut.patches, level.patches[:, guesses])
    fit = fit_light(cut, weights, level)
    best = fit.misfit.argmin(axis=1)
    moved = np.flatnonzero((best != guesses) & (fit.misfit.min(axis=1) < HOPELESS * spread))
    if len(moved):
        few = cut.rows(moved)
        theirs = trusted_weights(few.patches, level.patches[:, best[moved]])
        again = fit_light(few, np.float32(0.5) * (weights[:, moved] + theirs), level)
        fit = fit.with_rows(moved, again)
        best = fit.misfit.argmin(axis=1)
    return fit, best


def _table_blur(cut: CutOuts, spread: Floats, pictures: Indices, deck: DeckReferences) -> int:
    """The blur at which the first guesses fit best: focus and shake are the camera's, so all cells share it.

    What fits no reference at any blur, an empty cell or a hand, has no say.
    """
    left = fit_chosen(cut.planes[:, :, ::GLIMPSED_EVERY].copy(), deck.glimpses[:, :, pictures])
    cards = left.min(axis=0) < FITTING * spread
    left = left[:, cards] if cards.any() else left
    return int(np.argmin(np.log(left + FAINTEST_NOISE).mean(axis=1)))


def _best_way(unexplained: Floats, cells: Indices) -> Indices:
    """For each cell the row, of its one or two ways round, that leaves least unexplained."""
    order = np.lexsort((unexplained, cells))
    sorted_cells = cells[order]
    begins = np.ones(len(cells), np.bool_)
    begins[1:] = sorted_cells[1:] != sorted_cells[:-1]
    return order[begins]


def _explained_share(left: Floats, contrast: Floats) -> tuple[Floats, Floats]:
    """How much of a picture's contrast is accounted for: of the whole card, and of each of its blocks.

    `left` is what is not, by channels x cards x patches.
    """
    off = (left * left).sum(axis=0)
    usual = contrast.mean(axis=1)
    share = 1 - off.mean(axis=1) / (usual + FAINTEST_NOISE)
    blocks_off = _by_block(off)
    blocks = 1 - blocks_off / (0.5 * (_by_block(contrast) + usual[:, None]) + FAINTEST_NOISE)
    return share.astype(np.float32), blocks.astype(np.float32)


def _contrast(patches: Floats) -> Floats:
    """How far each patch is from its card's mean, as a square over all channels: cards x patches."""
    off = patches - patches.mean(axis=2, keepdims=True)
    squares: Floats = (off * off).sum(axis=0)
    return squares


def _by_block(values: Floats) -> Floats:
    """Patches gathered into blocks: cards x blocks."""
    means: Floats = values @ _SHARE_OF_BLOCK
    return means


def _share_of_block() -> Floats:
    """How much each patch says of each block (patches x blocks); a last row left over says nothing."""
    rows, columns = BLOCKS
    height, width = PATCHES[0] // rows, PATCHES[1] // columns
    down = np.arange(PATCHES[0])[:, None] // height == np.arange(rows)
    across = np.arange(PATCHES[1])[:, None] // width == np.arange(columns)
    return np.kron(down, across).astype(np.float32) / np.float32(height * width)


_SHARE_OF_BLOCK = _share_of_block()
