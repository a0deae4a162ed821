from __future__ import annotations

import json

import cv2

from companion.demo.film import PLAYERS, film_path, truth_path

MOST_BYTES = 10_000_000


def test_the_recorded_game_is_small_enough_to_come_along() -> None:
    assert film_path().stat().st_size + truth_path().stat().st_size < MOST_BYTES


def test_the_recorded_game_can_be_decoded_to_its_last_frame() -> None:
    """By OpenCV alone, at the size, pace and length that its truth says."""
    truth = json.loads(truth_path().read_text(encoding="utf-8"))
    capture = cv2.VideoCapture(str(film_path()))
    assert capture.get(cv2.CAP_PROP_FPS) == truth["fps"]
    frames = 0
    while capture.grab():
        frames += 1
    assert frames == truth["frames"]


def test_the_recorded_game_moves() -> None:
    """The first frame and one of the middle of the first visit are pictures of the true size, and differ."""
    truth = json.loads(truth_path().read_text(encoding="utf-8"))
    capture = cv2.VideoCapture(str(film_path()))
    first, moved = None, False
    for _ in range(sum(truth["hands"][0]) // 2):
        there, frame = capture.read()
        assert there
        assert frame.shape == (truth["height_px"], truth["width_px"], 3)
        first = frame if first is None else first
        moved = moved or bool((cv2.absdiff(first, frame) > 60).mean() > 0.01)
    assert moved


def test_the_recorded_game_is_a_whole_game_for_two() -> None:
    truth = json.loads(truth_path().read_text(encoding="utf-8"))
    assert tuple(truth["players"]) == PLAYERS
    told = {event["event"] for event in truth["events"]}
    assert {"emissary_sent", "followers_taken", "conclave_refilled", "magic_crisis"} <= told
    seconds = truth["frames"] / truth["fps"]
    assert 120 <= seconds <= 300
