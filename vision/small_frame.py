"""The frame at the size at which cards are looked for."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.lattice import Image, Points


@dataclass(frozen=True, slots=True)
class SmallFrame:
    """A reduced frame, and how many frame pixels each of its pixels is wide and high."""

    image: Image
    scale: Points


def shrink(frame_bgr: Image, work_px: int) -> SmallFrame:
    """Return the frame with its longer side near the working size; whole factors, which are quick, if they do."""
    height, width = frame_bgr.shape[:2]
    factor = max(1, round(max(height, width) / work_px))
    size = (round(width / factor), round(height / factor))
    way = cv2.INTER_AREA
    if max(size) > 1.15 * work_px:
        share = work_px / max(width, height)
        size, factor, way = (round(width * share), round(height * share)), 0, cv2.INTER_LINEAR
    image = frame_bgr if factor == 1 else np.asarray(cv2.resize(frame_bgr, size, interpolation=way), np.uint8)
    return SmallFrame(image, np.array([width / size[0], height / size[1]]))
