from __future__ import annotations

import numpy as np

from vision.lattice import CardSize, Points, project
from vision.table_plane import TablePlane, fit_table_plane, lay_cards, on_plane

CARD = CardSize()
SIZE = (960, 540)
PLACES = ((0, 0, 10), (90, 10, 40), (-80, 60, 100), (30, 120, 170), (150, 100, 300), (-150, -40, 15))


def tilted_view(tilt_degrees: float, px_per_mm: float = 1.1) -> Points:
    """A table seen by a camera that looks down at it from the side, its focal length the image's width."""
    tilt, focal = np.radians(tilt_degrees), float(SIZE[0])
    turned = np.array([[1, 0], [0, np.cos(tilt)], [0, np.sin(tilt)]])
    camera = np.array([[focal, 0, SIZE[0] / 2], [0, focal, SIZE[1] / 2], [0, 0, 1.0]])
    view: Points = camera @ np.column_stack([turned, [0, 0, focal / px_per_mm]])
    return view


def seen_cards(plane: Points, grown_mm: float = 0.0) -> Points:
    quads = []
    for x, y, degrees in PLACES:
        turn = np.radians(degrees)
        off = CARD.corners_mm - CARD.corners_mm.mean(0)
        off = off + grown_mm * np.sign(off)
        quads.append(off @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + (x, y))
    return project(plane, np.stack(quads))


def test_cards_tell_the_plane_they_lie_on() -> None:
    for tilt in (0.0, 20.0, 45.0):
        quads = seen_cards(tilted_view(tilt))
        plane = fit_table_plane(quads, np.ones(len(quads)), CARD, SIZE)
        assert plane is not None
        assert on_plane(plane, quads, CARD).miss_mm.max() < 0.5


def test_frames_printed_on_the_cards_do_not_tell_their_size() -> None:
    view = tilted_view(25.0)
    cards, frames = seen_cards(view), seen_cards(view, grown_mm=-4.0)
    plane = fit_table_plane(np.concatenate([frames, cards]), np.ones(2 * len(cards)), CARD, SIZE)
    assert plane is not None
    assert on_plane(plane, cards, CARD).miss_mm.max() < 1.0


def test_an_outline_may_start_with_either_side() -> None:
    plane = TablePlane(np.eye(3))
    quad = CARD.corners_mm + 50.0
    laid = on_plane(plane, np.stack([quad, np.roll(quad, -1, axis=0)]), CARD)
    assert laid.miss_mm.max() < 1e-9
    assert np.abs(laid.corners(plane, CARD).mean(1) - quad.mean(0)).max() < 1e-9


def test_what_is_no_card_lies_far_from_one() -> None:
    square = np.array([[0.0, 0.0], [87.0, 0.0], [87.0, 87.0], [0.0, 87.0]])
    assert lay_cards(square[None], CARD).miss_mm[0] > 10.0


def test_without_outlines_there_is_no_plane() -> None:
    assert fit_table_plane(np.zeros((0, 4, 2)), np.zeros(0), CARD, SIZE) is None
