"""Following a lattice from frame to frame."""

from __future__ import annotations

import cv2
import numpy as np

from tests.vision.drawn_table import DrawnTable
from tests.vision.likeness import iou
from vision.lattice import Image, Lattice
from vision.tracking import Followed, Following, FollowSettings, LatticeTracker

TABLE = DrawnTable(size_px=(960, 540), tilt=15.0)


def covered(frame: Image) -> Image:
    hand = frame.copy()
    cv2.ellipse(hand, (480, 300), (330, 280), 0, 0, 360, (120, 150, 200), -1)
    return hand


def worst(followed: Followed, table: DrawnTable) -> float:
    assert isinstance(followed.lattice, Lattice)
    return min(iou(followed.lattice.cell(*place).corners, quad) for place, quad in table.cards().items())


def test_a_still_table_is_followed_without_a_new_search() -> None:
    tracker, frame = LatticeTracker(), TABLE.draw()
    assert tracker.follow(frame).following is Following.FOUND
    for _ in range(8):
        followed = tracker.follow(frame)
        assert followed.following is Following.FOLLOWED
    assert worst(followed, TABLE) > 0.9


def test_a_bump_moves_the_lattice_along() -> None:
    tracker = LatticeTracker()
    tracker.follow(TABLE.draw())
    bumped = DrawnTable(size_px=(960, 540), tilt=15.0, shift_px=(9.0, -6.0))
    followed = tracker.follow(bumped.draw())
    assert followed.following is Following.MOVED
    assert worst(followed, bumped) > 0.85


def test_a_lamp_switched_off_or_a_shadow_that_falls_across_is_no_motion() -> None:
    frame = TABLE.draw()
    across = 0.65 + 0.35 * np.cos(np.linspace(0, 5 * np.pi, 960))
    for light in (np.full(960, 0.4), across, across[::-1]):
        tracker = LatticeTracker()
        tracker.follow(frame)
        shaded = np.asarray(frame * light[None, :, None], np.uint8)
        followed = tracker.follow(shaded)
        assert followed.following is Following.FOLLOWED
        assert worst(followed, TABLE) > 0.9


def test_a_hand_over_the_cards_holds_the_lattice() -> None:
    tracker, frame = LatticeTracker(), TABLE.draw()
    tracker.follow(frame)
    for _ in range(6):
        held = tracker.follow(covered(frame))
    assert held.following is Following.HELD
    assert worst(held, TABLE) > 0.9
    assert tracker.follow(frame).following in {Following.FOLLOWED, Following.MOVED, Following.FOUND}


def test_a_lattice_that_stays_hidden_is_lost_and_found_again() -> None:
    tracker = LatticeTracker(patience=FollowSettings(held_frames=3, search_every_frames=1))
    frame, black = TABLE.draw(), np.zeros((540, 960, 3), np.uint8)
    tracker.follow(frame)
    for _ in range(6):
        lost = tracker.follow(black)
    assert lost == Followed(Following.LOST, None, "the image is black: uncover the lens or switch a light on")
    again = tracker.follow(frame)
    assert again.following is Following.FOUND
    assert worst(again, TABLE) > 0.9


def test_a_card_that_was_taken_leaves_its_cell_empty() -> None:
    tracker = LatticeTracker()
    tracker.follow(TABLE.draw())
    fewer = DrawnTable(size_px=(960, 540), tilt=15.0, empty=frozenset({(2, 1)})).draw()
    for _ in range(14):
        followed = tracker.follow(fewer)
    assert followed.lattice is not None
    assert [(cell.row, cell.column) for cell in followed.lattice.cells if not cell.occupied] == [(2, 1)]


def test_another_frame_size_is_searched_anew() -> None:
    tracker = LatticeTracker()
    tracker.follow(TABLE.draw())
    larger = DrawnTable(size_px=(1280, 720), tilt=15.0)
    followed = tracker.follow(larger.draw())
    assert followed.following is Following.FOUND
    assert worst(followed, larger) > 0.85


def test_nothing_to_follow_is_lost_with_the_reason() -> None:
    tracker = LatticeTracker()
    first = tracker.follow(np.full((540, 960, 3), 90, np.uint8))
    assert first.following is Following.LOST
    assert "one plain surface" in first.reason


def test_a_card_that_was_seen_beside_its_place_is_followed_there_through_a_bump() -> None:
    tracker = LatticeTracker()
    found = tracker.follow(TABLE.draw()).lattice
    assert found is not None
    beside = found.cells[5].corners + 4.0
    tracker.put_cells({5: beside})
    bumped = DrawnTable(size_px=(960, 540), tilt=15.0, shift_px=(9.0, -6.0))
    followed = tracker.follow(bumped.draw()).lattice
    assert followed is not None
    moved = followed.cells[5].corners - beside
    assert np.abs(moved - np.array([9.0, -6.0])).max() < 1.5
    tracker.anchor_here()
    again = tracker.follow(bumped.draw()).lattice
    assert again is not None
    assert np.abs(again.cells[5].corners - followed.cells[5].corners).max() < 1
