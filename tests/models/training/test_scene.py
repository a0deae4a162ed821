from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.training.scenes.arrays import linear_from_picture
from models.training.scenes.condition import CONDITIONS
from models.training.scenes.deck import CARD_HEIGHT_MM, CARD_WIDTH_MM
from models.training.scenes.scene import draw_spec, render_scene, render_spec
from models.training.scenes.setting import Wish
from models.training.scenes.truth import CellState, CellTruth, Scene
from tests.models.training.marker_deck import marker_deck

SIZE = (640, 480)


def rectified(scene: Scene, cell: CellTruth, margin_mm: float = 0.0) -> np.ndarray:
    """The card seen from straight above, ten pixels a millimetre, by its true corners alone."""
    m = margin_mm * 10
    w, h = CARD_WIDTH_MM * 10, CARD_HEIGHT_MM * 10
    target = np.array([[m, m], [m + w, m], [m + w, m + h], [m, m + h]], np.float32) - 0.5
    way = cv2.getPerspectiveTransform(np.array(cell.corners, np.float32), target)
    return np.asarray(cv2.warpPerspective(scene.frame_bgr, way, (int(w + 2 * m), int(h + 2 * m))))


def test_the_same_seed_gives_the_same_bytes() -> None:
    first = render_scene(11, "hard", marker_deck(), SIZE)
    again = render_scene(11, "hard", marker_deck(), SIZE)
    other = render_scene(12, "hard", marker_deck(), SIZE)
    assert np.array_equal(first.frame_bgr, again.frame_bgr)
    assert first.truth == again.truth
    assert first.truth != other.truth


@pytest.mark.parametrize("seed", range(2))
def test_true_corners_agree_with_the_pixels(seed: int) -> None:
    """The edges of the marker's panel, measured in the picture, lie where the true corners put them."""
    scene = render_scene(seed, "easy", marker_deck(), (1280, 960))
    cards = [cell for cell in scene.truth.cells if cell.state is CellState.CARD and cell.visible > 0.99]
    assert len(cards) >= 6
    errors = []
    for cell in cards:
        # Blur mixes light, not display values: half way is half way only in linear light.
        grey = linear_from_picture(rectified(scene, cell)).mean(axis=2)
        row = grey[600:760].mean(axis=0)
        column = grey[:, 330:480].mean(axis=1)
        errors += [crossing(row, 20, 110) - 40, crossing(row[::-1], 20, 110) - 40]
        errors += [crossing(column, 20, 110) - 40, crossing(column[::-1], 20, 110) - 40]
    pixels_per_tenth = pixel_scale(cards[0])
    assert abs(np.median(errors)) * pixels_per_tenth < 0.3
    assert np.percentile(np.abs(errors), 90) * pixels_per_tenth < 0.8


def crossing(profile: np.ndarray, start: int, stop: int) -> float:
    """Where a profile first passes half way from dark to light, between samples."""
    part = profile[start:stop]
    half = (part.min() + part.max()) / 2
    index = int(np.argmax(part > half))
    before, after = part[index - 1], part[index]
    return float(start + index - 1 + (half - before) / max(after - before, 1e-6) + 0.5)


def pixel_scale(cell: CellTruth) -> float:
    """Picture pixels for each tenth of a millimetre."""
    corners = np.array(cell.corners)
    return float(np.linalg.norm(corners[1] - corners[0]) / (CARD_WIDTH_MM * 10))


@pytest.mark.parametrize("seed", range(3))
def test_corners_stand_in_the_cards_own_order(seed: int) -> None:
    """The grey quarter is the card's own top left even when the card lies upside down."""
    scene = render_scene(seed, "upside_down", marker_deck(), SIZE)
    for cell in scene.truth.cells:
        if cell.state is CellState.CARD and cell.visible > 0.95:
            grey = rectified(scene, cell).mean(axis=2)
            assert grey[100:380, 80:240].mean() < grey[500:780, 320:480].mean() - 15


@pytest.mark.parametrize("condition", sorted(CONDITIONS))
def test_row_zero_is_nearest_the_top_of_the_picture(condition: str) -> None:
    spec = draw_spec(5, condition, marker_deck(), Wish((320, 240), table_seed=3))
    truth = render_spec(spec, marker_deck()).truth
    assert [(cell.row, cell.column) for cell in truth.cells] == [(r, c) for r in range(4) for c in range(4)]
    middles = np.array([np.mean(cell.corners, axis=0) for cell in truth.cells]).reshape(4, 4, 2)
    sides = [middles[0], middles[:, 3], middles[3], middles[:, 0]]
    assert np.argmin([side[:, 1].mean() for side in sides]) == 0
    right, down = middles[0, 3] - middles[0, 0], middles[3, 0] - middles[0, 0]
    assert right[0] * down[1] - right[1] * down[0] > 0, "the lattice is turned, never mirrored"


def test_a_picture_can_cut_cards_off_and_says_how_much_of_them_is_left() -> None:
    spec = draw_spec(7, "easy", marker_deck(), Wish((320, 240), table_seed=3, fill=1.4))
    truth = render_spec(spec, marker_deck()).truth
    shares = [cell.visible for cell in truth.cells]
    assert min(shares) < 0.6
    assert max(shares) > 0.98
    for cell in truth.cells:
        inside = all(0 <= x <= 319 and 0 <= y <= 239 for x, y in cell.corners)
        assert cell.visible > 0.99 if inside else cell.visible < 0.999
