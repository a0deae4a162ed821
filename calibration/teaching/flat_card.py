"""Is an image itself a card, a scan or an export without a table around it?"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np

from calibration.teaching.card_places import LOOKS_PX, clear_cards
from vision.arrays import Picture, Points
from vision.lattice import CardSize
from vision.quads import areas

CARD_RATIOS = (1.2, 1.75)
SAME_RATIO = 0.006
LARGEST_EXPORT_PX = 900
LEVEL = 0.012  # how far a printed frame may lean, beside the image's width
CARD_SHARES = (0.06, 0.9)  # of the image, that a card on a table takes
CERTAIN = 0.9
CALMER = 0.5  # the table around a card, beside the card
LOOK_PX = 240
ONE_SHAPE = 0.015
MOST_ASKED = 9
PLAIN = 5.0  # grey levels: less than any print


def is_flat_card(image_bgr: Picture, card: CardSize) -> bool:
    """Whether the image is a card from edge to edge.

    An image shaped like a card is one, unless a card lies in it on something calmer than itself; an image
    shaped as cameras take them is a photo.
    """
    height, width = image_bgr.shape[:2]
    ratio = max(height, width) / min(height, width)
    if not CARD_RATIOS[0] <= ratio <= CARD_RATIOS[1] or _is_plain(image_bgr):
        return False
    if _is_camera_shape(width, height):
        return False
    return not any(
        _lies_on_a_table(image_bgr, free.corners)
        for free in clear_cards(image_bgr, card, LOOKS_PX[0])
        if free.confidence > CERTAIN
    )


def _is_camera_shape(width: int, height: int) -> bool:
    """Pictures of 4 to 3 are cameras', but for small standing ones; those of 3 to 2 when they lie."""
    ratio = max(width, height) / min(width, height)
    small_export = height > width and width <= LARGEST_EXPORT_PX
    is_four_to_three = abs(ratio * 3 / 4 - 1) < SAME_RATIO
    is_three_to_two = abs(ratio * 2 / 3 - 1) < SAME_RATIO
    return (is_four_to_three and not small_export) or (is_three_to_two and width > height)


def _is_plain(image_bgr: Picture) -> bool:
    small = cv2.resize(image_bgr, (64, 64), interpolation=cv2.INTER_AREA).astype(np.float32)
    return float(small.std(axis=(0, 1)).max()) < PLAIN


def _lies_on_a_table(image_bgr: Picture, corners: Points) -> bool:
    height, width = image_bgr.shape[:2]
    share = abs(float(areas(corners[None])[0])) / (width * height)
    if not CARD_SHARES[0] < share < CARD_SHARES[1] or _is_level(corners, width):
        return False
    scale = LOOK_PX / max(width, height)
    small = cv2.resize(image_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    slopes = np.abs(cv2.Laplacian(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), cv2.CV_32F))
    inside = np.zeros(slopes.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.rint(corners * scale).astype(np.int32), 1)
    rim = cv2.dilate(inside, np.ones((7, 7), np.uint8)) > 0  # the card's own edge belongs to neither
    return float(slopes[~rim].mean()) < CALMER * float(slopes[inside > 0].mean()) if (~rim).any() else False


def _is_level(corners: Points, width: int) -> bool:
    """A frame printed on the card lies straight in a scan; a card laid by hand hardly does."""
    sides = np.roll(corners, -1, axis=0) - corners
    return bool((np.abs(sides).min(axis=1) < LEVEL * width).all())


def scans_among(
    shapes: Mapping[str, float], picture: Callable[[str], Picture], card: CardSize
) -> dict[str, bool]:
    """Which of many images are cards from edge to edge; those of one shape (length over width) are alike.

    A single print can look like a card on a table or the other way round; a majority hardly does.
    """
    answers: dict[str, bool] = {}
    for name, ratio in shapes.items():
        if name in answers:
            continue
        alike = [
            other
            for other, its in shapes.items()
            if other not in answers and abs(its / ratio - 1) < ONE_SHAPE
        ]
        asked = alike[:: -(-len(alike) // MOST_ASKED)]
        votes = [is_flat_card(picture(other), card) for other in asked]
        answers |= dict.fromkeys(alike, sum(votes) * 2 > len(votes))
    return answers
