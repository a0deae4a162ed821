"""What people could change so that the cards can be read: light, focus, reflections.

Measured on every frame, so it must cost next to nothing: a coarse picture for light and glare, a few
full-size windows for sharpness.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import BgrPixels, Frame
from vision.sharpness import measure_edges


class Advice(StrEnum):
    """Codes that travel to phones; the words for them live in the catalogues there."""

    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    BLURRED = "blurred"
    GLARE = "glare"
    TOO_LITTLE_DETAIL = "too_little_detail"
    DAMAGED = "damaged"
    FLICKER = "flicker"


@dataclass(frozen=True, slots=True)
class QualitySettings:
    """Where good ends. Levels count from 0 to 255, shares from 0 to 1."""

    darkest_white_level: float = 75.0
    largest_clipped_share: float = 0.10
    clipped_level: int = 250
    largest_blur_px: float = 2.2
    smallest_contrast: float = 24.0
    smallest_glare_share: float = 0.0006
    whitest_paper_level: float = 232.0
    flicker_share: float = 0.035
    flicker_frames: int = 12

    def __post_init__(self) -> None:
        if not 0 < self.darkest_white_level < self.whitest_paper_level <= 255:
            raise ValueError("expected 0 < darkest white < whitest paper <= 255")
        if not (0 < self.largest_clipped_share < 1 and 0 < self.smallest_glare_share < 1):
            raise ValueError("expected shares between 0 and 1")
        if self.flicker_frames < 4 or self.flicker_share <= 0 or self.largest_blur_px <= 0:
            raise ValueError("expected at least 4 frames for flicker and limits above 0")


@dataclass(frozen=True, slots=True)
class GlareSpot:
    """The box around one reflection, in pixels of the frame."""

    left_px: int
    top_px: int
    width_px: int
    height_px: int


@dataclass(frozen=True, slots=True)
class FrameQuality:
    """The measures of one frame and what they advise, the most urgent first."""

    blur_px: float
    contrast: float
    brightness: float
    white_level: float
    clipped_share: float
    glare: tuple[GlareSpot, ...]
    advice: tuple[Advice, ...]

    @property
    def is_good(self) -> bool:
        """Whether nothing needs to be changed."""
        return not self.advice


DEFAULT_SETTINGS = QualitySettings()
_COARSE_LONG_SIDE_PX = 320
_MIDDLE_GREY = 128


def measure_quality(frame: Frame, settings: QualitySettings = DEFAULT_SETTINGS) -> FrameQuality:
    """Measure one frame by itself; flicker needs several and is watched by `FlickerWatch`."""
    coarse_bgr, step = _coarse(frame.frame_bgr)
    grey = cv2.cvtColor(coarse_bgr, cv2.COLOR_BGR2GRAY)
    white_level = _level_below(grey, 0.95)
    # The darkest channel: a saturated red is no glare, only white is.
    whiteness = cv2.min(cv2.min(coarse_bgr[:, :, 0], coarse_bgr[:, :, 1]), coarse_bgr[:, :, 2])
    clipped = np.asarray(whiteness >= settings.clipped_level, np.uint8)
    clipped_share = float(clipped.mean())
    glare: tuple[GlareSpot, ...] = ()
    # Where paper itself is nearly clipped, a reflection cannot be told from it.
    if _level_below(grey, 0.90) <= settings.whitest_paper_level and clipped_share > 0:
        glare = _glare_spots(clipped, step, settings.smallest_glare_share)
    edges = measure_edges(frame.frame_bgr)
    brightness = float(cv2.mean(grey)[0])
    measures = FrameQuality(
        edges.blur_px, edges.contrast, brightness, white_level, clipped_share, glare, advice=()
    )
    return _with_advice(measures, _is_damaged(frame.frame_bgr), settings)


def _with_advice(measures: FrameQuality, is_damaged: bool, settings: QualitySettings) -> FrameQuality:
    is_dark = measures.white_level < settings.darkest_white_level
    has_detail = measures.contrast >= settings.smallest_contrast
    checks = (
        (Advice.DAMAGED, is_damaged),
        (Advice.TOO_DARK, is_dark),
        (Advice.TOO_BRIGHT, measures.clipped_share > settings.largest_clipped_share),
        (Advice.TOO_LITTLE_DETAIL, not has_detail and not is_dark),
        (Advice.BLURRED, has_detail and measures.blur_px > settings.largest_blur_px),
        (Advice.GLARE, bool(measures.glare)),
    )
    return FrameQuality(
        measures.blur_px,
        measures.contrast,
        measures.brightness,
        measures.white_level,
        measures.clipped_share,
        measures.glare,
        tuple(advice for advice, is_needed in checks if is_needed),
    )


def _coarse(frame_bgr: BgrPixels) -> tuple[BgrPixels, int]:
    step = max(1, max(frame_bgr.shape[:2]) // _COARSE_LONG_SIDE_PX)
    return np.ascontiguousarray(frame_bgr[::step, ::step]), step


def _level_below(grey: cv2.typing.MatLike, share: float) -> float:
    """The level that this share of all pixels lies at or below."""
    counts = cv2.calcHist([grey], [0], None, [256], [0, 256]).ravel()
    return float(np.searchsorted(np.cumsum(counts), share * grey.size))


def _glare_spots(clipped: npt.NDArray[np.uint8], step: int, smallest_share: float) -> tuple[GlareSpot, ...]:
    """Patches of pure white, largest first; single white pixels, such as a sparkle, do not count."""
    whole = cv2.morphologyEx(clipped, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    count, _, boxes, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
    smallest_area = max(4.0, smallest_share * clipped.size)
    large = [box for box in boxes[1:count].tolist() if box[4] >= smallest_area]
    large.sort(key=lambda box: -box[4])
    return tuple(GlareSpot(*(value * step for value in box[:4])) for box in large)


def _is_damaged(frame_bgr: BgrPixels) -> bool:
    """Decoders fill what is missing at the bottom of a broken JPEG with one flat middle grey."""
    tail, rest = frame_bgr[-8:], frame_bgr[:-8:8]
    if abs(int(tail[0, 0, 0]) - _MIDDLE_GREY) > 3 or tail.min() != tail.max():
        return False
    return rest.size > 0 and bool(rest.min() != rest.max())


class FlickerWatch:
    """Notices light that swings from frame to frame, as some lamps and exposures make it."""

    def __init__(self, settings: QualitySettings = DEFAULT_SETTINGS) -> None:
        self._settings = settings
        self._brightness: deque[float] = deque(maxlen=settings.flicker_frames)

    def flickers(self, quality: FrameQuality) -> bool:
        """Take in the next frame's measures; true once the light of the last frames swings too much."""
        self._brightness.append(quality.brightness)
        if len(self._brightness) < self._settings.flicker_frames:
            return False
        levels = np.array(self._brightness)
        # The median of the bends: a hand or a lamp switched on bends the line once, flicker all the time.
        bends = np.abs(levels[:-2] - 2 * levels[1:-1] + levels[2:]) / 4
        return bool(np.median(bends) > self._settings.flicker_share * max(8.0, float(levels.mean())))
