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
SAME_PHOTO = 0.5
"""What speaks for a card lying as the others of its photo do, before looking."""
OTHER_CARDS = 8.0
"""As many cards of other labels speak, however large the deck is."""
SAME_DRAWING = 0.5
"""How alike cards are, one of them turned if need be, whose inks say more of their way up than edges do."""
FLIPS, ROUNDS = 4, 6  # of each card, at most, until all agree
SIZE_PX = (28, 44)
BLUR_PX = 0.8


def turned_cards(
    pictures: Sequence[Picture], codes: Sequence[str], photos: Sequence[str], certain: Mask
) -> Mask:
    """Which pictures are upside down. `certain` are known to be upright, such as scans."""
    inks, likeness = _agreement(outlines(np.stack([_small(picture) for picture in pictures])))
    edges, _ = _agreement(_edges(pictures)[:, None])
    others = edges + np.where(likeness > SAME_DRAWING, inks, 0)
    pull = np.where(
        _alike(codes), np.float32(SAME_CARD) * inks, others * np.float32(OTHER_CARDS / len(pictures))
    )
    together = _alike(photos)
    pull = pull + np.float32(SAME_PHOTO) * together / together.sum(axis=1, keepdims=True)
    np.fill_diagonal(pull, 0)
    return _settled(pull.astype(np.float32), (_members(photos), _members(codes)), certain) < 0


def _agreement(seen: Floats) -> tuple[Floats, Floats]:
    """How much better each two pictures agree as they are than with one turned, and how alike they are."""
    flat, turned = seen.reshape(len(seen), -1), seen[:, :, ::-1, ::-1].reshape(len(seen), -1)
    as_they_are, with_one_turned = flat @ flat.T, flat @ turned.T
    return as_they_are - with_one_turned, np.maximum(as_they_are, with_one_turned)


def _small(picture_bgr: Picture) -> Picture:
    return np.asarray(cv2.resize(trimmed(picture_bgr), (56, 87), interpolation=cv2.INTER_AREA), np.uint8)


def _alike(names: Sequence[str]) -> Mask:
    numbers = np.unique(np.asarray(names), return_inverse=True)[1]
    return np.asarray(numbers[:, None] == numbers[None])


def _members(names: Sequence[str]) -> Floats:
    """Which pictures belong to each name: names x pictures."""
    known, of_name = np.unique(np.asarray(names), return_inverse=True)
    return np.asarray(np.arange(len(known))[:, None] == of_name[None], np.float32)


def _settled(pull: Floats, groups: Sequence[Floats], certain: Mask) -> Floats:
    """Ways up, 1 or -1, that agree best: photos as a whole first, then each card follows the others.

    Photos of one card hold each other as they are, so all of them are turned at once, too.
    """
    photos = groups[0]
    first = _by_strongest(np.asarray(photos @ pull @ photos.T, np.float32))
    ways = _turned_together(pull, photos, certain, first)
    for _ in range(ROUNDS):
        before = ways.copy()
        ways = _flipped(ways, pull, certain)
        for members in groups:
            between = members @ (pull * ways[:, None] * ways[None]) @ members.T
            ways = ways * (
                members.T @ _flipped(np.ones(len(members), np.float32), between, members @ certain > 0)
            )
        if (ways == before).all():
            break
    # As a whole nothing is known but that most cards are laid upright.
    return ways if certain.any() or (ways > 0).mean() >= 0.5 else -ways


def _turned_together(pull: Floats, members: Floats, certain: Mask, first: Floats | None = None) -> Floats:
    """Ways by which pictures agree best if all that belong to one name are turned at once."""
    ways: Floats = np.ones(len(members), np.float32) if first is None else first
    sure = (members * certain).sum(axis=1) > 0
    between = np.asarray(members @ pull @ members.T, np.float32)
    return np.asarray(members.T @ _flipped(ways, between, sure), np.float32)


def _flipped(ways: Floats, pull: Floats, certain: Mask) -> Floats:
    """Turn what disagrees most with the rest, one after the other, until nothing does."""
    ways = np.where(certain, np.float32(1), ways)
    free = pull - np.diag(np.diag(pull))
    for _ in range(FLIPS * len(ways)):
        against = np.where(certain, np.inf, (free @ ways) * ways)
        worst = int(against.argmin())
        if against[worst] >= 0:
            break
        ways[worst] = -ways[worst]
    return ways


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
