"""Cards as shapes: a coarse outline to look them up by, and slopes to slide a cut-out into place by."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.patches import planes_of

OUTLINE_PX = (28, 44)
OUTLINE_BLUR_PX, OUTLINE_TAPS = 0.7, 5
FAINTEST = 0.02  # below this spread a channel is noise, not a picture
SOFTENING_PX, SOFTENING_TAPS = 0.8, 7


_SOFTENING = cv2.getGaussianKernel(SOFTENING_TAPS, SOFTENING_PX, cv2.CV_32F)
_SOFTENING_BYTES = _SOFTENING * np.float32(1 / 255)


@dataclass(frozen=True, slots=True, eq=False)
class CardShapes:
    """Grey pictures (pictures x pixels), their slopes across and down, how strongly corners show in them."""

    grey: Floats
    slopes: Floats
    stiffness: Floats


def outlines(cut: Picture) -> Floats:
    """A coarse picture of each card, each channel evened out: cards x channels x rows x columns."""
    height, width = cut.shape[1:3]
    planes = planes_of(cut).reshape(-1, width) @ _coarsely(width, OUTLINE_PX[0])
    coarse = np.empty((len(cut), 3, OUTLINE_PX[1], OUTLINE_PX[0]), np.float32)
    down = _coarsely(height, OUTLINE_PX[1]).T
    np.matmul(down, planes.reshape(3, len(cut), height, -1), out=coarse.transpose(1, 0, 2, 3))
    even = coarse.reshape(len(cut), 3, -1)
    even -= even.mean(axis=2, keepdims=True)
    length = np.sqrt(np.float32(3) * np.maximum(np.vecdot(even, even), FAINTEST**2 * even.shape[2]))
    even /= length[..., None]
    return coarse


def both_ways_round(pictures: Floats) -> Floats:
    """What pictures (cards x channels x rows x columns) share with themselves turned round, and what not.

    Half as many numbers each: 2 x cards x numbers. Products of the first added to products of the second are
    products of the pictures; with the second taken away they are those of one picture turned round.
    """
    flat = pictures.reshape(*pictures.shape[:2], -1)
    half = flat.shape[2] // 2
    first, last = flat[:, :, :half], flat[:, :, : half - 1 : -1]
    both = np.stack([first + last, first - last]).reshape(2, len(pictures), -1)
    both *= np.float32(0.5**0.5)
    return both


@lru_cache(maxsize=16)
def _coarsely(length_px: int, coarse_px: int) -> Floats:
    """What shrinks and softens one side of a picture, as a matrix: far faster than card by card."""
    shrunk = cv2.resize(
        np.eye(length_px, dtype=np.float32), (coarse_px, length_px), interpolation=cv2.INTER_AREA
    )
    return np.asarray(cv2.GaussianBlur(shrunk, (OUTLINE_TAPS, 1), OUTLINE_BLUR_PX), np.float32)


def softened_grey(cut: Picture) -> Floats:
    """Grey, softened so that slopes reach a few pixels far, its mean taken away: cards x pixels.

    The cut-outs may be grey already (cards x height x width).
    """
    height, width = cut.shape[1:3]
    if len(cut) == 0:
        return np.zeros((0, height * width), np.float32)
    grey = cut if cut.ndim == 3 else cv2.cvtColor(cut.reshape(-1, width, 3), cv2.COLOR_BGR2GRAY)
    grey = grey.reshape(-1, height, width)
    # One tall picture is softened at once, each card mirrored at its upper and lower side as if alone.
    reach = len(_SOFTENING) // 2
    apart = np.concatenate([grey[:, reach:0:-1], grey, grey[:, -2 : -2 - reach : -1]], axis=1)
    soft = cv2.sepFilter2D(apart.reshape(-1, width), cv2.CV_32F, _SOFTENING, _SOFTENING_BYTES)
    level = np.asarray(soft, np.float32).reshape(apart.shape)[:, reach:-reach].reshape(len(cut), -1)
    level -= level.mean(axis=1, keepdims=True)
    return level


def card_shapes(shown: Floats) -> CardShapes:
    """The shapes of references, with all that does not depend on the cut-out worked out beforehand."""
    grey = softened_grey(np.rint(shown * 255).astype(np.uint8))
    height, width = shown.shape[1:3]
    cards = grey.reshape(-1, height, width)
    ways = ((1, 0), (0, 1))
    sloping = [[cv2.Sobel(card, cv2.CV_32F, *way, ksize=3, scale=1 / 8) for way in ways] for card in cards]
    slopes = np.asarray(sloping, np.float32).reshape(len(cards), 2, -1)
    moved = np.stack([pulled_by_corners(card, corner_weights(width, height)) for card in slopes])
    stiffness = moved @ moved.transpose(0, 2, 1)
    return CardShapes(grey, slopes, stiffness.astype(np.float32))


def pulled_by_corners(slopes: Floats, follow: Floats) -> Floats:
    """How a card's grey changes with each corner moved across, then down: 8 x pixels."""
    pulled: Floats = (slopes[:, None] * follow).reshape(8, -1)
    return pulled


@lru_cache(maxsize=4)
def corner_weights(width_px: int, height_px: int) -> Floats:
    """How far each pixel of a cut-out follows each corner when that corner moves: 4 x pixels."""
    u = (np.arange(width_px) + 0.5) / width_px
    v = (np.arange(height_px) + 0.5) / height_px
    shares = [np.outer(1 - v, 1 - u), np.outer(1 - v, u), np.outer(v, u), np.outer(v, 1 - u)]
    return np.stack(shares).reshape(4, -1).astype(np.float32)
