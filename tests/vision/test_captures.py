from __future__ import annotations

import sys
from typing import ClassVar

import cv2
import numpy as np
import pytest

from vision.captures import CameraWish, CannotOpen, as_frame, open_address, open_camera
from vision.source_health import SourceTrouble


class FakeVideoCapture:
    """Stands for OpenCV's: opens only with one backend and remembers what it was asked."""

    opens_with: ClassVar[int | None] = None
    tried: ClassVar[list[int]] = []
    made: ClassVar[list[FakeVideoCapture]] = []

    def __init__(self, source: int | str, backend: int, parameters: list[int] | None = None) -> None:
        self.source, self.backend, self.parameters = source, backend, parameters
        self.asked: dict[int, float] = {}
        self.is_released = False
        self.tried.append(backend)
        self.made.append(self)

    def isOpened(self) -> bool:  # noqa: N802  as OpenCV spells it
        return self.backend == self.opens_with

    def set(self, setting: int, value: float) -> bool:
        self.asked[setting] = value
        return True

    def release(self) -> None:
        self.is_released = True


@pytest.fixture(autouse=True)
def _without_cameras(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", FakeVideoCapture)
    monkeypatch.setattr(FakeVideoCapture, "opens_with", None)
    FakeVideoCapture.tried.clear()
    FakeVideoCapture.made.clear()


@pytest.mark.parametrize(
    ("platform", "backends"),
    [
        ("win32", [cv2.CAP_DSHOW, cv2.CAP_MSMF, cv2.CAP_ANY]),
        ("darwin", [cv2.CAP_AVFOUNDATION, cv2.CAP_ANY]),
        ("linux", [cv2.CAP_V4L2, cv2.CAP_ANY]),
        ("freebsd14", [cv2.CAP_ANY]),
    ],
)
def test_each_system_tries_its_own_cameras_first(
    platform: str, backends: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    with pytest.raises(CannotOpen) as caught:
        open_camera(2, CameraWish())
    assert caught.value.trouble is SourceTrouble.CANNOT_OPEN
    assert FakeVideoCapture.tried == backends
    assert all(capture.is_released for capture in FakeVideoCapture.made)


def test_an_opened_camera_is_asked_for_its_full_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeVideoCapture, "opens_with", cv2.CAP_ANY)
    open_camera(0, CameraWish(width_px=2560, height_px=1440))
    capture = FakeVideoCapture.made[-1]
    assert not capture.is_released
    assert capture.asked[cv2.CAP_PROP_FRAME_WIDTH] == 2560
    assert capture.asked[cv2.CAP_PROP_FRAME_HEIGHT] == 1440


def test_an_address_is_given_time_limits() -> None:
    with pytest.raises(CannotOpen, match="same network"):
        open_address("rtsp://10.0.0.7/live", CameraWish(open_timeout_seconds=2, read_timeout_seconds=3))
    capture = FakeVideoCapture.made[-1]
    assert capture.is_released
    assert capture.parameters == [
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
        2000,
        cv2.CAP_PROP_READ_TIMEOUT_MSEC,
        3000,
    ]


def test_opening_leaves_the_loudness_of_opencv_as_it_was() -> None:
    before = cv2.utils.logging.getLogLevel()
    for _ in range(2):
        with pytest.raises(CannotOpen):
            open_camera(0, CameraWish())
    assert cv2.utils.logging.getLogLevel() == before


def test_whatever_a_decoder_gives_becomes_a_frame_or_nothing() -> None:
    assert as_frame(None, 0, 0.0, "Camera 0") is None
    assert as_frame(np.zeros((0, 4), np.uint8), 0, 0.0, "Camera 0") is None
    assert as_frame(np.zeros((4, 4, 2), np.uint8), 0, 0.0, "Camera 0") is None
    deep = as_frame(np.full((4, 4, 3), 300, np.uint16), 0, 0.0, "Camera 0")
    assert deep is not None
    assert deep.frame_bgr.dtype == np.uint8
