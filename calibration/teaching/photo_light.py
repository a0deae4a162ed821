"""The light of each teaching photo, taken out of its cards, so that all references are as under one light.

Cards that two photos share say how their light differs. Beyond that there is only what is brightest on the
cards of a photo, which is mostly paper, and weighs little.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats, Mask, Picture
from vision.light_curve import linear_light, shown_light

COARSE_PX = (14, 22)
SHARED_SPREAD = 0.07
"""How far two photos of a card stray from their lights' ratio, as a logarithm: shade, gloss, tone curve."""
PAPER_SPREAD = 0.2
SCAN_SPREAD = 0.02
PAPER = 0.85
BRIGHTEST = 96
DARKEST = 0.004


def even_light(
    pictures: Sequence[Picture], codes: Sequence[str], photos: Sequence[str], scans: Mask
) -> list[Picture]:
    """The pictures as they would be under one light; scans are under it already."""
    names = list(dict.fromkeys(photos))
    of_photo = np.array([names.index(photo) for photo in photos])
    coarse = [_coarse(picture) for picture in pictures]
    gains = _solve(coarse, codes, of_photo, scans)
    return [
        picture if scan else _under(picture, gains[number])
        for picture, number, scan in zip(pictures, of_photo, scans, strict=True)
    ]


def _solve(coarse: list[Floats], codes: Sequence[str], of_photo: Floats, scans: Mask) -> Floats:
    """The logarithm of each photo's light, by channel, that shared cards and paper make likeliest."""
    count = int(of_photo.max()) + 1
    matrix, wanted = np.zeros((count, count)), np.zeros((count, 3))
    for number in range(count):
        own = [index for index in range(len(coarse)) if of_photo[index] == number]
        spread = SCAN_SPREAD if scans[own[0]] else PAPER_SPREAD
        paper = np.zeros(3) if scans[own[0]] else _paper([coarse[index] for index in own])
        matrix[number, number] += spread**-2
        wanted[number] += paper * spread**-2
    for one in range(len(coarse)):
        for other in range(one + 1, len(coarse)):
            p, q = of_photo[one], of_photo[other]
            if codes[one] != codes[other] or p == q:
                continue
            apart = _apart(coarse[one], coarse[other])
            weight = SHARED_SPREAD**-2
            matrix[p, p] += weight
            matrix[q, q] += weight
            matrix[p, q] -= weight
            matrix[q, p] -= weight
            wanted[p] += apart * weight
            wanted[q] -= apart * weight
    solved: Floats = np.linalg.solve(matrix, wanted).astype(np.float32)
    return solved


def _coarse(picture_bgr: Picture) -> Floats:
    return np.asarray(
        cv2.resize(linear_light(picture_bgr), COARSE_PX, interpolation=cv2.INTER_AREA), np.float32
    )


def _paper(coarse: list[Floats]) -> Floats:
    """The light that would make the brightest places of most cards white paper."""
    bright = np.stack([np.percentile(card.reshape(-1, 3), BRIGHTEST, axis=0) for card in coarse])
    paper: Floats = np.log(np.maximum(np.percentile(bright, 75, axis=0), DARKEST) / PAPER).astype(np.float32)
    return paper


def _apart(one: Floats, other: Floats) -> Floats:
    """How much brighter one picture of a card is than another, by channel, as a logarithm."""
    bright = (one > DARKEST) & (other > DARKEST)
    ratio = np.log(np.maximum(one, DARKEST) / np.maximum(other, DARKEST))
    return np.array(
        [np.median(ratio[..., c][bright[..., c]]) if bright[..., c].any() else 0.0 for c in range(3)],
        np.float32,
    )


def _under(picture_bgr: Picture, log_light: Floats) -> Picture:
    light = linear_light(picture_bgr) / np.exp(log_light)
    # What was clipped in the photo must not turn coloured.
    clipped = (picture_bgr >= 253).all(axis=2, keepdims=True)
    light = np.where(clipped, np.maximum(light, light.max(axis=2, keepdims=True)), light)
    return np.rint(255 * shown_light(light.astype(np.float32))).astype(np.uint8)
