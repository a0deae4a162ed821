"""Weak card hypotheses: four-sided outlines from several channels, most of them wrong, few cards missed."""

from __future__ import annotations

from collections.abc import Iterator
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
    """Four-sided outlines, clockwise in the image, and how four-sided each one is."""

    corners: Points
    quality: npt.NDArray[np.float64]

    def __post_init__(self) -> None:
        """Hold one quality for each outline."""
        if self.corners.shape != (len(self.quality), 4, 2):
            raise ValueError(f"expected {len(self.quality)} x 4 x 2 corners, got {self.corners.shape}")

    def __len__(self) -> int:
        return len(self.quality)


def outlines_of_masks(masks: Iterator[Image], max_area_px: float) -> Outlines:
    """Return every four-sided outline in the masks, each card once or a few times."""
    quads: list[npt.NDArray[np.int32]] = []
    quality: list[float] = []
    for mask in masks:
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            area = cv2.contourArea(contour) if len(contour) > 3 else 0.0
            if not MIN_AREA_PX <= area <= max_area_px:
                continue
            quad = _four_sided(contour, area)
            if quad is not None:
                quads.append(quad)
                quality.append(area)
    if not quads:
        return Outlines(np.zeros((0, 4, 2)), np.zeros(0))
    corners = clockwise(np.stack(quads).reshape(-1, 4, 2).astype(np.float64))
    likely = _like_a_card(corners)
    corners = corners[likely]
    return without_twins(Outlines(corners, np.array(quality)[likely] / areas(corners)))


def _four_sided(contour: npt.NDArray[np.int32], area: float) -> npt.NDArray[np.int32] | None:
    """Return the smallest four-sided outline around the contour, if little more than the contour fits in it."""
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
    return Outlines(corners[keep], quality[keep])


def areas(quads: Points) -> npt.NDArray[np.float64]:
    """Return the area of each outline, positive where it runs clockwise."""
    x, y = quads[..., 0], quads[..., 1]
    signed: npt.NDArray[np.float64] = 0.5 * (
        (x[..., 2] - x[..., 0]) * (y[..., 3] - y[..., 1]) - (x[..., 3] - x[..., 1]) * (y[..., 2] - y[..., 0])
    )
    return signed


def quick_masks(tiny_bgr: Image) -> Iterator[Image]:
    """Yield the masks that find most cards on most tables, for a first look."""
    grey = cv2.cvtColor(tiny_bgr, cv2.COLOR_BGR2GRAY)
    around = cv2.blur(grey, (55, 55))
    yield cv2.compare(grey, cv2.add(around, 10), cv2.CMP_GT)
    yield cv2.compare(grey, cv2.subtract(around, 10), cv2.CMP_LT)
    yield unlike_surroundings(tiny_bgr, 55)


def unlike_surroundings(image_bgr: Image, size_px: int) -> Image:
    """Return what differs in any channel from its surroundings, closed: cards of many colours become whole."""
    change = cv2.absdiff(image_bgr, cv2.blur(image_bgr, (size_px, size_px)))
    blue, green, red = cv2.split(change)
    mask = cv2.compare(cv2.max(cv2.max(blue, green), red), 18, cv2.CMP_GT)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)


def cheap_masks(small_bgr: Image) -> Iterator[Image]:
    """Yield the masks that find cards on most tables: brightness against all, and against what is near."""
    grey = cv2.medianBlur(cv2.cvtColor(small_bgr, cv2.COLOR_BGR2GRAY), 3)
    yield cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1]
    around = cv2.blur(grey, (81, 81))
    yield cv2.compare(grey, cv2.add(around, 12), cv2.CMP_GT)
    yield cv2.compare(grey, cv2.subtract(around, 12), cv2.CMP_LT)
    yield unlike_surroundings(small_bgr, 121)


def edge_masks(small_bgr: Image) -> Iterator[Image]:
    """Yield masks of edges, which close around cards of any colour on plain tables."""
    grey = cv2.GaussianBlur(cv2.cvtColor(small_bgr, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    strong = float(
        np.clip(2.2 * np.median(np.abs(cv2.Sobel(grey, cv2.CV_16S, 1, 0)[::4, ::4])) + 40, 40, 160)
    )
    edges = cv2.Canny(grey, 0.5 * strong, strong)
    cross = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))
    yield cv2.dilate(edges, cross)


def colour_masks(small_bgr: Image) -> Iterator[Image]:
    """Yield masks of colourfulness and of each opponent colour, for cards as bright as their table."""
    hsv = cv2.cvtColor(small_bgr, cv2.COLOR_BGR2HSV)
    saturation = cv2.medianBlur(cv2.extractChannel(hsv, 1), 5)
    yield cv2.threshold(saturation, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1]
    blue, green, red = (channel.astype(np.int16) for channel in cv2.split(small_bgr))
    for opponent in (red - green, (red + green) // 2 - blue):
        plane = cv2.medianBlur(np.clip(opponent + 128, 0, 255).astype(np.uint8), 5)
        around = cv2.blur(plane, (81, 81))
        yield cv2.compare(plane, cv2.add(around, 8), cv2.CMP_GT)
        yield cv2.compare(plane, cv2.subtract(around, 8), cv2.CMP_LT)


def level_masks(small_bgr: Image) -> Iterator[Image]:
    """Yield masks at several levels of brightness, for cards that resemble one part of their table."""
    grey = cv2.medianBlur(cv2.cvtColor(small_bgr, cv2.COLOR_BGR2GRAY), 3)
    for level in np.percentile(grey[::4, ::4], (25, 45, 60, 75, 88)):
        yield cv2.threshold(grey, float(level), 255, cv2.THRESH_BINARY)[1]
