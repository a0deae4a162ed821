"""Frames of a camera whose lens was measured, straightened where they enter: no later stage need know of it.

Correcting corners instead would save the cost of one JPEG decoding a frame, but a grid is found as one of
straight lines, so every stage from the first outline on would have to know of the lens.
"""

from __future__ import annotations

from vision.frame import Frame
from vision.frame_source import FrameSource
from vision.lens import Lens, LensDoesNotFit
from vision.source_health import SourceHealth


class StraightFrames(FrameSource):
    """Another source's frames through a measured lens. Only frames that are asked for are straightened."""

    def __init__(self, source: FrameSource, lens: Lens) -> None:
        self.name = source.name
        self.is_live = source.is_live
        self.does_not_fit = ""  # why frames are left as they came, if they are
        self._source = source
        self._lens = lens

    def next_frame(self, wait_seconds: float = 1.0) -> Frame | None:
        """Give the next frame, straight; as it came if the camera changed to another shape of picture."""
        frame = self._source.next_frame(wait_seconds)
        if frame is None:
            return None
        try:
            straight = self._lens.straighten(frame)
        except LensDoesNotFit as problem:
            self.does_not_fit = str(problem)
            return frame
        self.does_not_fit = ""
        return straight

    def health(self) -> SourceHealth:
        """Say how the source is doing."""
        return self._source.health()

    def close(self) -> None:
        """Let go of the source."""
        self._source.close()
