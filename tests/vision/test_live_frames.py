from __future__ import annotations

import gc
import threading
import time
import tracemalloc
from collections.abc import Iterator

import numpy as np
import pytest

from tests.vision.fake_camera import FakeCamera, FakePlug, no_thread_left_behind, wait_until
from vision.camera_reader import Patience
from vision.frame import BgrPixels
from vision.frame_source import EndOfFrames
from vision.live_frames import LiveFrames
from vision.source_health import SourceState

HASTY = Patience(
    stall_seconds=0.4,
    frozen_seconds=0.2,
    stuck_opening_seconds=1.2,
    pause_between_failed_grabs_seconds=0.001,
    first_pause_seconds=0.02,
    longest_pause_seconds=0.1,
)


@pytest.fixture(autouse=True)
def _threads_end() -> Iterator[None]:
    with no_thread_left_behind():
        yield


def live(plug: FakePlug, patience: Patience = HASTY) -> LiveFrames:
    return LiveFrames("Camera 3", plug.open, patience)


def test_frames_come_with_rising_numbers_and_times() -> None:
    with live(FakePlug(FakeCamera())) as source:
        frames = [frame for _ in range(5) if (frame := source.next_frame()) is not None]
        assert len(frames) == 5
        assert [frame.number for frame in frames] == sorted({frame.number for frame in frames})
        assert [frame.captured_seconds for frame in frames] == sorted(
            frame.captured_seconds for frame in frames
        )
        assert frames[0].source == "Camera 3"
        assert source.health().words == "Camera 3 works."


def test_a_slow_judge_gets_the_newest_frame_not_the_oldest() -> None:
    camera = FakeCamera()
    with live(FakePlug(camera)) as source:
        first = source.next_frame()
        time.sleep(0.3)
        seen_by_camera = camera.grabbed
        second = source.next_frame()
    assert first is not None
    assert second is not None
    assert second.number >= seen_by_camera - 1
    assert int(second.frame_bgr[0, 0, 0]) == (second.number + 1) % 256


def test_only_frames_that_are_asked_for_are_decoded() -> None:
    camera = FakeCamera()
    with live(FakePlug(camera)) as source:
        assert source.next_frame() is not None
        assert wait_until(lambda: camera.grabbed > 40)
        assert camera.retrieved <= 2


def test_a_frame_left_lying_too_long_is_not_handed_out() -> None:
    camera = FakeCamera()
    with live(FakePlug(camera)) as source:
        while source.next_frame(wait_seconds=0) is not None:
            time.sleep(0.01)
        time.sleep(0.4)
        newest = camera.grabbed
        frame = source.next_frame()
        assert frame is not None
        assert frame.number >= newest - 1


def test_asking_without_waiting_gives_a_frame_or_none_at_once() -> None:
    with live(FakePlug()) as source:
        started = time.monotonic()
        assert source.next_frame(wait_seconds=0) is None
        assert time.monotonic() - started < 0.5


def test_a_camera_that_is_not_there_is_named_and_tried_again_with_growing_pauses() -> None:
    plug = FakePlug()
    with live(plug) as source:
        assert source.next_frame(wait_seconds=0.7) is None
        health = source.health()
        assert health.state is SourceState.REOPENING
        assert not health.gives_frames
        assert health.words.startswith("Camera 3 cannot be opened; is it plugged in")
        pauses = np.diff(plug.opened_at)
        assert (pauses[:3] >= (0.02, 0.04, 0.08)).all()
        assert (pauses[3:] >= 0.1).all()
        plug.cameras.append(FakeCamera())
        assert source.next_frame() is not None
        assert source.health().state is SourceState.RUNNING


@pytest.mark.parametrize("failure", ["is_silent", "raises"])
def test_a_camera_that_stops_sending_is_reopened(failure: str) -> None:
    first, second = FakeCamera(), FakeCamera()
    plug = FakePlug(first)
    with live(plug) as source:
        before = source.next_frame()
        setattr(first, failure, True)
        assert wait_until(lambda: source.health().state is SourceState.REOPENING)
        assert "Camera 3" in source.health().words
        assert wait_until(lambda: first.is_released)
        plug.cameras.append(second)
        after = source.next_frame()
        assert before is not None
        assert after is not None
        assert after.number > before.number
        assert after.captured_seconds > before.captured_seconds
        assert source.health().tries == 0


def test_a_few_failed_grabs_are_forgiven() -> None:
    camera = FakeCamera()
    plug = FakePlug(camera)
    patience = Patience(pause_between_failed_grabs_seconds=0.3, failed_grabs=10)
    with live(plug, patience) as source:
        assert source.next_frame() is not None
        camera.is_silent = True
        time.sleep(0.1)
        camera.is_silent = False
        assert source.next_frame() is not None
        assert len(plug.opened_at) == 1


