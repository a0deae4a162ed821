"""Find every separate card on the table, at any place and angle, touching or partly under others."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt

from vision.card_corners import cards_at_corners
from vision.card_edges import measure_sides, placed_planes
from vision.lattice import FindSettings, Image, Points, project
from vision.lattice_fit import plane_of_card
from vision.lattice_model import Floats, squash
from vision.masks import cheap_masks, colour_masks, edge_masks, level_masks
from vision.overlapping import drop_repeats, lies_under, not_frames
from vision.quads import Outlines, areas, outlines_of_masks
from vision.refine import refine_corners
from vision.small_frame import shrink

MAX_SQUASH = 0.30
FAINT_SIDE = 0.30  # an outline's weakest side, to be looked at at all
WHOLE_SIDE = 0.45  # a card's weakest side, if nothing lies on it
PART_SIDES = 0.50  # the mean of the three better sides of a card under another
SIZE_SPREAD = 0.12  # log of the size that cards on one table may differ by


@dataclass(frozen=True, slots=True)
class FreeCard:
    """One card lying anywhere; overlapped when something lies on part of it."""

    corners: Points
    confidence: float
    overlapped: bool


@dataclass(frozen=True, slots=True)
class Measured:
    """Outlines laid onto the edges that are there, with the support of their sides, weakest first."""

    corners: Points
    sides: Floats


def find_cards(frame_bgr: Image, settings: FindSettings | None = None) -> tuple[FreeCard, ...]:
    """Return every card, surest first."""
    settings = settings or FindSettings()
    if min(frame_bgr.shape[:2]) < 60:
        return ()
    small = shrink(frame_bgr, settings.work_px)
    whole = _whole_cards(small.image, settings)
    if len(whole.corners) == 0:
        return ()
    parts = _parts(small.image, whole, settings)
    corners = np.concatenate([whole.corners, parts.corners])
    sides = np.concatenate([whole.sides, parts.sides])
    score = sides.mean(1) + 0.25 * sides[:, 0] + np.where(np.arange(len(sides)) < len(whole.sides), 0.3, 0.0)
    keep = drop_repeats(corners, score)
    corners, sides = corners[keep], sides[keep]
    fine = refine_corners(frame_bgr, corners * small.scale, settings.card)
    under = lies_under(frame_bgr, fine)
    sure = np.clip(0.25 + 0.85 * sides[:, 1:].mean(1), 0.0, 0.999)
    order = np.argsort(-sure)
    return tuple(FreeCard(fine[i], float(sure[i]), bool(under[i])) for i in order)


@dataclass(frozen=True, slots=True)
class CardOutlines:
    """Outlines that a camera could see of a card, in pixels of the frame, and how clear their edges are."""

    corners: Points
    weight: Floats


def card_outlines(frame_bgr: Image, settings: FindSettings) -> CardOutlines:
    """Return all outlines that may be cards, frames printed on cards and strange things among them."""
    small = shrink(frame_bgr, settings.work_px)
    largest = 0.6 * small.image.shape[0] * small.image.shape[1]
    masks = chain(*(make(small.image) for make in (cheap_masks, colour_masks, level_masks, edge_masks)))
    outlines = as_cards(outlines_of_masks(masks, largest), small.image, settings)
    if len(outlines) == 0:
        return CardOutlines(np.zeros((0, 4, 2)), np.zeros(0))
    measured = measure_cards(small.image, outlines, settings)
    clear = measured.sides[:, 0] > FAINT_SIDE
    sides = measured.sides[clear]
    return CardOutlines(measured.corners[clear] * small.scale, sides.mean(1) * sides[:, 0])


def _whole_cards(image: Image, settings: FindSettings) -> Measured:
    """Return outlines that are cards by shape, by their four edges, and by a size they share."""
    largest = 0.6 * image.shape[0] * image.shape[1]
    masks = chain(cheap_masks(image), colour_masks(image), level_masks(image), edge_masks(image))
    outlines = as_cards(outlines_of_masks(masks, largest), image, settings)
    if len(outlines) == 0:
        return Measured(np.zeros((0, 4, 2)), np.zeros((0, 4)))
    measured = measure_cards(image, outlines, settings)
    clear = measured.sides[:, 0] > WHOLE_SIDE
    corners, sides = measured.corners[clear], measured.sides[clear]
    outer = not_frames(corners)
    corners, sides = corners[outer], sides[outer]
    common = _common_size(corners, sides.mean(1))
    corners, sides = corners[common], sides[common]
    if len(corners) == 0:
        return Measured(corners, sides)
    keep = drop_repeats(corners, sides.mean(1) + 0.3 * np.log(np.abs(areas(corners))))
    return Measured(corners[keep], sides[keep])


def as_cards(outlines: Outlines, image: Image, settings: FindSettings) -> Points:
    """Return the outlines that a camera could see of a card, each from the start of a short side."""
    if len(outlines) == 0:
        return outlines.corners
    both = np.concatenate([outlines.corners, np.roll(outlines.corners, -1, axis=1)])
    planes = np.stack([plane_of_card(quad, settings) for quad in both])
    strange = squash(planes, (image.shape[1], image.shape[0])).reshape(2, -1)
    turned = np.argmin(strange, axis=0)
    chosen = both.reshape(2, -1, 4, 2)[turned, np.arange(len(outlines))]
    result: Points = chosen[strange.min(0) < MAX_SQUASH]
    return result


def measure_cards(image: Image, corners: Points, settings: FindSettings, stay: float = 0.01) -> Measured:
    """Return each outline moved onto the edges near it."""
    planes = np.stack([plane_of_card(quad, settings) for quad in corners])
    placements = measure_sides(image, planes, settings.card).place(stay=stay)
    placed = project(placed_planes(planes, placements, settings.card), settings.card.corners_mm[None])
    return Measured(placed, np.sort(placements.sides, axis=1).astype(np.float64))


def _common_size(corners: Points, weight: Floats) -> npt.NDArray[np.bool_]:
    """Return which outlines have the size that most cards have where they lie, nearer ones being larger."""
    if len(corners) < 2:
        return np.ones(len(corners), bool)
    size = 0.5 * np.log(np.abs(areas(corners)))
    middle = corners.mean(1)
    place = np.column_stack([np.ones(len(size)), (middle - middle.mean(0)) / (middle.std() + 1e-6)])
    # The largest common size: frames printed within cards are smaller, and there are as many of them.
    best, count = size, -1.0
    for seed in np.argsort(-size):
        near = np.abs(size - size[seed]) < 2.0 * SIZE_SPREAD
        fit = _slope(place, size, weight * near) if near.sum() >= 5 else np.full(len(size), size[seed])
        held = float((weight * (np.abs(size - fit) < SIZE_SPREAD)).sum())
        if held > 1.25 * count:
            best, count = fit, held
    common: npt.NDArray[np.bool_] = np.abs(size - best) < SIZE_SPREAD
    return common


def _slope(place: Points, size: Floats, weight: Floats) -> Floats:
    matrix = place.T @ (place * weight[:, None]) + np.diag([1e-6, 0.3, 0.3])
    fit: Floats = place @ np.linalg.solve(matrix, place.T @ (weight * size))
    return fit


def _parts(image: Image, whole: Measured, settings: FindSettings) -> Measured:
    """Return cards of which a corner and parts of the sides show, sized like whole cards near them."""
    guesses = cards_at_corners(image, whole.corners, settings.card)
    if len(guesses) == 0:
        return Measured(np.zeros((0, 4, 2)), np.zeros((0, 4)))
    measured = measure_cards(image, guesses, settings, stay=0.12)
    clear = measured.sides[:, 1:].mean(1) > PART_SIDES
    high = np.array(image.shape[1::-1]) + 8
    inside = (measured.corners > -8).all((1, 2)) & (measured.corners < high).all((1, 2))
    return Measured(measured.corners[clear & inside], measured.sides[clear & inside])
