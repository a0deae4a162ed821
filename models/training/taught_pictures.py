"""Pictures of a deck as somebody's teaching photographs show them, without rendering the photographs.

What is left after a card was cut out and its light evened: a little blur, a tint that all cards of one
photograph share, shade across the card, noise, and corners that are a little off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from models.training.scenes.arrays import Picture, Points, as_picture
from vision.cell_images import HEIGHT_PX, WIDTH_PX

CARDS_OF_A_PHOTO = 15
SIZE_PX = (3 * WIDTH_PX // 2, 3 * HEIGHT_PX // 2)
BLUR_PX = (0.5, 1.6)
TINT, SHADE, NOISE, CORNER_ERROR = 0.025, 0.05, 2.5, 0.002


def photographed_pictures(
    pictures: Mapping[str, Picture], seed: int, photos: int
) -> dict[str, Sequence[Picture]]:
    """Of each card as many pictures as it has photographs."""
    rng = np.random.default_rng([seed, 2718])
    taken: dict[str, list[Picture]] = {code: [] for code in pictures}
    for _ in range(photos):
        for number, (code, picture) in enumerate(pictures.items()):
            if number % CARDS_OF_A_PHOTO == 0:
                tint, blur_px = rng.normal(1, TINT, 3), rng.uniform(*BLUR_PX)
            taken[code].append(_as_photographed(rng, picture, tint, blur_px))
    return {code: tuple(held) for code, held in taken.items()}


def _as_photographed(rng: np.random.Generator, picture: Picture, tint: Points, blur_px: float) -> Picture:
    width, height = SIZE_PX
    small = cv2.resize(picture, SIZE_PX, interpolation=cv2.INTER_AREA)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
    erring = corners + rng.normal(0, CORNER_ERROR * height, (4, 2)).astype(np.float32)
    way = cv2.getPerspectiveTransform(corners, erring)
    laid = cv2.warpPerspective(small, way, SIZE_PX, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(laid, (0, 0), blur_px).astype(np.float32)
    across, down = np.linspace(-0.5, 0.5, width), np.linspace(-0.5, 0.5, height)
    slope = rng.normal(0, SHADE, 2)
    shade = 1 + slope[0] * across[None, :, None] + slope[1] * down[:, None, None]
    seen = soft * tint * shade + rng.normal(0, NOISE, (height, width, 3))
    return as_picture(np.clip(np.rint(seen), 0, 255))
