"""The frame at the size at which cards are looked for."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.card_marks import CardMarks
from vision.lattice import Image, Points

NOISY = 4.0  # grey levels


@dataclass(frozen=True, slots=True)
class SmallFrame:
    """A reduced frame, how many frame pixels its own are wide and high, and the cards marked in it."""

    image: Image
    scale: Points
    marks: CardMarks | None = None


def shrink(frame_bgr: Image, work_px: int) -> SmallFrame:
    """Return the frame with its longer side near the working size."""
    height, width = frame_bgr.shape[:2]
    image = halved(frame_bgr, work_px)
    if max(image.shape[:2]) > 1.15 * work_px:
        share = work_px / max(width, height)
        size = (round(width * share), round(height * share))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    if noise_of(image) > NOISY:
        image = np.asarray(cv2.GaussianBlur(image, (5, 5), 0), np.uint8)
    return SmallFrame(image, np.array([width / image.shape[1], height / image.shape[0]]))


def noise_of(image: Image) -> float:
    """Return the usual difference between neighbouring pixels: most of any picture is plain."""
    rows = image[::24].astype(np.int16)
    return float(np.median(np.abs(rows[:, 1::2] - rows[:, :-1:2])))


def halved(frame_bgr: Image, longest_px: int) -> Image:
    """Return the frame halved, which is quick, as often as its longer side stays long enough."""
    image = frame_bgr
    while max(image.shape[:2]) >= 2 * longest_px:
        size = (image.shape[1] // 2, image.shape[0] // 2)
        even = image[: 2 * size[1], : 2 * size[0]]
        image = np.asarray(cv2.resize(even, size, interpolation=cv2.INTER_AREA), np.uint8)
    return image
