"""The thread that keeps grabbing from one camera, reopens it with growing pauses, and says how it fares."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2

from vision.captures import CannotOpen, Capture, as_frame
from vision.newest_frame import NewestFrame
from vision.source_health import SourceTrouble

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a camera may be silent, and how it is tried again."""

    stall_seconds: float = 3.0
    frozen_seconds: float = 10.0
    stuck_opening_seconds: float = 20.0
    failed_grabs: int = 10
    pause_between_failed_grabs_seconds: float = 0.02
    first_pause_seconds: float = 0.5
    longest_pause_seconds: float = 10.0
    fresh_seconds: float = 0.25
    max_stuck_readers: int = 3

    def __post_init__(self) -> None:
        if min(self.stall_seconds, self.frozen_seconds, self.stuck_opening_seconds) <= 0:
            raise ValueError("a camera must be given some time before it counts as stalled")
        if not 0 < self.first_pause_seconds <= self.longest_pause_seconds:
            raise ValueError("the first pause must be above 0 and not above the longest")
        if self.failed_grabs < 1 or self.max_stuck_readers < 1:
            raise ValueError("expected at least one failed grab and one stuck reader")

    def pause_seconds(self, tries: int) -> float:
        """How long to wait before the next try: each pause is twice the last, up to the longest."""
        return min(self.longest_pause_seconds, self.first_pause_seconds * 2.0 ** min(max(0, tries - 1), 16))


@dataclass(frozen=True, slots=True)
class CameraProgress:
    """What the reading of one camera has come to; replaced as a whole, so any thread may look."""

    last_frame_at: float | None = None
    last_decoded_at: float = 0.0
    same_picture_since: float = 0.0
    grabbed_frames: int = 0
    tries: int = 0
    trouble: SourceTrouble | None = None

    @property
    def same_picture_seconds(self) -> float:
        """How long every decoded picture has been the same to the bit."""
        return self.last_decoded_at - self.same_picture_since


class CameraReader(threading.Thread):
    """Grabs every picture, so that the device's queue never grows old, and decodes only those asked for."""

    def __init__(
        self,
        name: str,
        open_capture: Callable[[], Capture],
        newest: NewestFrame,
        patience: Patience,
        clock: Clock,
    ) -> None:
        super().__init__(name=f"reader of {name}", daemon=True)
        self.progress = CameraProgress()
        self.wanted = threading.Event()
        self._source = name
        self._open_capture = open_capture
        self._newest = newest
        self._patience = patience
        self._clock = clock
        self._left = threading.Event()
        self._is_opening = True
        self._sign_of_life_at = clock()
        self._last_sample = b""

    def leave(self) -> None:
        """Ask the thread to end; it lets go of the camera as soon as the device lets go of it."""
        self._left.set()

    def is_stuck(self) -> bool:
        """Whether the device has not come back from a call for longer than patience allows, or killed us."""
        limit = self._patience.stuck_opening_seconds if self._is_opening else self._patience.stall_seconds
        has_died = self.ident is not None and not self.is_alive() and not self._left.is_set()
        return has_died or self._clock() - self._sign_of_life_at > limit

    def take_over(self, stuck: CameraReader) -> None:
        """Continue the counting of a reader that got stuck."""
        self.progress = replace(
            stuck.progress, tries=stuck.progress.tries + 1, trouble=SourceTrouble.NOT_ANSWERING
        )

    def run(self) -> None:
        """Open, read until it fails, pause, open again; until asked to leave."""
        while not self._left.is_set():
            capture = self._open()
            if capture is not None:
                try:
                    self._grab_until_it_fails(capture)
                finally:
                    capture.release()
            self._pause()

    def _open(self) -> Capture | None:
        self._is_opening = True
        self._show_life()
        try:
            return self._open_capture()
        except CannotOpen as error:
            self.progress = replace(self.progress, trouble=error.trouble)
            return None
        except cv2.error:
            self.progress = replace(self.progress, trouble=SourceTrouble.CANNOT_OPEN)
            return None
        finally:
            self._show_life()

    def _grab_until_it_fails(self, capture: Capture) -> None:
        failures = 0
        while not self._left.is_set():
            if self._grab(capture):
                failures = 0
                continue
            failures += 1
            if failures >= self._patience.failed_grabs:
                self.progress = replace(self.progress, trouble=SourceTrouble.STOPPED_SENDING)
                return
            self._left.wait(self._patience.pause_between_failed_grabs_seconds)

    def _grab(self, capture: Capture) -> bool:
        try:
            if not capture.grab() or self._left.is_set():
                return False
            self._show_life()
            captured_at = self._clock()
            if self.wanted.is_set() and not self._deliver(capture, captured_at):
                return False
        except cv2.error:
            return False
        finally:
            # Some cameras open at once and then need seconds for their first picture; that is opening, too.
            self._is_opening = False
            self._show_life()
        self.progress = replace(
            self.progress,
            last_frame_at=captured_at,
            grabbed_frames=self.progress.grabbed_frames + 1,
            tries=0,
            trouble=None,
        )
        return True

    def _deliver(self, capture: Capture, captured_at: float) -> bool:
        _, pixels = capture.retrieve()
        frame = as_frame(pixels, self.progress.grabbed_frames, captured_at, self._source)
        if frame is None or self._left.is_set():
            return False
        self.wanted.clear()
        # Sensor noise changes every true picture; a sample that stays the same to the bit is a frozen camera.
        sample = frame.frame_bgr[::24, ::24].tobytes()
        since = self.progress.same_picture_since if sample == self._last_sample else captured_at
        self._last_sample = sample
        self.progress = replace(self.progress, last_decoded_at=captured_at, same_picture_since=since)
        self._newest.put(frame)
        return True

    def _show_life(self) -> None:
        self._sign_of_life_at = self._clock()

    def _pause(self) -> None:
        if self._left.is_set():
            return
        self.progress = replace(self.progress, tries=self.progress.tries + 1)
        deadline = self._clock() + self._patience.pause_seconds(self.progress.tries)
        while not self._left.is_set() and (remaining := deadline - self._clock()) > 0:
            self._show_life()
            self._left.wait(min(remaining, 0.2))


def seconds_since_start(clock: Clock = time.monotonic) -> Clock:
    """A clock that begins at 0 now and never runs backwards."""
    start = clock()
    return lambda: max(0.0, clock() - start)
