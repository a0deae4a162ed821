"""All that the readers found out about the cells of one table, before anything is decided."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Picture, Points
from vision.cell_images import SMALL_WIDTH_PX, WIDTH_PX, lay_straight, reduce_frame
from vision.comparison import FAINTEST_NOISE, Comparison, compare
from vision.details import tell_apart
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


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Every reader's word on every cell and code (cells x codes), as logarithms, 0 for the best of a cell."""

    comparison: Comparison
    surroundings: Surroundings
    shape: Floats
    light: Floats
    detail: Floats
    outline: Floats
    opinions: Opinions | None

    def scores(self, weights: ReaderWeights = READER_WEIGHTS) -> Floats:
        """All readers together."""
        total = (
            weights.shape * self.shape
            + weights.light * self.light
            + weights.detail * self.detail
            + weights.outline * self.outline
        )
        if self.opinions is not None:
            total = total + weights.network * self.opinions.codes
        together: Floats = total - total.max(axis=1, keepdims=True)
        return together


def gather(
    frame_bgr: Picture, quads: Points, deck: DeckReferences, network: CellReader | None = None
) -> Evidence:
    """Let every reader look at every cell; the deck's second reader too, unless another one is given."""
    network = network or deck.second
    small = reduce_frame(frame_bgr, quads, SMALL_WIDTH_PX)
    found = compare(small, quads, deck)
    shape = (
        -0.5
        * PIXELS_THAT_COUNT
        * np.log((found.misfit + FAINTEST_NOISE) / (found.misfit.min(axis=1, keepdims=True) + FAINTEST_NOISE))
    )
    light = -_light_penalty(found, shape, quads)
    outline = found.likeness - found.likeness.max(axis=1, keepdims=True)
    rough = READER_WEIGHTS.shape * shape + READER_WEIGHTS.light * light
    return Evidence(
        comparison=found,
        surroundings=look_around(small, quads),
        shape=shape.astype(np.float32),
        light=light,
        detail=_details(frame_bgr, found, rough, deck),
        outline=outline,
        opinions=None
        if network is None
        else network.opinions(lay_straight(small, found.corners, OPINION_SIZE_PX, OPINION_MARGIN)),
    )


def _light_penalty(found: Comparison, shape: Floats, quads: Points) -> Floats:
    middle = quads.mean(axis=1)
    places = (middle - middle.mean(axis=0)) / np.maximum(
        np.abs(middle - middle.mean(axis=0)).max(axis=0), 1.0
    )
    variance = found.gain_variance * (found.noise / (3 * PIXELS_THAT_COUNT))[:, None, None]
    trusted = np.clip((found.explained - SHOWS_SOMETHING) / (1 - SHOWS_SOMETHING), 0.02, 1)
    # A cell that may show no card asks for a light too, but must not be listened to.
    return share_light(shape, found.log_gains, variance / trusted[:, None, None] ** 4, places).penalty


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
