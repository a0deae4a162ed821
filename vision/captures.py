"""Opening cameras, camera addresses and video files with OpenCV, on any operating system."""

from __future__ import annotations

import os
import re
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import cv2
import numpy as np

from vision.frame import BgrPixels, Frame, InvalidFrame
from vision.source_health import TROUBLE_WORDS, SourceTrouble


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used: grabbing is cheap, retrieving decodes."""

    def grab(self) -> bool:
        """Take the next picture from the device."""

    def retrieve(self) -> tuple[bool, cv2.typing.MatLike]:
        """Decode the picture grabbed last."""

    def release(self) -> None:
        """Let go of the device."""


class CannotOpen(Exception):
    """A camera, address or file gave no stream; `trouble` says why."""

    def __init__(self, trouble: SourceTrouble) -> None:
        self.trouble = trouble
        super().__init__(TROUBLE_WORDS[trouble])


@dataclass(frozen=True, slots=True)
class CameraWish:
    """What a camera is asked for; it gives the nearest it can. Left alone most webcams give 640 x 480."""

    width_px: int = 1920
    height_px: int = 1080
    open_timeout_seconds: float = 8.0
    read_timeout_seconds: float = 5.0


_ADDRESS = re.compile(r"(https?|rtsps?)://[^/\s]", re.IGNORECASE)
_CAMERA_BACKENDS = {
    "win32": (cv2.CAP_DSHOW, cv2.CAP_MSMF),
    "darwin": (cv2.CAP_AVFOUNDATION,),
    "linux": (cv2.CAP_V4L2,),
}


def is_camera_address(source: str) -> bool:
    """Whether the text is an address that cameras are reached by (http, https, rtsp, rtsps)."""
    return _ADDRESS.match(source) is not None


def address_name(address: str) -> str:
    """The address as it may be shown: without password, path and query, which hold secrets."""
    parts = urlsplit(address)
    try:
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        port = ""
    return f"Camera at {parts.hostname or 'an unknown host'}{port}"


def open_camera(number: int, wish: CameraWish) -> Capture:
    """Open a camera of this machine by number, with the first backend of this system that can."""
    for backend in (*_CAMERA_BACKENDS.get(sys.platform, ()), cv2.CAP_ANY):
        with _QUIET:
            capture = cv2.VideoCapture(number, backend)
        if capture.isOpened():
            _ask_for(capture, wish)
            return capture
        capture.release()
    raise CannotOpen(SourceTrouble.CANNOT_OPEN)


def open_address(address: str, wish: CameraWish) -> Capture:
    """Open an MJPEG or RTSP stream; never waits longer than the wish says."""
    timeouts = [
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
        int(wish.open_timeout_seconds * 1000),
        cv2.CAP_PROP_READ_TIMEOUT_MSEC,
        int(wish.read_timeout_seconds * 1000),
    ]
    with _QUIET:
        capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, timeouts)
    if not capture.isOpened():
        capture.release()
        raise CannotOpen(SourceTrouble.CANNOT_REACH)
    return capture


def open_video(path: Path) -> cv2.VideoCapture:
    """Open a video file."""
    for backend in (cv2.CAP_FFMPEG, cv2.CAP_ANY):
        with _QUIET:
            capture = cv2.VideoCapture(str(path), backend)
        if capture.isOpened():
            return capture
        capture.release()
    raise CannotOpen(SourceTrouble.NOT_A_VIDEO)


def as_frame(pixels: cv2.typing.MatLike | None, number: int, seconds: float, source: str) -> Frame | None:
    """Make a frame of what a decoder gave, or None when that is no picture."""
    if pixels is None:
        return None
    if pixels.ndim == 2 and pixels.size:
        pixels = cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR)
    try:
        return Frame(_as_bytes(pixels), number, seconds, source)
    except InvalidFrame:
        return None


def _as_bytes(pixels: cv2.typing.MatLike) -> BgrPixels:
    return (
        np.asarray(pixels, np.uint8)
        if pixels.dtype == np.uint8
        else cv2.convertScaleAbs(pixels).astype(np.uint8)
    )


def _ask_for(capture: cv2.VideoCapture, wish: CameraWish) -> None:
    # Full size at full speed does not fit through USB 2 unless the camera compresses.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, wish.width_px)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wish.height_px)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)


class _Quiet:
    """Keeps the decoders from writing to the terminal while something is opened: we report, in one line.

    OpenCV's level belongs to the whole process, so openings are counted and the last one restores it; no
    lock is held while opening, for that may take as long as the device likes.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._openings = 0
        self._level_before = 0

    def __enter__(self) -> None:
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
        with self._lock:
            if self._openings == 0:
                self._level_before = cv2.utils.logging.getLogLevel()
                cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
            self._openings += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._openings -= 1
            if self._openings == 0:
                cv2.utils.logging.setLogLevel(self._level_before)


_QUIET = _Quiet()
