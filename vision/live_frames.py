"""Frames of a camera as they come: the newest wins, and a camera that stalls is opened again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from vision.camera_reader import CameraReader, Patience, seconds_since_start
from vision.captures import Capture
from vision.frame import Frame
from vision.frame_source import EndOfFrames, FrameSource
from vision.newest_frame import NewestFrame
from vision.source_health import SourceHealth, SourceState

_LOOK_EVERY_SECONDS = 0.2
_CLOSING_SECONDS = 2.0


class LiveFrames(FrameSource):
    """A camera read by a thread of its own, so that a slow judge never sees an old table.

    Frame numbers count what the camera gave, so gaps show what was passed over; times count seconds since
    the source was opened.
    """

    is_live = True

    def __init__(
        self, name: str, open_capture: Callable[[], Capture], patience: Patience | None = None
    ) -> None:
        self.name = name
        self._open_capture = open_capture
        self._patience = patience or Patience()
        self._clock = seconds_since_start(time.monotonic)
        self._newest = NewestFrame()
        self._lock = threading.Lock()
        self._stuck: list[CameraReader] = []
        self._reader = self._new_reader()
        self._reader.start()

    def next_frame(self, wait_seconds: float = 1.0) -> Frame | None:
        """Give a frame captured just now; None when the camera gave none within the wait."""
        self._newest.discard_before(self._clock() - self._patience.fresh_seconds)
        deadline = self._clock() + wait_seconds
        while True:
            if self._newest.is_closed:
                raise EndOfFrames(f"{self.name} is closed")
            self._replace_a_stuck_reader()
            self._reader.wanted.set()
            remaining = deadline - self._clock()
            frame = self._newest.take(min(remaining, _LOOK_EVERY_SECONDS))
            if frame is not None or remaining <= 0:
                return frame

    def health(self) -> SourceHealth:
        """Say how the camera is doing; this also looks after one that is stuck."""
        self._replace_a_stuck_reader()
        progress = self._reader.progress
        silent_seconds = self._clock() - (progress.last_frame_at or 0.0)
        return SourceHealth(
            self.name, self._state(silent_seconds), silent_seconds, progress.tries, progress.trouble
        )

    def _state(self, silent_seconds: float) -> SourceState:
        progress, patience = self._reader.progress, self._patience
        if self._newest.is_closed:
            return SourceState.CLOSED
        if progress.tries:
            return SourceState.REOPENING
        if silent_seconds > patience.stall_seconds:
            return SourceState.STALLED
        if progress.last_frame_at is None:
            return SourceState.STARTING
        if progress.same_picture_seconds > patience.frozen_seconds:
            return SourceState.FROZEN
        return SourceState.RUNNING

    def _new_reader(self) -> CameraReader:
        return CameraReader(self.name, self._open_capture, self._newest, self._patience, self._clock)

    def _replace_a_stuck_reader(self) -> None:
        """A driver that never comes back cannot be stopped; leave its thread behind and open afresh."""
        with self._lock:
            if self._newest.is_closed or not self._reader.is_stuck():
                return
            self._stuck = [reader for reader in self._stuck if reader.is_alive()]
            if len(self._stuck) >= self._patience.max_stuck_readers:
                return
            successor = self._new_reader()
            successor.take_over(self._reader)
            self._reader.leave()
            self._stuck.append(self._reader)
            self._reader = successor
            successor.start()

    def close(self) -> None:
        """End the reading thread and let the camera go."""
        with self._lock:
            self._newest.close()
            for reader in (self._reader, *self._stuck):
                reader.leave()
        if self._reader is not threading.current_thread():
            self._reader.join(_CLOSING_SECONDS)
