"""A place for one frame: whoever looks gets the newest, and what nobody fetched in time is let go."""

from __future__ import annotations

import threading

from vision.frame import Frame


class NewestFrame:
    """Hands frames from one thread to another; an older frame never waits behind a newer one."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._is_closed = False

    @property
    def is_closed(self) -> bool:
        """Whether nothing will be handed over any more."""
        return self._is_closed

    def put(self, frame: Frame) -> None:
        """Offer a frame in place of the one offered before."""
        with self._changed:
            if not self._is_closed:
                self._frame = frame
                self._changed.notify_all()

    def take(self, wait_seconds: float) -> Frame | None:
        """Fetch the newest frame, waiting for one if need be; None when none came or the place was closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._frame is not None or self._is_closed, max(0.0, wait_seconds))
            frame, self._frame = self._frame, None
            return frame

    def discard_before(self, captured_seconds: float) -> None:
        """Let go of a frame that was captured before that time."""
        with self._changed:
            if self._frame is not None and self._frame.captured_seconds < captured_seconds:
                self._frame = None

    def close(self) -> None:
        """Wake whoever waits and let the frame go."""
        with self._changed:
            self._is_closed = True
            self._frame = None
            self._changed.notify_all()
