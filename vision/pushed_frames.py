"""Frames that someone else brings, such as a phone's camera through the server."""

from __future__ import annotations

import threading
import time

from vision.camera_reader import Patience, seconds_since_start
from vision.frame import BgrPixels, Frame
from vision.frame_source import EndOfFrames, FrameSource
from vision.newest_frame import NewestFrame
from vision.source_health import SourceHealth, SourceState


class PushedFrames(FrameSource):
    """A source that is fed by `push`; the newest frame wins, whoever is slower."""

    is_live = True

    def __init__(self, name: str = "the phone's camera", patience: Patience | None = None) -> None:
        self.name = name
        self._patience = patience or Patience()
        self._clock = seconds_since_start(time.monotonic)
        self._newest = NewestFrame()
        self._lock = threading.Lock()
        self._frames = 0
        self._last_frame_at: float | None = None

    def push(self, frame_bgr: BgrPixels) -> Frame:
        """Bring a picture; it gets its number and the time of arrival. Raise `EndOfFrames` once closed."""
        with self._lock:
            if self._newest.is_closed:
                raise EndOfFrames(f"{self.name} is closed")
            frame = Frame(frame_bgr, self._frames, self._clock(), self.name)
            self._frames += 1
            self._last_frame_at = frame.captured_seconds
            self._newest.put(frame)
        return frame

    def next_frame(self, wait_seconds: float = 1.0) -> Frame | None:
        """Give the picture brought last, once; None when none was brought within the wait."""
        frame = self._newest.take(wait_seconds)
        if frame is None and self._newest.is_closed:
            raise EndOfFrames(f"{self.name} is closed")
        return frame

    def health(self) -> SourceHealth:
        """Say whether pictures keep coming."""
        silent_seconds = self._clock() - (self._last_frame_at or 0.0)
        state = SourceState.RUNNING if self._last_frame_at is not None else SourceState.STARTING
        if silent_seconds > self._patience.stall_seconds:
            state = SourceState.STALLED
        if self._newest.is_closed:
            state = SourceState.CLOSED
        return SourceHealth(self.name, state, silent_seconds)

    def close(self) -> None:
        """Take no more pictures and wake whoever waits."""
        self._newest.close()
