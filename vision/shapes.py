"""Cards as shapes: a coarse outline to look them up by, and slopes to slide a cut-out into place by."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.cell_images import SMALL_HEIGHT_PX, SMALL_WIDTH_PX

OUTLINE_PX = (28, 44)
OUTLINE_BLUR_PX = 0.7
FAINTEST = 0.02  # below this spread a channel is noise, not a picture
SOFTENING_PX = 0.8


@dataclass(frozen=True, slots=True, eq=False)
class CardShapes:
    """Grey pictures with their slopes: each pictures x pixels; and how strongly corners show in them."""

    grey: Floats
    slope_x: Floats
    slope_y: Floats
    stiffness: Floats


def outlines(cut: Picture) -> Floats:
    """A coarse picture of each card, each channel evened out: cards x channels x rows x columns."""
    coarse = np.stack(
        [
            cv2.GaussianBlur(
                cv2.resize(card, OUTLINE_PX, interpolation=cv2.INTER_AREA), (0, 0), OUTLINE_BLUR_PX
            )
            for card in cut
        ]
    )
    planes = coarse.transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255)
    planes = planes - planes.mean(axis=(2, 3), keepdims=True)
    length = np.sqrt(np.einsum("ncyx,ncyx->nc", planes, planes))
    even = planes / np.maximum(length, FAINTEST * np.sqrt(planes[0, 0].size))[..., None, None]
    features: Floats = (even / np.sqrt(3)).astype(np.float32)
    return features


def softened_grey(cut: Picture) -> Floats:
    """Grey, softened so that slopes reach a few pixels far, its mean taken away: cards x pixels."""
    soft = np.stack(
        [cv2.GaussianBlur(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), (0, 0), SOFTENING_PX) for card in cut]
    )
    grey = soft.reshape(len(soft), -1).astype(np.float32) / np.float32(255)
    level: Floats = grey - grey.mean(axis=1, keepdims=True)
    return level


def card_shapes(shown: Floats) -> CardShapes:
    """The shapes of references, with all that does not depend on the cut-out worked out beforehand."""
    grey = softened_grey(np.rint(shown * 255).astype(np.uint8))
    cards = grey.reshape(-1, SMALL_HEIGHT_PX, SMALL_WIDTH_PX)
    slope_x = np.stack([cv2.Sobel(card, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8) for card in cards])
    slope_y = np.stack([cv2.Sobel(card, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8) for card in cards])
    follow = corner_weights()
    slopes = np.concatenate(
        [slope_x.reshape(len(cards), 1, -1) * follow, slope_y.reshape(len(cards), 1, -1) * follow], 1
    )
    stiffness = slopes @ slopes.transpose(0, 2, 1)
    return CardShapes(
        grey,
        slope_x.reshape(len(cards), -1).astype(np.float32),
        slope_y.reshape(len(cards), -1).astype(np.float32),
        stiffness.astype(np.float32),
    )


def corner_weights() -> Floats:
    """How far each pixel follows each corner when that corner moves: 4 x pixels."""
    u = (np.arange(SMALL_WIDTH_PX) + 0.5) / SMALL_WIDTH_PX
    v = (np.arange(SMALL_HEIGHT_PX) + 0.5) / SMALL_HEIGHT_PX
    shares = [np.outer(1 - v, 1 - u), np.outer(1 - v, u), np.outer(v, u), np.outer(v, 1 - u)]
    return np.stack(shares).reshape(4, -1).astype(np.float32)
