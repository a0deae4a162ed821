"""What every source of frames can do, whatever stands behind it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from types import TracebackType
from typing import Self

from vision.frame import Frame
from vision.source_health import SourceHealth


class EndOfFrames(Exception):
    """The source is at its end or was closed: no further frame will come."""


class UnreadableSource(ValueError):
    """What was given is no source of frames; one line says why."""


class FrameSource(ABC):
    """A stream of frames. Live sources give the newest frame, recordings every frame in order."""

    name: str
    is_live: bool

    @abstractmethod
    def next_frame(self, wait_seconds: float = 1.0) -> Frame | None:
        """Give the next frame, or None when none came within the wait; raise `EndOfFrames` after the last."""

    @abstractmethod
    def health(self) -> SourceHealth:
        """Say how the source is doing right now."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the device or file; closing twice does no harm."""

    def __iter__(self) -> Iterator[Frame]:
        while True:
            try:
                frame = self.next_frame()
            except EndOfFrames:
                return
            if frame is not None:
                yield frame

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
