"""Outlines in a frame that may be cards: from several channels, each weak alone, laid onto edges."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

import numpy as np

from vision.card_edges import measure_sides, placed_planes
from vision.lattice import FindSettings, Image, Points, planes_of_cards, project
from vision.lattice_model import Floats, squash
from vision.masks import cheap_masks, colour_masks, edge_masks, level_masks
from vision.overlapping import not_frames
from vision.quads import Outlines, outlines_of_masks
from vision.small_frame import shrink

MAX_SQUASH = 0.30
FAINT_SIDE = 0.30  # an outline's weakest side, to be looked at at all
FRAME_TRUST = 0.2  # of an outline within a slightly larger one, when it tells the size of cards


@dataclass(frozen=True, slots=True)
class Measured:
    """Outlines laid onto the edges that are there, with the support of their sides, weakest first."""

    corners: Points
    sides: Floats


@dataclass(frozen=True, slots=True)
class CardOutlines:
    """Outlines that a camera could see of a card, in pixels of the frame, and how clear their edges are."""

    corners: Points
    weight: Floats


def card_outlines(frame_bgr: Image, settings: FindSettings) -> CardOutlines:
    """Return all outlines that may be cards, frames printed on cards and strange things among them."""
    small = shrink(frame_bgr, settings.work_px)
    found = clear_outlines(small.image, settings)
    return CardOutlines(found.corners * small.scale, found.weight)


def clear_outlines(image: Image, settings: FindSettings) -> CardOutlines:
    """The same of a frame that is small enough."""
    largest = 0.6 * image.shape[0] * image.shape[1]
    masks = chain(*(make(image) for make in (cheap_masks, colour_masks, level_masks, edge_masks)))
    outlines = as_cards(outlines_of_masks(masks, largest), image, settings)
    if len(outlines) == 0:
        return CardOutlines(np.zeros((0, 4, 2)), np.zeros(0))
    measured = measure_cards(image, outlines, settings)
    clear = measured.sides[:, 0] > FAINT_SIDE
    corners, sides = measured.corners[clear], measured.sides[clear]
    trust = np.where(not_frames(corners), 1.0, FRAME_TRUST)
    return CardOutlines(corners, trust * sides.mean(1) * sides[:, 0])


def as_cards(outlines: Outlines, image: Image, settings: FindSettings) -> Points:
    """Return the outlines that a camera could see of a card, each from the start of a short side."""
    if len(outlines) == 0:
        return outlines.corners
    both = np.concatenate([outlines.corners, np.roll(outlines.corners, -1, axis=1)])
    planes = planes_of_cards(both, settings.card.size_mm)
    strange = squash(planes, (image.shape[1], image.shape[0])).reshape(2, -1)
    turned = np.argmin(strange, axis=0)
    chosen = both.reshape(2, -1, 4, 2)[turned, np.arange(len(outlines))]
    result: Points = chosen[strange.min(0) < MAX_SQUASH]
    return result


def measure_cards(image: Image, corners: Points, settings: FindSettings, stay: float = 0.01) -> Measured:
    """Return each outline moved onto the edges near it."""
    planes = planes_of_cards(corners, settings.card.size_mm)
    placements = measure_sides(image, planes, settings.card).place(stay=stay)
    placed = project(placed_planes(planes, placements, settings.card), settings.card.corners_mm[None])
    return Measured(placed, np.sort(placements.sides, axis=1).astype(np.float64))
