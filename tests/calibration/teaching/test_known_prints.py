"""Cards whose edges were missed are placed by the print that other photos of their deck show."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.teaching.known_prints import in_place_among_themselves, placed_by_print
from tests.calibration.teaching.table_photos import CARD_PX, face
from vision.arrays import Picture, Points

CODES = ("blC1", "blG2", "blW3", "reC1", "reG2", "reW3")
PITCH_PX = (CARD_PX[0] + 36, CARD_PX[1] + 44)
SQUARE_PX = 70


def test_cards_of_a_stretched_grid_are_placed_by_their_print() -> None:
    """A grid through the squares of a cloth makes cards an eighth too short; one of six was found well."""
    frame, true = chequered_photo()
    found = shortened(true)
    found[4] = true[4]
    placed = placed_by_print(frame, found, [face(code) for code in CODES])
    assert placed is not None
    assert np.linalg.norm(found - true, axis=2).max() > 30
    assert np.linalg.norm(placed - true, axis=2).max() < 12


def test_prints_of_nothing_alike_move_no_card() -> None:
    frame, true = chequered_photo()
    noise = np.random.default_rng(4).integers(0, 255, (3, CARD_PX[1], CARD_PX[0], 3)).astype(np.uint8)
    assert placed_by_print(frame, shortened(true), list(noise)) is None
    assert placed_by_print(frame, shortened(true), []) is None


def test_a_card_cut_out_beside_its_place_is_moved_to_where_those_like_it_have_theirs() -> None:
    """Cards that share a drawing, as those of one Brotherhood may; one was cut out a tenth too low."""
    frame, true = chequered_photo(("blC1",) * 6)
    found = true.copy()
    found[1] += (0, 28)
    placed, known = in_place_among_themselves(frame, found)
    assert known.all()
    assert np.linalg.norm(placed - true, axis=2).max() < 6
    assert (placed[[0, 2, 3, 4, 5]] == true[[0, 2, 3, 4, 5]]).all()


def test_cards_that_share_no_print_stay_where_they_were_found() -> None:
    frame, true = chequered_photo()
    found = true.copy()
    found[1] += (0, 28)
    placed, known = in_place_among_themselves(frame, found)
    assert (placed == found).all()
    assert not known.any()


def shortened(true: Points) -> Points:
    """The corners as they come out when a grid is stretched: from above too high, from below too low."""
    middle = true.mean(axis=1, keepdims=True)
    off = np.array([[0.0, 14.0]] * 3 + [[0.0, -14.0]] * 3)[:, None]
    return np.asarray(middle + off + (true - middle) * (1.0, 0.875))


def chequered_photo(codes: Sequence[str] = CODES) -> tuple[Picture, Points]:
    """Six house cards on a chequered cloth, and their corners."""
    height, width = 2 * PITCH_PX[1] + 120, 3 * PITCH_PX[0] + 120
    down, across = np.mgrid[0:height, 0:width] // SQUARE_PX
    frame = np.where(((down + across) % 2 == 0)[..., None], (225, 228, 232), (150, 90, 40)).astype(np.uint8)
    corners = []
    for number, code in enumerate(codes):
        left, top = 70 + (number % 3) * PITCH_PX[0], 70 + (number // 3) * PITCH_PX[1]
        frame[top : top + CARD_PX[1], left : left + CARD_PX[0]] = face(code)
        right, bottom = left + CARD_PX[0], top + CARD_PX[1]
        corners.append([[left, top], [right, top], [right, bottom], [left, bottom]])
    return frame, np.array(corners, float) - 0.5
