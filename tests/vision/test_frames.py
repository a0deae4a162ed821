from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.fake_camera import no_thread_left_behind, wait_until
from tests.vision.photo_files import encode, four_corners, noise
from vision.camera_reader import Patience
from vision.captures import CameraWish, address_name, is_camera_address
from vision.frame_source import EndOfFrames, UnreadableSource
from vision.frames import open_frames
from vision.live_frames import LiveFrames
from vision.photos import PhotoLimits
from vision.pushed_frames import PushedFrames
from vision.recorded_frames import StillFrames, VideoFrames
from vision.source_health import SourceHealth, SourceState

PROJECT = Path(__file__).resolve().parents[2]
HASTY = Patience(stall_seconds=0.5, first_pause_seconds=0.05, longest_pause_seconds=0.2, failed_grabs=2)
SOON = CameraWish(open_timeout_seconds=1.0, read_timeout_seconds=1.0)


@pytest.fixture(autouse=True)
def _threads_end() -> Iterator[None]:
    with no_thread_left_behind():
        yield


def write_video(path: Path, frames: int = 20, rate: float = 10.0) -> Path:
    """A film whose frame n has the shade 10 n."""
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (160, 120))
    assert film.isOpened()
    for number in range(frames):
        film.write(np.full((120, 160, 3), number * 10, np.uint8))
    film.release()
    return path


def unused_port() -> int:
    """A port of this machine where nobody listens."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return int(unused.getsockname()[1])


def refusal(source: int | str | Path | list[Path]) -> str:
    with pytest.raises(UnreadableSource) as caught:
        open_frames(source)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# --- videos -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rate", [10.0, 29.97])
def test_a_video_gives_every_frame_in_order_with_its_recorded_time(rate: float, tmp_path: Path) -> None:
    with open_frames(write_video(tmp_path / "game.avi", rate=rate)) as source:
        assert not source.is_live
        frames = list(source)
    assert [frame.number for frame in frames] == list(range(20))
    assert [round(int(frame.frame_bgr[60, 80, 0]), -1) for frame in frames] == list(range(0, 200, 10))
    assert np.allclose([frame.captured_seconds for frame in frames], np.arange(20) / rate, atol=0.002)
    assert {frame.source for frame in frames} == {"game.avi"}


def test_a_slow_judge_loses_no_frame_of_a_video(tmp_path: Path) -> None:
    with open_frames(str(write_video(tmp_path / "game.avi", frames=4, rate=100))) as source:
        numbers = []
        for frame in source:
            time.sleep(0.05)
            numbers.append(frame.number)
    assert numbers == [0, 1, 2, 3]


def test_the_end_of_a_video_is_said_again_and_again(tmp_path: Path) -> None:
    source = open_frames(write_video(tmp_path / "game.avi", frames=2))
    assert source.health().gives_frames
    assert len(list(source)) == 2
    for _ in range(2):
        with pytest.raises(EndOfFrames):
            source.next_frame()
    assert source.health() == SourceHealth("game.avi", SourceState.FINISHED)
    source.close()
    source.close()
    assert source.health().words == "game.avi is closed."


def test_a_video_cut_short_gives_what_it_holds_and_says_so(tmp_path: Path) -> None:
    whole = write_video(tmp_path / "whole.avi").read_bytes()
    cut = tmp_path / "cut.avi"
    cut.write_bytes(whole[: len(whole) * 6 // 10])
    with open_frames(cut) as source:
        frames = list(source)
        assert 0 < len(frames) < 20
        assert "seems damaged" in source.health().words


def test_a_video_with_frames_beyond_the_limit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableSource, match="too large: 160 x 120"):
        VideoFrames(write_video(tmp_path / "game.avi"), PhotoLimits(max_pixels=100))


# --- stills -------------------------------------------------------------------------------------------


def test_a_folder_is_read_as_people_count_and_bad_photos_are_named(tmp_path: Path) -> None:
    for name in ("table10.png", "table2.PNG", "table1.jpg"):
        (tmp_path / name).write_bytes(encode(Path(name).suffix.lower(), four_corners()))
    (tmp_path / "table3.jpg").write_bytes(encode(".jpg", noise())[:500])
    (tmp_path / "table4.gif").write_bytes(b"GIF89a")
    (tmp_path / "notes.txt").write_text("which cards lie where")
    (tmp_path / ".hidden.jpg").write_bytes(b"")
    with open_frames(tmp_path) as source:
        frames = list(source)
        health = source.health()
    assert [(frame.source, frame.number) for frame in frames] == [
        ("table1.jpg", 0),
        ("table2.PNG", 1),
        ("table10.png", 4),
    ]
    assert [frame.captured_seconds for frame in frames] == [0.0, 1.0, 4.0]
    assert health.state is SourceState.FINISHED
    assert len(health.skipped) == 2
    assert "2 could not be read: table3.jpg is cut short" in health.words


def test_single_photos_and_lists_of_photos_are_sources_too(tmp_path: Path) -> None:
    photo = tmp_path / "one.jpg"
    photo.write_bytes(encode(".jpg", four_corners()))
    with open_frames(photo) as source:
        assert isinstance(source, StillFrames)
        assert len(list(source)) == 1
    with open_frames([photo, tmp_path / "missing.jpg", photo]) as source:
        assert len(list(source)) == 2
        assert source.health().skipped == ("missing.jpg does not exist",)
    source = open_frames([photo])
    source.close()
    assert list(source) == []
    assert source.health().state is SourceState.CLOSED


# --- what is no source --------------------------------------------------------------------------------


def test_what_is_no_source_is_refused_in_one_line(tmp_path: Path) -> None:
    text = tmp_path / "cards.mp4"
    text.write_text("no film")
    empty = tmp_path / "empty.avi"
    empty.touch()
    assert refusal(text) == "cards.mp4 is no photo and no video that can be read"
    assert refusal(empty) == "empty.avi is empty"
    assert refusal(tmp_path / "nowhere.mp4") == "nowhere.mp4 does not exist"
    assert refusal(tmp_path).endswith("is a folder without photos")
    assert refusal([]) == "no photos were given"
    assert refusal(-1) == "camera -1: cameras are numbered from 0 to 99"
    assert refusal("100") == "camera 100: cameras are numbered from 0 to 99"
    assert refusal("ftp://host/film").startswith("ftp:// is no camera address")
    assert refusal("concat://a|b").startswith("concat:// is no camera address")
    assert "cannot be opened" in refusal("x" * 5000)
    assert "zero byte" in refusal("a\0b")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert refusal(tmp_path / "pipe") == "pipe is no ordinary file"


_OPEN_WHAT_CANNOT_BE_OPENED = """
import sys
from vision.frame_source import UnreadableSource
from vision.frames import open_frames
try:
    open_frames(sys.argv[1])