def test_a_driver_that_never_comes_back_is_left_behind_and_the_camera_opened_afresh() -> None:
    stuck, fresh = FakeCamera(), FakeCamera()
    with live(FakePlug(stuck, fresh)) as source:
        assert source.next_frame() is not None
        stuck.hangs.set()
        time.sleep(0.05)
        assert wait_until(lambda: source.health().state is not SourceState.RUNNING)
        assert source.next_frame(wait_seconds=8) is not None
        assert fresh.grabbed > 0
        assert not stuck.is_released
        stuck.comes_back.set()
        assert wait_until(lambda: stuck.is_released)
        assert source.health().state is SourceState.RUNNING


def test_stuck_drivers_never_pile_up() -> None:
    cameras = [FakeCamera() for _ in range(10)]
    for camera in cameras:
        camera.hangs.set()
    threads_before = threading.active_count()
    with live(FakePlug(*cameras)) as source:
        assert source.next_frame(wait_seconds=2.5) is None
        assert threading.active_count() - threads_before <= HASTY.max_stuck_readers + 1
        assert source.health().words.startswith("Camera 3 does not answer")
        for camera in cameras:
            camera.comes_back.set()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_driver_that_breaks_in_an_unknown_way_does_not_end_the_source() -> None:
    calls = []

    def open_capture() -> FakeCamera:
        calls.append(1)
        if len(calls) == 1:
            raise RuntimeError("nobody foresaw this")
        return FakeCamera()

    with LiveFrames("Camera 3", open_capture, HASTY) as source:
        assert source.next_frame(wait_seconds=8) is not None


def test_an_opening_that_hangs_is_noticed() -> None:
    release, calls = threading.Event(), []

    def open_capture() -> FakeCamera:
        calls.append(1)
        if len(calls) == 1:
            release.wait(10)
        return FakeCamera()

    with LiveFrames("Camera 3", open_capture, HASTY) as source:
        assert source.health().state is SourceState.STARTING
        time.sleep(0.6)
        assert source.health().words == "Camera 3 has sent no picture for 1 second."
        assert source.next_frame(wait_seconds=8) is not None
        release.set()


def test_a_frozen_picture_is_noticed() -> None:
    camera = FakeCamera()
    with live(FakePlug(camera)) as source:
        camera.is_frozen = True
        assert wait_until(
            lambda: source.next_frame() is not None and source.health().state is SourceState.FROZEN
        )
        assert "frozen" in source.health().words
        camera.is_frozen = False
        assert wait_until(lambda: source.next_frame() is not None and source.health().gives_frames)


@pytest.mark.parametrize(
    "junk", [np.zeros((0, 0, 3), np.uint8), np.zeros((4, 4, 2), np.uint8), np.zeros((0, 4), np.uint8)]
)
def test_what_a_driver_gives_instead_of_a_picture_is_a_failure_not_a_frame(junk: BgrPixels) -> None:
    camera = FakeCamera()
    camera.gives = junk
    with live(FakePlug(camera)) as source:
        assert source.next_frame(wait_seconds=0.3) is None
        assert wait_until(lambda: camera.is_released)


def test_a_grey_camera_gives_colour_frames() -> None:
    camera = FakeCamera()
    camera.gives = np.full((8, 8), 9, np.uint8)
    with live(FakePlug(camera)) as source:
        frame = source.next_frame()
        assert frame is not None
        assert frame.frame_bgr.shape == (8, 8, 3)


def test_closing_releases_the_camera_wakes_the_waiting_and_can_be_repeated() -> None:
    camera = FakeCamera()
    camera.is_silent = True
    source = live(FakePlug(camera))
    ended = threading.Event()

    def wait_for_frames() -> None:
        for _ in source:
            pass
        ended.set()

    waiting = threading.Thread(target=wait_for_frames)
    waiting.start()
    time.sleep(0.05)
    source.close()
    source.close()
    assert ended.wait(2)
    waiting.join()
    assert camera.is_released
    assert source.health().words == "Camera 3 is closed."
    with pytest.raises(EndOfFrames, match="closed"):
        source.next_frame()


def test_memory_stays_steady_over_thousands_of_frames() -> None:
    with live(FakePlug(FakeCamera(frame_seconds=0.0))) as source:
        for _ in range(500):
            source.next_frame()
        gc.collect()
        tracemalloc.start()
        start = tracemalloc.get_traced_memory()[0]
        for _ in range(3000):
            assert source.next_frame() is not None
        gc.collect()
        grown_bytes = tracemalloc.get_traced_memory()[0] - start
        tracemalloc.stop()
    assert grown_bytes < 100_000


@pytest.mark.parametrize(
    "wrong",
    [
        {"stall_seconds": 0},
        {"first_pause_seconds": 0},
        {"first_pause_seconds": 3, "longest_pause_seconds": 2},
        {"failed_grabs": 0},
    ],
)
def test_patience_without_sense_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"time|pause|at least"):
        Patience(**wrong)  # type: ignore[arg-type]


def test_pauses_double_up_to_the_longest() -> None:
    patience = Patience(first_pause_seconds=1, longest_pause_seconds=5)
    assert [patience.pause_seconds(tries) for tries in (1, 2, 3, 4, 5000)] == [1, 2, 4, 5, 5]
