"""Masks in which cards may stand out from their table: several channels, each weak alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from vision.lattice import Image

Masks = Callable[[Image], Iterator[Image]]

NEARBY_PX = 81  # of the small image: the neighbourhood that a pixel is compared with
CROSS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)


def quick_masks(tiny_bgr: Image) -> Iterator[Image]:
    """Yield the masks that find most cards on most tables, for a first look."""
    grey = _grey(tiny_bgr)
    for mask in (*_unlike_nearby(grey, 55, 10), whole_of_many_colours(tiny_bgr, 55)):
        yield _image(cv2.medianBlur(mask, 3))  # without specks there are far fewer outlines to look at


def cheap_masks(small_bgr: Image) -> Iterator[Image]:
    """Yield brightness against the whole image, against what is near, and anything unlike what is near."""
    grey = _image(cv2.medianBlur(_grey(small_bgr), 3))
    yield _image(cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1])
    yield from _unlike_nearby(grey, NEARBY_PX, 12)
    yield whole_of_many_colours(small_bgr, 121)


def colour_masks(small_bgr: Image) -> Iterator[Image]:
    """Yield colourfulness and opponent colours, for cards as bright as their table."""
    hsv = cv2.cvtColor(small_bgr, cv2.COLOR_BGR2HSV)
    saturation = cv2.medianBlur(cv2.extractChannel(hsv, 1), 5)
    yield _image(cv2.threshold(saturation, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1])
    blue, green, red = (channel.astype(np.int16) for channel in cv2.split(small_bgr))
    for opponent in (red - green, (red + green) // 2 - blue):
        plane = np.clip(opponent + 128, 0, 255).astype(np.uint8)
        yield from _unlike_nearby(_image(cv2.medianBlur(plane, 5)), NEARBY_PX, 8)


def level_masks(small_bgr: Image) -> Iterator[Image]:
    """Yield several levels of brightness, for cards that resemble one part of their table."""
    grey = _image(cv2.medianBlur(_grey(small_bgr), 3))
    for level in np.percentile(grey[::4, ::4], (25, 45, 60, 75, 88)):
        yield _image(cv2.threshold(grey, float(level), 255, cv2.THRESH_BINARY)[1])


def edge_masks(small_bgr: Image) -> Iterator[Image]:
    """Yield edges, which close around cards of any colour on plain tables."""
    grey = cv2.GaussianBlur(_grey(small_bgr), (3, 3), 0)
    usual = float(np.median(np.abs(cv2.Sobel(grey, cv2.CV_16S, 1, 0)[::4, ::4])))
    strong = float(np.clip(2.2 * usual + 40.0, 40.0, 160.0))
    yield _image(cv2.dilate(cv2.Canny(grey, 0.5 * strong, strong), CROSS))


def whole_of_many_colours(image_bgr: Image, nearby_px: int) -> Image:
    """Return what differs in any channel from what is near, closed: a card of many colours becomes whole."""
    change = cv2.absdiff(image_bgr, cv2.blur(image_bgr, (nearby_px, nearby_px)))
    blue, green, red = cv2.split(change)
    mask = cv2.threshold(cv2.max(cv2.max(blue, green), red), 18, 255, cv2.THRESH_BINARY)[1]
    return _image(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)))


def _unlike_nearby(plane: Image, nearby_px: int, by: int) -> Iterator[Image]:
    nearby = cv2.blur(plane, (nearby_px, nearby_px))
    yield _image(cv2.threshold(cv2.subtract(plane, nearby), by, 255, cv2.THRESH_BINARY)[1])
    yield _image(cv2.threshold(cv2.subtract(nearby, plane), by, 255, cv2.THRESH_BINARY)[1])


def _grey(image_bgr: Image) -> Image:
    return _image(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY))


def _image(pixels: cv2.typing.MatLike) -> Image:
    return np.asarray(pixels, np.uint8)