except UnreadableSource as error:
    print(error)
for source in ("97", sys.argv[2]):
    with open_frames(source) as camera:
        camera.next_frame(wait_seconds=0.2)
        print(camera.health().state)
"""


def test_nothing_is_printed_when_sources_cannot_be_opened(tmp_path: Path) -> None:
    """In a process of its own, for the video decoder takes its loudness from whoever used it first."""
    text = tmp_path / "cards.mp4"
    text.write_text("no film")
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            _OPEN_WHAT_CANNOT_BE_OPENED,
            str(text),
            f"http://127.0.0.1:{unused_port()}/video",
        ],
        capture_output=True,
        text=True,
        check=True,
        cwd=PROJECT,
    )
    assert run.stdout.splitlines() == [
        "cards.mp4 is no photo and no video that can be read",
        "reopening",
        "reopening",
    ]
    assert run.stderr == ""


# --- camera addresses ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("rtsp://ana:secret@10.0.0.7:554/live?token=abc", "Camera at 10.0.0.7:554"),
        ("HTTP://cam.local/video", "Camera at cam.local"),
        ("http://[::1]:8080/x", "Camera at ::1:8080"),
        ("http://host:99999/x", "Camera at host"),
    ],
)
def test_a_camera_address_is_named_without_its_secrets(address: str, shown: str) -> None:
    assert is_camera_address(address)
    assert address_name(address) == shown


@pytest.mark.parametrize("text", ["file:///tmp/a", "http:/x", "http://", "table.jpg", "0", "xrtsp://a"])
def test_what_is_no_camera_address_is_not_taken_for_one(text: str) -> None:
    assert not is_camera_address(text)


class MotionJpeg(BaseHTTPRequestHandler):
    """A network camera on this machine: pictures one after the other, until told to fall silent."""

    silent = threading.Event()
    hangs = threading.Event()
    ended = threading.Event()

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        number = 0
        try:
            while not self.ended.is_set():
                if self.silent.is_set():
                    return
                while self.hangs.is_set() and not self.ended.is_set():
                    self.ended.wait(0.02)
                jpeg = encode(".jpg", noise(160, 120, seed=number))
                self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n")
                self.wfile.write(b"Content-Length: %d\r\n\r\n%s\r\n" % (len(jpeg), jpeg))
                number += 1
                self.ended.wait(0.01)
        except OSError:
            return

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Stay quiet."""


