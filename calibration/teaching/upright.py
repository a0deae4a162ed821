"""Which way up cards lie, decided by agreement.

Photos of one card agree, cards of a deck have their drawings the same way up, and whoever lays out cards lays
most of a photo the same way. Drawings are compared by their edges, light on dark or dark on light alike.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.teaching.photo_cards import trimmed
from vision.arrays import Floats, Mask, Picture
from vision.shapes import outlines

SAME_CARD = 30.0
"""How much more a picture of the same card says than one of another card, inks and all."""
SAME_PHOTO = 0.06
"""What speaks for two cards of one photo lying the same way up, before looking."""
FLIPS = 4  # of each card, at most, until all agree
SIZE_PX = (28, 44)
BLUR_PX = 0.8


def turned_cards(
    pictures: Sequence[Picture], codes: Sequence[str], photos: Sequence[str], certain: Mask
) -> Mask:
    """Which pictures are upside down. `certain` are known to be upright, such as scans."""
    pull = _agreement(_edges(pictures)[:, None])
    inks = _agreement(outlines(np.stack([_small(picture) for picture in pictures])))
    pull = np.where(_alike(codes), np.float32(SAME_CARD) * inks, pull)
    pull = pull + np.where(_alike(photos), np.float32(SAME_PHOTO), np.float32(0))
    np.fill_diagonal(pull, 0)
    return _settled(pull.astype(np.float32), certain) < 0


def _agreement(seen: Floats) -> Floats:
    """How much better each two pictures agree as they are than with one of them turned."""
    flat, turned = seen.reshape(len(seen), -1), seen[:, :, ::-1, ::-1].reshape(len(seen), -1)
    agreement: Floats = flat @ flat.T - flat @ turned.T
    return agreement


def _small(picture_bgr: Picture) -> Picture:
    return np.asarray(cv2.resize(trimmed(picture_bgr), (56, 87), interpolation=cv2.INTER_AREA), np.uint8)


def _alike(names: Sequence[str]) -> Mask:
    numbers = np.unique(np.asarray(names), return_inverse=True)[1]
    return np.asarray(numbers[:, None] == numbers[None])


def _settled(pull: Floats, certain: Mask) -> Floats:
    """Ways up, 1 or -1, that agree best: each card follows what the others say of it."""
    ways = np.where(certain, np.float32(1), _by_strongest(pull))
    if certain.any() and float(pull[certain] @ ways @ np.ones(int(certain.sum()))) < 0:
        ways = np.where(certain, ways, -ways)
    for _ in range(FLIPS * len(ways)):
        said = pull @ ways
        against = np.where(certain, np.inf, said * ways)
        worst = int(against.argmin())
        if against[worst] >= 0:
            break
        ways[worst] = -ways[worst]
    # As a whole nothing is known but that most cards are laid upright.
    return ways if certain.any() or (ways > 0).mean() >= 0.5 else -ways


def _by_strongest(pull: Floats) -> Floats:
    """A first guess: the direction in which the cards agree most."""
    _, vectors = np.linalg.eigh(pull.astype(np.float64))
    main = vectors[:, -1]
    return np.where(main >= 0, np.float32(1), np.float32(-1))


def _edges(pictures: Sequence[Picture]) -> Floats:
    """How strongly each place of a card is drawn upon, whatever the inks: cards x rows x columns."""
    found = []
    for picture in pictures:
        small = cv2.resize(trimmed(picture), (56, 88), interpolation=cv2.INTER_AREA).astype(np.float32)
        slopes = [cv2.Sobel(small, cv2.CV_32F, *way).max(axis=2) for way in ((1, 0), (0, 1))]
        strength = np.sqrt(np.hypot(*slopes))
        found.append(
            cv2.GaussianBlur(cv2.resize(strength, SIZE_PX, interpolation=cv2.INTER_AREA), (0, 0), BLUR_PX)
        )
    planes = np.stack(found)
    planes -= planes.mean(axis=(1, 2), keepdims=True)
    even: Floats = planes / np.maximum(np.sqrt((planes**2).sum(axis=(1, 2), keepdims=True)), 1e-3)
    return even
