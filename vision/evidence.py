"""All that the readers found out about the cells of one table, before anything is decided."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Indices, Picture, Points
from vision.cell_images import SMALL_WIDTH_PX, WIDTH_PX, ReducedFrame, lay_straight, reduce_frame
from vision.comparison import FAINTEST_NOISE, Comparison, compare
from vision.details import tell_apart
from vision.ink import InkFit, fit_inks
from vision.opinions import OPINION_MARGIN, OPINION_SIZE_PX, CellReader, Opinions
from vision.reading_weights import READER_WEIGHTS, ReaderWeights
from vision.references import DeckReferences
from vision.surroundings import Surroundings, look_around
from vision.table_light import share_light

LOOKED_AT_CLOSELY = 5
WITHIN = 5.0
PIXELS_THAT_COUNT = 150.0
"""A small cut-out has thousands of pixels; neighbours err alike, so about so many speak for themselves."""
SHOWS_SOMETHING = 0.3
FAINTEST_INK = 2e-5


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Every reader's word on every cell and code (cells x codes), as logarithms, 0 for the best of a cell."""

    comparison: Comparison
    surroundings: Surroundings
    shape: Floats
    ink: Floats
    light: Floats
    detail: Floats
    outline: Floats
    opinions: Opinions | None

    def scores(self, weights: ReaderWeights = READER_WEIGHTS) -> Floats:
        """All readers together."""
        total = np.sum(self.weighted(weights), axis=0)
        together: Floats = (total - total.max(axis=1, keepdims=True)).astype(np.float32)
        return together

    def weighted(self, weights: ReaderWeights = READER_WEIGHTS) -> list[Floats]:
        """Each reader's word by its weight."""
        words = [
            weights.shape * self.shape,
            weights.ink * self.ink,
            weights.light * self.light,
            weights.detail * self.detail,
            weights.outline * self.outline,
        ]
        if self.opinions is not None:
            words.append(weights.network * self.opinions.codes)
        return words


def gather(
    frame_bgr: Picture, quads: Points, deck: DeckReferences, network: CellReader | None = None
) -> Evidence:
    """Let every reader look at every cell; the deck's second reader too, unless another one is given."""
    network = network or deck.second
    small = reduce_frame(frame_bgr, quads, SMALL_WIDTH_PX)
    found = compare(small, quads, deck)
    opinions = _second_opinions(small, found, network)
    inks = fit_inks(small, found.corners, found.cut, deck.inks[found.blur])
    misfit, pictures = deck.best_of_kinds(-inks.misfit)
    shape = _behind(found.misfit, FAINTEST_NOISE)
    ink = _behind(-misfit, FAINTEST_INK)
    told = READER_WEIGHTS.shape * shape + READER_WEIGHTS.ink * ink
    if opinions is not None:
        told = told + READER_WEIGHTS.network * opinions.codes
    light = -_light_penalty(found, (told, inks, pictures), quads)
    return Evidence(
        comparison=found,
        surroundings=look_around(small, quads),
        shape=shape,
        ink=ink,
        light=light,
        detail=_details(frame_bgr, found, told + READER_WEIGHTS.light * light, deck),
        outline=found.likeness - found.likeness.max(axis=1, keepdims=True),
        opinions=opinions,
    )


def _second_opinions(small: ReducedFrame, found: Comparison, reader: CellReader | None) -> Opinions | None:
    if reader is None:
        return None
    return reader.opinions(lay_straight(small, found.corners, OPINION_SIZE_PX, OPINION_MARGIN))


def _behind(misfit: Floats, faintest: float) -> Floats:
    """How far each code is behind the best, as a logarithm of likelihood."""
    least = misfit.min(axis=1, keepdims=True)
    behind: Floats = (-0.5 * PIXELS_THAT_COUNT * np.log((misfit + faintest) / (least + faintest))).astype(
        np.float32
    )
    return behind


def _light_penalty(found: Comparison, told: tuple[Floats, InkFit, Indices], quads: Points) -> Floats:
    scores, inks, pictures = told
    middle = quads.mean(axis=1)
    places = (middle - middle.mean(axis=0)) / np.maximum(
        np.abs(middle - middle.mean(axis=0)).max(axis=0), 1.0
    )
    gains = np.take_along_axis(inks.gains, pictures[None], axis=2)
    held = np.take_along_axis(inks.held, pictures[None], axis=2)
    noise = (inks.misfit.min(axis=1) + np.float32(FAINTEST_INK)) / np.float32(2 * PIXELS_THAT_COUNT)
    variance = noise[None, :, None] / np.maximum(gains * gains * held, np.float32(1e-6))
    trusted = np.clip((found.explained - SHOWS_SOMETHING) / (1 - SHOWS_SOMETHING), 0.02, 1)
    # A cell that may show no card asks for a light too, but must not be listened to.
    spread = variance.transpose(1, 2, 0) / trusted[:, None, None] ** 4
    return share_light(scores, np.log(gains).transpose(1, 2, 0), spread, places).penalty


def _details(frame_bgr: Picture, found: Comparison, rough: Floats, deck: DeckReferences) -> Floats:
    detail = np.zeros_like(rough, dtype=np.float32)
    large = reduce_frame(frame_bgr, found.corners, WIDTH_PX)
    for cell in np.flatnonzero(found.explained > SHOWS_SOMETHING):
        order = np.argsort(-rough[cell])[:LOOKED_AT_CLOSELY]
        few = order[rough[cell, order] > rough[cell].max() - WITHIN]
        if len(few) > 1:
            pictures = [int(picture) for picture in found.picture[cell, few]]
            told = tell_apart(large, found.corners[cell], deck.large[found.blur], pictures)
            detail[cell] = told.min()
            detail[cell, few] = told
    return detail
