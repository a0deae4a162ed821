"""Weak card hypotheses: four-sided outlines from several channels, most of them wrong, few cards missed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.lattice import Image, Points

MIN_SOLIDITY = 0.80  # a card with a bite out of it, by glare or a die, is still a card
MIN_FOUR_SIDED = 0.88  # rounded corners cost less than this
MIN_SIDE_PX = 9.0
MIN_AREA_PX = 150.0
MIN_SINE = 0.3  # no right angle looks flatter than this within 60 degrees of tilt


@dataclass(frozen=True, slots=True)
class Outlines:
    """Four-sided outlines, clockwise in the image, how four-sided each one is, and how rough they all are."""

    corners: Points
    quality: npt.NDArray[np.float64]
    rough_mm: float = 0.0  # by which outlines may be larger than their cards

    def __post_init__(self) -> None:
        """Hold one quality for each outline."""
        if self.corners.shape != (len(self.quality), 4, 2):
            raise ValueError(f"expected {len(self.quality)} x 4 x 2 corners, got {self.corners.shape}")

    def __len__(self) -> int:
        return len(self.quality)


def no_outlines() -> Outlines:
    """Return nothing, in the shape of outlines."""
    return Outlines(np.zeros((0, 4, 2)), np.zeros(0))


def outlines_of_masks(
    masks: Iterable[Image], max_area_px: float, min_area_px: float = MIN_AREA_PX
) -> Outlines:
    """Return every four-sided outline in the masks, each card once or a few times."""
    quads: list[npt.NDArray[np.int32]] = []
    quality: list[float] = []
    for mask in masks:
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            area = cv2.contourArea(contour) if len(contour) > 3 else 0.0
            if not min_area_px <= area <= max_area_px:
                continue
            quad = _four_sided(contour, area)
            if quad is not None:
                quads.append(quad)
                quality.append(area)
    if not quads:
        return no_outlines()
    corners = clockwise(np.stack(quads).reshape(-1, 4, 2).astype(np.float64))
    likely = _like_a_card(corners)
    corners = corners[likely]
    return without_twins(Outlines(corners, np.array(quality)[likely] / areas(corners)))


def _four_sided(contour: cv2.typing.MatLike, area: float) -> npt.NDArray[np.int32] | None:
    """Return the smallest four-sided outline around the contour, if the contour nearly fills it."""
    hull = cv2.convexHull(contour)
    hull_area = cv2.contourArea(hull)
    if area < MIN_SOLIDITY * hull_area or len(hull) < 4:
        return None
    quad = cv2.approxPolyN(hull, 4, ensure_convex=True)
    if quad.size != 8 or hull_area < MIN_FOUR_SIDED * cv2.contourArea(quad):
        return None
    return np.asarray(quad, np.int32)


def _like_a_card(corners: Points) -> npt.NDArray[np.bool_]:
    """Return which outlines a card could have within 60 degrees of tilt."""
    ahead = corners[:, [1, 2, 3, 0]] - corners
    sides = np.hypot(ahead[..., 0], ahead[..., 1])
    behind, before = ahead[:, [3, 0, 1, 2]], sides[:, [3, 0, 1, 2]]
    cross = behind[..., 0] * ahead[..., 1] - behind[..., 1] * ahead[..., 0]
    square = (cross / np.maximum(sides * before, 1e-9)).min(1) > MIN_SINE
    likely: npt.NDArray[np.bool_] = (
        square & (sides.min(1) > MIN_SIDE_PX) & (sides.max(1) < 6.0 * sides.min(1))
    )
    return likely


def clockwise(quads: Points) -> Points:
    """Return the corners clockwise as seen in an image, whose y axis points down."""
    back = areas(quads) < 0
    return np.where(back[..., None, None], quads[..., ::-1, :], quads)


def without_twins(outlines: Outlines, apart: float = 0.05) -> Outlines:
    """Keep the best of outlines that differ by less than a twentieth of their size."""
    order = np.argsort(-outlines.quality)
    corners, quality = outlines.corners[order], outlines.quality[order]
    centres = corners.mean(1)
    size = np.sqrt(np.abs(areas(corners)))
    near = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1)) < apart * size[:, None]
    alike = np.abs(size[:, None] / size[None] - 1.0) < apart
    twin = np.tril(near & alike, -1)
    keep = np.ones(len(corners), bool)
    for index in np.flatnonzero(twin.any(1)):
        keep[index] = not (twin[index] & keep).any()
    return Outlines(corners[keep], quality[keep], outlines.rough_mm)


def areas(quads: Points) -> npt.NDArray[np.float64]:
    """Return the area of each outline, positive where it runs clockwise."""
    x, y = quads[..., 0], quads[..., 1]
    signed: npt.NDArray[np.float64] = 0.5 * (
        (x[..., 2] - x[..., 0]) * (y[..., 3] - y[..., 1]) - (x[..., 3] - x[..., 1]) * (y[..., 2] - y[..., 0])
    )
    return signed
