"""Writes frames to a video or to a folder of stills, and counts them."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Protocol

import cv2

from models.training.scenes.arrays import Picture

CODECS = {".mp4": "mp4v", ".avi": "MJPG", ".webm": "VP90"}
JPEG_QUALITY = 90


class Recorder(Protocol):
    """Takes frames one after the other."""

    def add(self, frame_bgr: Picture) -> None:
        """Keep one more frame."""
        ...

    def __enter__(self) -> Recorder: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def recorder_for(out: Path, fps: float, size_px: tuple[int, int], *, stills: bool) -> Recorder:
    """A folder of stills, or a video of the kind that the file's ending names."""
    return StillsRecorder(out) if stills else VideoRecorder(out, fps, size_px)


class VideoRecorder:
    """A video file; it has its name only once it is whole."""

    def __init__(self, path: Path, fps: float, size_px: tuple[int, int]) -> None:
        if path.suffix not in CODECS:
            raise ValueError(f"{path.name} is no video that can be written; use {', '.join(CODECS)}")
        self._path = path
        self._part = path.with_name(f"{path.stem}.part{path.suffix}")
        code = cv2.VideoWriter.fourcc(*CODECS[path.suffix])
        self._writer = cv2.VideoWriter(str(self._part), code, fps, size_px)
        if not self._writer.isOpened():
            raise ValueError(f"this OpenCV writes no {path.suffix} video")

    def add(self, frame_bgr: Picture) -> None:
        """Encode one more frame."""
        self._writer.write(frame_bgr)

    def __enter__(self) -> VideoRecorder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.release()
        if error is None:
            self._part.replace(self._path)
        else:
            self._part.unlink(missing_ok=True)


class StillsRecorder:
    """A folder of JPEG stills, numbered from 0."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._count = 0

    def add(self, frame_bgr: Picture) -> None:
        """Write one more still."""
        name = self._folder / f"frame-{self._count:05d}.jpg"
        if not cv2.imwrite(str(name), frame_bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]):
            raise OSError(f"{name} cannot be written")
        self._count += 1

    def __enter__(self) -> StillsRecorder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is open between stills."""
