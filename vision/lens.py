"""A lens as it was measured: how it bends straight lines, and pictures with the bending taken out."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import BgrPixels, Frame

SAME_SHAPE = 0.01  # by how much the shapes of two pictures of one camera may differ
Matrix = npt.NDArray[np.float64]


class LensDoesNotFit(ValueError):
    """Pictures of another shape than those the lens was measured with."""


@dataclass(frozen=True, slots=True)
class Lens:
    """The lens of one camera for pictures of one size; lengths in pixels, the bending as OpenCV counts it."""

    width_px: int
    height_px: int
    focal_px: tuple[float, float]
    centre_px: tuple[float, float]
    bending: tuple[float, float, float, float]  # k1, k2 from the middle outwards; p1, p2 sideways

    def __post_init__(self) -> None:
        if not (16 <= self.width_px <= 20_000 and 16 <= self.height_px <= 20_000):
            raise ValueError(f"expected 16 to 20000 pixels, got {self.width_px} x {self.height_px}")
        if len(self.focal_px) != 2 or len(self.centre_px) != 2 or len(self.bending) != 4:
            raise ValueError("expected two focal lengths, a centre and four numbers of bending")
        if not all(math.isfinite(number) for number in (*self.focal_px, *self.centre_px, *self.bending)):
            raise ValueError("expected numbers that are finite")
        longest = max(self.width_px, self.height_px)
        if not all(0.2 * longest <= focal <= 20 * longest for focal in self.focal_px):
            raise ValueError(f"no camera has a focal length of {self.focal_px} for {longest} pixels")
        x, y = self.centre_px
        if not (0.2 <= x / self.width_px <= 0.8 and 0.2 <= y / self.height_px <= 0.8):
            raise ValueError(f"expected a centre near the middle, got {self.centre_px}")
        if max(map(abs, self.bending)) > 2.0:
            raise ValueError(f"no lens bends as much as {self.bending}")

    @property
    def matrix(self) -> Matrix:
        """The camera's matrix."""
        (fx, fy), (x, y) = self.focal_px, self.centre_px
        return np.array([[fx, 0.0, x], [0.0, fy, y], [0.0, 0.0, 1.0]])

    def for_size(self, width_px: int, height_px: int) -> Lens:
        """The same lens for pictures of another size and the same shape."""
        across, down = width_px / self.width_px, height_px / self.height_px
        if abs(across / down - 1) > SAME_SHAPE:
            raise LensDoesNotFit(
                f"the lens was measured with pictures of {self.width_px} x {self.height_px} pixels, "
                f"these have {width_px} x {height_px}"
            )
        return replace(
            self,
            width_px=width_px,
            height_px=height_px,
            focal_px=(self.focal_px[0] * across, self.focal_px[1] * down),
            centre_px=((self.centre_px[0] + 0.5) * across - 0.5, (self.centre_px[1] + 0.5) * down - 0.5),
        )

    def straighten(self, frame: Frame) -> Frame:
        """The frame with straight lines straight; nothing that the camera saw is cut away."""
        straight = straight_pixels(frame.frame_bgr, self.for_size(frame.width_px, frame.height_px))
        return Frame(straight, frame.number, frame.captured_seconds, frame.source)


def straight_pixels(frame_bgr: BgrPixels, lens: Lens) -> BgrPixels:
    """Pixels of the lens's own size with the bending taken out."""
    maps = _maps(lens)
    return np.asarray(cv2.remap(frame_bgr, maps[0], maps[1], cv2.INTER_LINEAR), np.uint8)


def straight_matrix(lens: Lens) -> Matrix:
    """The matrix of the camera that would have taken the straight picture."""
    size = (lens.width_px, lens.height_px)
    matrix, _ = cv2.getOptimalNewCameraMatrix(lens.matrix, np.array(lens.bending), size, 1.0, size)
    return np.asarray(matrix, np.float64)


@lru_cache(maxsize=4)
def _maps(lens: Lens) -> tuple[cv2.typing.MatLike, cv2.typing.MatLike]:
    """Where each pixel comes from, in the whole numbers that OpenCV is quickest with."""
    size = (lens.width_px, lens.height_px)
    bending, straight = np.array(lens.bending), straight_matrix(lens)
    return cv2.initUndistortRectifyMap(lens.matrix, bending, np.eye(3), straight, size, cv2.CV_16SC2)
