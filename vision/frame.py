"""One picture of the table: its pixels, its place in the stream and when it was taken."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

BgrPixels = npt.NDArray[np.uint8]


class InvalidFrame(ValueError):
    """Something that cannot be a frame was offered as one."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """An 8 bit colour picture, valid from birth; its pixels are handed out read-only."""

    frame_bgr: BgrPixels
    number: int = 0
    captured_seconds: float = 0.0
    source: str = "frame"

    def __post_init__(self) -> None:
        _check_pixels(self.frame_bgr)
        if self.number < 0:
            raise InvalidFrame(f"expected a frame number of 0 or more, got {self.number}")
        if not math.isfinite(self.captured_seconds) or self.captured_seconds < 0:
            raise InvalidFrame(f"expected a time of 0 seconds or more, got {self.captured_seconds}")
        if not self.source.strip():
            raise InvalidFrame("expected the name of the frame's source, got an empty one")
        # A view, so that the caller's own array keeps its rights while no stage can paint on a shared frame.
        pixels = np.ascontiguousarray(self.frame_bgr).view()
        pixels.flags.writeable = False
        object.__setattr__(self, "frame_bgr", pixels)

    @property
    def width_px(self) -> int:
        """How many pixels a row has."""
        return int(self.frame_bgr.shape[1])

    @property
    def height_px(self) -> int:
        """How many rows of pixels there are."""
        return int(self.frame_bgr.shape[0])


def _check_pixels(frame_bgr: BgrPixels) -> None:
    if not isinstance(frame_bgr, np.ndarray):
        raise InvalidFrame(f"expected an array of pixels, got {type(frame_bgr).__name__}")
    if frame_bgr.dtype != np.uint8:
        raise InvalidFrame(f"expected 8 bit pixels, got {frame_bgr.dtype}")
    if frame_bgr.ndim != 3 or frame_bgr.shape[2] != 3:
        raise InvalidFrame(f"expected height x width x 3, got {' x '.join(map(str, frame_bgr.shape))}")
    if frame_bgr.size == 0:
        raise InvalidFrame(f"expected at least one pixel, got {frame_bgr.shape[1]} x {frame_bgr.shape[0]}")
