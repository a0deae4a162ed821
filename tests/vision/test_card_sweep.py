"""Every place and turn of a card is tried on a view from above."""

from __future__ import annotations

import cv2
import numpy as np

from vision.card_sweep import FINE_TURNS, CardPixels, Poses, sweep_islands, sweep_parts, sweep_sizes
from vision.edge_field import EdgeField, edge_field
from vision.lattice import Image

CARD = CardPixels(46.0, 72.0)
SIZES = np.array([0.8, 1.0, 1.2])


def view_of(*cards: tuple[float, float, float]) -> Image:
    """Pale cards on a dark table: their middles and turns in degrees; later ones lie on earlier ones."""
    view = np.full((260, 340, 3), (50, 60, 40), np.uint8)
    for index, (x, y, turn) in enumerate(cards):
        corners = cv2.boxPoints(((x, y), (CARD.breadth, CARD.length), turn))
        cv2.fillConvexPoly(view, np.rint(corners).astype(np.int32), (150 + 25 * index, 180, 200))
    return view


def nearest(poses_middle: np.ndarray, place: tuple[float, float]) -> float:
    return float(np.hypot(*(poses_middle - place).T).min())


def test_a_card_is_best_supported_where_it_lies_at_its_size_and_turn() -> None:
    found = sweep_sizes(edge_field(view_of((150, 120, 28))), CARD, SIZES, FINE_TURNS)
    best = [poses.support.max(initial=0.0) for poses in found]
    assert int(np.argmax(best)) == 1
    assert np.hypot(*(found[1].middle[0] - (150, 120))) < 2.5
    assert abs(np.degrees(found[1].turn[0]) - 28) <= 4


def test_cards_that_touch_are_both_found() -> None:
    (poses,) = sweep_sizes(
        edge_field(view_of((120, 120, 0), (120 + CARD.breadth, 120, 0))), CARD, np.ones(1), FINE_TURNS
    )
    assert nearest(poses.middle, (120, 120)) < 2.5
    assert nearest(poses.middle, (120 + CARD.breadth, 120)) < 2.5


def test_a_card_under_another_is_found_by_the_sides_that_show() -> None:
    view = view_of((120, 120, 0), (146, 140, 0))
    shown = np.full(view.shape[:2], 255, np.uint8)
    cv2.rectangle(shown, (123, 104), (169, 176), 0, -1)
    poses = sweep_parts(edge_field(view), shown, CARD)
    assert nearest(poses.middle, (120, 120)) < 3.5


def test_only_islands_are_looked_at() -> None:
    view = view_of((80, 80, 0), (250, 160, 0))
    ground = np.zeros(view.shape[:2], np.uint8)
    cv2.rectangle(ground, (50, 35), (110, 125), 1, -1)

    def sweep(field: EdgeField, _rows: slice, _columns: slice) -> Poses:
        return sweep_sizes(field, CARD, np.ones(1), FINE_TURNS)[0]

    poses = sweep_islands(edge_field(view), ground, CARD, sweep)
    assert nearest(poses.middle, (80, 80)) < 2.5
    assert nearest(poses.middle, (250, 160)) > 40
