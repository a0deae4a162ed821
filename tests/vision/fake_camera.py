"""Cameras made of code: they give pictures, fail, hang or freeze when told to."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import cv2
import numpy as np

from vision.captures import CannotOpen
from vision.frame import BgrPixels
from vision.source_health import SourceTrouble


class FakeCamera:
    """Counts its pictures in their pixels and remembers how it was used."""

    def __init__(self, frame_seconds: float = 0.002) -> None:
        self.frame_seconds = frame_seconds
        self.grabbed = 0
        self.retrieved = 0
        self.is_released = False
        self.is_silent = False
        self.is_frozen = False
        self.raises = False
        self.gives: BgrPixels | None = None
        self.hangs = threading.Event()
        self.comes_back = threading.Event()

    def grab(self) -> bool:
        if self.hangs.is_set():
            self.comes_back.wait(20)
        if self.raises:
            raise cv2.error("the driver broke")
        if self.is_silent:
            return False
        time.sleep(self.frame_seconds)
        self.grabbed += 1
        return True

    def retrieve(self) -> tuple[bool, BgrPixels]:
        self.retrieved += 1
        if self.gives is not None:
            return True, self.gives
        shade = 0 if self.is_frozen else self.grabbed % 256
        return True, np.full((48, 64, 3), shade, np.uint8)

    def release(self) -> None:
        self.is_released = True


class FakePlug:
    """Where fake cameras are plugged in: opening gives the next one, or fails while there is none."""

    def __init__(self, *cameras: FakeCamera) -> None:
        self.cameras = list(cameras)
        self.opened_at: list[float] = []

    def open(self) -> FakeCamera:
        self.opened_at.append(time.monotonic())
        if not self.cameras:
            raise CannotOpen(SourceTrouble.CANNOT_OPEN)
        return self.cameras.pop(0)


def wait_until(happened: Callable[[], bool], seconds: float = 5.0) -> bool:
    """Whether it happened within the time."""
    deadline = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


@contextmanager
def no_thread_left_behind() -> Iterator[None]:
    """Fail when more threads run afterwards than before."""
    before = set(threading.enumerate())
    yield
    assert wait_until(lambda: set(threading.enumerate()) <= before), set(threading.enumerate()) - before
