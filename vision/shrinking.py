"""Frames made smaller, the quickest way that keeps what is in them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.lattice import Image


def halved(frame_bgr: Image, longest_px: int) -> Image:
    """Return the frame halved, which is quick, as often as its longer side stays long enough."""
    image = frame_bgr
    while max(image.shape[:2]) >= 2 * longest_px:
        size = (image.shape[1] // 2, image.shape[0] // 2)
        if 0 in size:
            break  # a strip one pixel wide
        even = image[: 2 * size[1], : 2 * size[0]]
        image = np.asarray(cv2.resize(even, size, interpolation=cv2.INTER_AREA), np.uint8)
    return image


def shrunk_to(frame_bgr: Image, longest_px: int, spare: float = 1.0) -> Image:
    """Return the frame with its longer side no longer than this, or than this by a spare share."""
    image = halved(frame_bgr, longest_px)
    height, width = frame_bgr.shape[:2]
    if max(image.shape[:2]) <= spare * longest_px:
        return image
    share = longest_px / max(width, height)
    size = (max(1, round(width * share)), max(1, round(height * share)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), np.uint8)
