"""Find cards that lie apart, of a shape that is known only roughly: a deck that is taught tells its own.

Cards keep the outline that was seen of them. `vision.free_finder` finds more of them, touching and hidden
ones too, but lays every card down as a card of the one size that it was told.
"""

from __future__ import annotations

import numpy as np

from vision.card_corners import cards_at_corners
from vision.card_edges import measure_sides, placed_planes
from vision.card_outlines import CardOutlines, clear_outlines
from vision.free_finder import FreeCard
from vision.lattice import FindSettings, Image, Points, planes_of_cards, project
from vision.lying_under import lies_under
from vision.outline_peeling import peel
from vision.quads import areas
from vision.refine import refine_corners
from vision.small_frame import shrink
from vision.table_plane import TablePlane, fit_table_plane, on_plane

UNHIDDEN = 0.9
SAME_SUPPORT = 0.85
LEAST_REFINED = 0.98
LEAST_FRAME_MM, MOST_FRAME_MM = 1.5, 6.0  # between a printed frame and the card's own edge
FRAME_SPREAD_MM = 1.5
FRAMED_SIDES = 0.55  # share of all sides that must have an outer edge at the usual distance
OUTLINE_MISS_MM = 8.0  # the frame printed on a card is an outline too, and has the card's middle


def find_separate_cards(frame_bgr: Image, settings: FindSettings | None = None) -> tuple[FreeCard, ...]:
    """Return every card, surest first."""
    settings = settings or FindSettings()
    if min(frame_bgr.shape[:2]) < 60:
        return ()
    small = shrink(frame_bgr, settings.work_px)
    outlines = clear_outlines(small.image, settings)
    size = (small.image.shape[1], small.image.shape[0])
    plane = fit_table_plane(outlines.corners, outlines.weight, settings.card, size)
    if plane is None:
        return ()
    planes = _guesses(small.image, outlines, plane, settings)
    peeled = peel(small.image, planes, settings.card)
    grown = _outer_cards(small.image, planes[peeled.chosen[peeled.visible > UNHIDDEN]], settings)
    larger = fit_table_plane(grown, np.ones(len(grown)), settings.card, size)
    if larger is not None:
        outer_planes = _guesses(small.image, outlines, larger, settings)
        outer = peel(small.image, outer_planes, settings.card)
        # Neighbours that lie close have edges around the cards too, but no cards of that size.
        if outer.support.sum() >= SAME_SUPPORT * peeled.support.sum():
            planes, peeled = outer_planes, outer
    if len(peeled.chosen) == 0:
        return ()
    corners = project(planes[peeled.chosen], settings.card.corners_mm[None])
    fine = _refined(frame_bgr, corners * small.scale, settings)
    under = lies_under(frame_bgr, fine)
    sure = np.clip(0.25 + 0.85 * peeled.support, 0.0, 0.999)
    order = np.argsort(-sure)
    return tuple(FreeCard(fine[i], float(sure[i]), bool(under[i])) for i in order)


def _refined(frame_bgr: Image, corners: Points, settings: FindSettings) -> Points:
    """Return the corners on the edges of the full frame, unless these shrink the card onto its frame."""
    fine = refine_corners(frame_bgr, corners, settings.card)
    shrunk = np.abs(areas(fine)) < LEAST_REFINED * np.abs(areas(corners))
    return np.where(shrunk[:, None, None], corners, fine)


def _outer_cards(image: Image, planes: Points, settings: FindSettings) -> Points:
    """Return larger outlines, if what was found are frames with the cards' own edges around them."""
    if len(planes) == 0:
        return np.zeros((0, 4, 2))
    outer = measure_sides(image, planes, settings.card).outer_offsets((MOST_FRAME_MM, MOST_FRAME_MM))
    usual = float(np.nanmedian(outer)) if np.isfinite(outer).any() else 0.0
    agree = np.isfinite(outer) & (np.abs(outer - usual) < FRAME_SPREAD_MM)
    if usual < LEAST_FRAME_MM or agree.mean() < FRAMED_SIDES:
        return np.zeros((0, 4, 2))
    by = np.where(agree, outer, usual)
    w, h = settings.card.width_mm, settings.card.height_mm
    top, right, bottom, left = by.T
    grown_mm = np.stack(
        [
            np.column_stack([-left, -top]),
            np.column_stack([w + right, -top]),
            np.column_stack([w + right, h + bottom]),
            np.column_stack([-left, h + bottom]),
        ],
        axis=1,
    )
    return project(planes, grown_mm)


def _guesses(image: Image, outlines: CardOutlines, plane: TablePlane, settings: FindSettings) -> Points:
    """Return planes of cards of the one size, laid onto the edges that are there."""
    laid = on_plane(plane, outlines.corners, settings.card)
    near = laid.miss_mm < OUTLINE_MISS_MM
    whole = laid.planes(plane, settings.card)[near]
    at_corners = on_plane(plane, cards_at_corners(image, plane, settings.card), settings.card)
    parts = at_corners.planes(plane, settings.card)
    # An outline as it was seen is better than a card of the usual size where only a frame shows.
    seen = planes_of_cards(outlines.corners[near], settings.card.size_mm)
    return np.concatenate(
        [seen, _placed(image, whole, settings, 0.01), _placed(image, parts, settings, 0.12)]
    )


def _placed(image: Image, planes: Points, settings: FindSettings, stay: float) -> Points:
    if len(planes) == 0:
        return planes
    placements = measure_sides(image, planes, settings.card).place(stay=stay)
    return placed_planes(planes, placements, settings.card)
