"""Frames of recordings: every frame of a video or every still, in order, none dropped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import cv2

from vision.captures import CannotOpen, as_frame, open_video
from vision.frame import Frame
from vision.frame_source import EndOfFrames, FrameSource, UnreadableSource
from vision.photos import DEFAULT_LIMITS, PhotoLimits, UnreadablePhoto, load_photo
from vision.source_health import SourceHealth, SourceState, SourceTrouble

# Kinds that cannot be read are listed too: they are skipped by name rather than silently.
_PHOTO_ENDINGS = frozenset(
    (".jpg", ".jpeg", ".png", ".webp", ".gif", ".heic", ".heif", ".avif", ".bmp", ".tif", ".tiff")
)


class VideoFrames(FrameSource):
    """A video file, read frame by frame with the times it was recorded with."""

    is_live = False

    def __init__(self, path: Path, limits: PhotoLimits = DEFAULT_LIMITS) -> None:
        self.name = path.name
        try:
            self._capture = open_video(path)
        except CannotOpen as error:
            raise UnreadableSource(f"{self.name} {error}") from error
        self._check_size(limits)
        self._frames = 0
        self._first_ms = 0.0
        self._last_seconds = 0.0
        self._state = SourceState.RUNNING
        self._trouble: SourceTrouble | None = None

    @property
    def frames_a_second(self) -> float:
        """How many frames the file says that it shows in a second; 0 if it does not say."""
        return max(0.0, float(self._capture.get(cv2.CAP_PROP_FPS)))

    def _check_size(self, limits: PhotoLimits) -> None:
        width_px = int(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH))
        height_px = int(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
        if width_px * height_px > limits.max_pixels:
            self._capture.release()
            raise UnreadableSource(f"{self.name} is too large: {width_px} x {height_px} pixels a frame")

    def next_frame(self, wait_seconds: float = 1.0) -> Frame | None:  # noqa: ARG002  files never wait
        """Give the next frame of the video; raise `EndOfFrames` after the last."""
        if self._state is not SourceState.RUNNING:
            raise EndOfFrames(f"{self.name} has no more frames")
        if self._capture.grab():
            seconds = self._seconds()
            _, pixels = self._capture.retrieve()
            frame = as_frame(pixels, self._frames, seconds, self.name)
            if frame is not None:
                self._frames += 1
                self._last_seconds = seconds
                return frame
        self._finish()
        raise EndOfFrames(f"{self.name} has no more frames")

    def _seconds(self) -> float:
        """The recorded time of the frame just grabbed, counted from the first frame; never backwards."""
        position_ms = self._capture.get(cv2.CAP_PROP_POS_MSEC)
        if self._frames == 0:
            self._first_ms = position_ms
            return 0.0
        seconds = (position_ms - self._first_ms) / 1000
        if seconds > self._last_seconds:
            return seconds
        # Some files carry no usable times; their frame rate is then the best witness.
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        return self._last_seconds + (1 / rate if rate > 0 else 0.0)

    def _finish(self) -> None:
        promised = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        # Counts in headers are often off by a few; only a clear lack is worth a word.
        if self._frames == 0:
            self._trouble = SourceTrouble.NO_FRAMES
        elif self._frames < 0.9 * promised - 1:
            self._trouble = SourceTrouble.CUT_SHORT
        self._capture.release()
        self._state = SourceState.FINISHED

    def health(self) -> SourceHealth:
        """Say whether frames remain, and whether the file ended before its time."""
        return SourceHealth(self.name, self._state, trouble=self._trouble)

    def close(self) -> None:
        """Let go of the file."""
        self._capture.release()
        self._state = SourceState.CLOSED


class StillFrames(FrameSource):
    """Photos one after the other. One that cannot be read is skipped and named; the others are still read."""

    is_live = False

    def __init__(
        self,
        photos: Sequence[Path],
        name: str,
        limits: PhotoLimits = DEFAULT_LIMITS,
        seconds_between_stills: float = 1.0,
    ) -> None:
        self.name = name
        self._photos = tuple(photos)
        self._limits = limits
        self._seconds_between = seconds_between_stills
        self._next = 0
        self._skipped: tuple[str, ...] = ()
        self._is_closed = False

    def next_frame(self, wait_seconds: float = 1.0) -> Frame | None:  # noqa: ARG002  files never wait
        """Give the next readable photo; its number is its place among all, the skipped ones included."""
        while not self._is_closed and self._next < len(self._photos):
            number, path = self._next, self._photos[self._next]
            self._next += 1
            try:
                photo = load_photo(path, self._limits)
            except UnreadablePhoto as error:
                self._skipped += (str(error),)
                continue
            return Frame(photo.frame_bgr, number, number * self._seconds_between, photo.source)
        raise EndOfFrames(f"{self.name} has no more photos")

    def health(self) -> SourceHealth:
        """Say whether photos remain and which could not be read."""
        state = SourceState.RUNNING if self._next < len(self._photos) else SourceState.FINISHED
        if self._is_closed:
            state = SourceState.CLOSED
        return SourceHealth(self.name, state, skipped=self._skipped)

    def close(self) -> None:
        """Read no more."""
        self._is_closed = True


def photos_in(folder: Path) -> list[Path]:
    """The photos of a folder as people count, frame2 before frame10; notes and hidden files do not count."""
    try:
        files = [path for path in folder.iterdir() if path.suffix.lower() in _PHOTO_ENDINGS]
    except OSError as error:
        raise UnreadableSource(f"{folder.name} cannot be opened: {error.strerror}") from error
    return sorted((path for path in files if not path.name.startswith(".")), key=_as_people_count)


def _as_people_count(path: Path) -> tuple[list[tuple[int, str]], str]:
    parts = re.findall(r"\d+|\D+", path.name.lower())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts], path.name