@pytest.fixture
def camera_address() -> Iterator[str]:
    MotionJpeg.silent.clear()
    MotionJpeg.hangs.clear()
    MotionJpeg.ended.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), MotionJpeg)
    server.daemon_threads = True
    serving = threading.Thread(target=server.serve_forever, args=(0.02,))
    serving.start()
    yield f"http://127.0.0.1:{server.server_port}/video"
    MotionJpeg.ended.set()
    server.shutdown()
    server.server_close()
    serving.join()


def test_a_network_camera_is_read_and_reopened_when_it_fell_silent(camera_address: str) -> None:
    with open_frames(camera_address, HASTY, SOON) as source:
        assert source.is_live
        first = source.next_frame(wait_seconds=8)
        assert first is not None
        assert first.frame_bgr.shape == (120, 160, 3)
        assert source.health().gives_frames
        MotionJpeg.silent.set()
        assert wait_until(lambda: source.health().state is SourceState.REOPENING, 8)
        assert source.health().words.startswith("Camera at 127.0.0.1")
        MotionJpeg.silent.clear()
        source.next_frame(wait_seconds=0)
        assert wait_until(lambda: source.next_frame(wait_seconds=1) is not None, 8)
        assert source.health().gives_frames


def test_a_network_camera_that_hangs_without_hanging_up_is_noticed(camera_address: str) -> None:
    with open_frames(camera_address, HASTY, SOON) as source:
        assert source.next_frame(wait_seconds=8) is not None
        MotionJpeg.hangs.set()
        assert wait_until(lambda: source.health().state is SourceState.REOPENING, 8)
        MotionJpeg.hangs.clear()
        assert wait_until(lambda: source.next_frame(wait_seconds=1) is not None, 8)


def test_an_address_where_nobody_answers_is_said_plainly() -> None:
    with open_frames(f"http://127.0.0.1:{unused_port()}/video", HASTY, SOON) as source:
        assert isinstance(source, LiveFrames)
        assert source.next_frame(wait_seconds=0.3) is None
        assert "cannot be reached; is the camera on and in the same network?" in source.health().words


# --- pushed frames ------------------------------------------------------------------------------------


def test_of_pushed_frames_the_newest_wins_and_is_given_once() -> None:
    with PushedFrames() as source:
        assert source.health().state is SourceState.STARTING
        for shade in (1, 2, 3):
            source.push(np.full((4, 4, 3), shade, np.uint8))
        frame = source.next_frame(wait_seconds=0)
        assert frame is not None
        assert (frame.number, int(frame.frame_bgr[0, 0, 0])) == (2, 3)
        assert source.next_frame(wait_seconds=0.01) is None
        assert source.health().gives_frames


def test_a_phone_that_stops_sending_is_noticed() -> None:
    with PushedFrames(patience=Patience(stall_seconds=0.4)) as source:
        source.push(four_corners())
        time.sleep(0.6)
        assert source.health().words == "The phone's camera has sent no picture for 1 second."
        source.push(four_corners())
        assert source.health().gives_frames


def test_pushing_wakes_whoever_waits() -> None:
    with PushedFrames() as source:
        pushing = threading.Timer(0.05, source.push, [four_corners()])
        pushing.start()
        assert source.next_frame(wait_seconds=5) is not None
        pushing.join()


def test_a_closed_source_takes_and_gives_nothing() -> None:
    source = PushedFrames()
    source.push(four_corners())
    source.close()
    with pytest.raises(EndOfFrames):
        source.next_frame()
    with pytest.raises(EndOfFrames):
        source.push(four_corners())
    assert source.health().state is SourceState.CLOSED
