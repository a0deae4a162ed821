"""How far the edges of a picture are spread, measured on full-size samples.

An edge that is sharp rises within one pixel; blurred by s it needs about three s. So the steepest rise over
one pixel is compared with the steepest rise over eight. That depends on the blur and hardly on what is
shown, which the usual variance of the Laplacian does not offer. Reducing the frame first would hide the very
blur that is looked for, so small windows are taken at full size.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import BgrPixels

WORKING_LONG_SIDE_PX = 1280
GREEN = 1  # the channel with the least noise
_WINDOW_PX = 96
_WINDOWS_DOWN, _WINDOWS_ACROSS = 4, 4
_LONG_STEP_PX = 8
_STEEPEST = 0.995
# In plain noise that share of all differences lies below so many deviations, and their mean is the second.
_NOISE_AT_STEEPEST = 2.807
_MEAN_OF_NOISE = 0.798
_BLURS_PX = np.linspace(0.2, 8.0, 157)


@dataclass(frozen=True, slots=True)
class EdgeSpread:
    """`blur_px` is the spread of the softest direction; `contrast` how much the strongest edges rise."""

    blur_px: float
    contrast: float


def measure_edges(frame_bgr: BgrPixels, channel: int = GREEN) -> EdgeSpread:
    """Measure the spread of edges, in pixels of a frame brought to 1280 pixels on its long side.

    Frames smaller than that are measured in their own pixels.
    """
    windows = _windows(frame_bgr, channel)
    across = _rises(windows[:, :, :-1], windows[:, :, 1:])
    far_across = _rises(windows[:, :, :-_LONG_STEP_PX], windows[:, :, _LONG_STEP_PX:])
    down = _rises(windows[:, :-1], windows[:, 1:])
    far_down = _rises(windows[:, :-_LONG_STEP_PX], windows[:, _LONG_STEP_PX:])
    contrasts = (far_across.steepest, far_down.steepest)
    strongest = max(contrasts)
    # A direction with hardly any edges says nothing about their spread.
    blurs = [
        _blur_px(near, far.steepest)
        for near, far in ((across, far_across), (down, far_down))
        if far.steepest > 0 and far.steepest >= strongest / 3
    ]
    return EdgeSpread(max(blurs, default=float(_BLURS_PX[-1])), float(strongest))


@dataclass(frozen=True, slots=True)
class _Rises:
    steepest: float
    quietest: float


def measure_clearest_edges(picture_bgr: BgrPixels) -> EdgeSpread:
    """Measure where edges show most: a dark bird on red has none in green, and is no blurred picture."""
    return max((measure_edges(picture_bgr, channel) for channel in range(3)), key=lambda one: one.contrast)


def _windows(frame_bgr: BgrPixels, channel: int) -> npt.NDArray[np.uint8]:
    """Samples spread over the frame, as a stack of equal squares of one of its channels."""
    height, width = frame_bgr.shape[:2]
    scale = max(1.0, max(height, width) / WORKING_LONG_SIDE_PX)
    side = min(round(_WINDOW_PX * scale), height, width)
    target = max(_LONG_STEP_PX + 2, min(_WINDOW_PX, side))
    tops = np.linspace(0.04, 0.96, _WINDOWS_DOWN) * (height - side)
    lefts = np.linspace(0.04, 0.96, _WINDOWS_ACROSS) * (width - side)
    # Averaging is exact but slow; below a factor of two the quick way skips no pixel either.
    shrinking = cv2.INTER_AREA if side >= 2 * target else cv2.INTER_LINEAR
    stack = np.empty((_WINDOWS_DOWN * _WINDOWS_ACROSS, target, target), np.uint8)
    for index in range(len(stack)):
        top, left = int(tops[index // _WINDOWS_ACROSS]), int(lefts[index % _WINDOWS_ACROSS])
        window = frame_bgr[top : top + side, left : left + side, channel]
        stack[index] = cv2.resize(window, (target, target), interpolation=shrinking)
    return stack


def _rises(first: npt.NDArray[np.uint8], second: npt.NDArray[np.uint8]) -> _Rises:
    windows, height, width = first.shape
    rises = cv2.absdiff(
        np.ascontiguousarray(first).reshape(windows * height, width),
        np.ascontiguousarray(second).reshape(windows * height, width),
    )
    counts = cv2.calcHist([rises], [0], None, [256], [0, 256]).ravel()
    steepest = np.searchsorted(np.cumsum(counts), _STEEPEST * rises.size)
    means = cv2.reduce(rises.reshape(windows, -1), 1, cv2.REDUCE_AVG, dtype=cv2.CV_32F)
    return _Rises(float(steepest), float(np.sort(means.ravel())[windows // 4]))


def _blur_px(near: _Rises, far_steepest: float) -> float:
    """Turn the ratio of rises into the spread of a blurred step, after taking the noise out.

    The noise is that of the quietest windows, for elsewhere texture would be taken for noise.
    """
    noise = near.quietest / _MEAN_OF_NOISE * _NOISE_AT_STEEPEST
    rise = math.sqrt(max(0.0, near.steepest**2 - noise**2))
    return float(np.interp(-rise / far_steepest, -_RATIOS, _BLURS_PX))


def _ratio(blur_px: float) -> float:
    return math.erf(0.5 / (math.sqrt(2) * blur_px)) / math.erf(_LONG_STEP_PX / 2 / (math.sqrt(2) * blur_px))


_RATIOS = np.array([_ratio(float(blur_px)) for blur_px in _BLURS_PX])
