"""The light of each teaching photo, taken out of its cards, so that all references are as under one light.

Cards that two photos share say how their light differs. Beyond that there is only what is brightest on the
cards of a photo, which is mostly paper, and weighs little. Cards painted to their edges have no paper: there
the brightest is red on red cards and blue on blue ones. Lamps do not go by the colour of the cards, so how
far the brightest places of all photos do is what their inks have added.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats, Indices, Mask, Picture
from vision.light_curve import linear_light, shown_light

COARSE_PX = (14, 22)
SHARED_SPREAD = 0.07
"""How far two photos of a card stray from their lights' ratio, as a logarithm: shade, gloss, tone curve."""
PAPER_SPREAD = 0.2
SCAN_SPREAD = 0.02
PAPER = 0.85
BRIGHTEST = 96
DARKEST = 0.004
FULL, CLIPPED = 252, 0.96
MOSTLY_CLIPPED = 0.8
INKS = {
    "be": (155, 195, 220),
    "bl": (180, 90, 45),
    "pu": (145, 60, 115),
    "or": (40, 135, 235),
    "re": (50, 45, 195),
    "gr": (70, 140, 60),
}
LAMPS_GO_BY_INKS = 1.0  # so much of the squares of tints, before it is believed that inks and not lamps do it


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


def _solve(coarse: list[Floats], codes: Sequence[str], of_photo: Indices, scans: Mask) -> Floats:
    """The logarithm of each photo's light, by channel, that shared cards and paper make likeliest."""
    count = int(of_photo.max()) + 1
    matrix, wanted = np.zeros((count, count)), np.zeros((count, 3))
    papers = _papers(coarse, codes, of_photo, scans)
    for number in range(count):
        spread = SCAN_SPREAD if scans[np.flatnonzero(of_photo == number)[0]] else PAPER_SPREAD
        matrix[number, number] += spread**-2
        wanted[number] += papers[number] * spread**-2
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


def _papers(coarse: list[Floats], codes: Sequence[str], of_photo: Indices, scans: Mask) -> Floats:
    """The light that the brightest places of each photo ask for, without what inks add: photos x channels."""
    papers = np.zeros((int(of_photo.max()) + 1, 3), np.float32)
    inks = np.zeros_like(papers)
    for number in range(len(papers)):
        own = np.flatnonzero(of_photo == number).tolist()
        if not scans[own[0]]:
            papers[number] = _paper([coarse[index] for index in own])
            inks[number] = np.mean([_ink_of(codes[index]) for index in own], axis=0)
    told = inks.any(axis=1)
    if told.sum() < 2:
        return papers
    off = inks[told] - inks[told].mean(axis=0)
    tints = papers[told] - papers[told, 1:2]
    share = float((off * (tints - tints.mean(axis=0))).sum() / ((off * off).sum() + LAMPS_GO_BY_INKS))
    return papers - np.float32(np.clip(share, 0, 1)) * inks


def _ink_of(code: str) -> Floats:
    """The tint of what people call by the name of a card's colour: blue and red beside green, logarithms."""
    if code[:2] not in INKS:
        return np.zeros(3, np.float32)
    light = np.log(linear_light(np.array([[INKS[code[:2]]]], np.uint8))[0, 0])
    return np.asarray(light - light[1], np.float32)


def _coarse(picture_bgr: Picture) -> Floats:
    return np.asarray(
        cv2.resize(linear_light(picture_bgr), COARSE_PX, interpolation=cv2.INTER_AREA), np.float32
    )


def _paper(coarse: list[Floats]) -> Floats:
    """The light that would make the brightest places of most cards white paper."""
    bright = np.stack([np.percentile(_unclipped(card), BRIGHTEST, axis=0) for card in coarse])
    paper: Floats = np.log(np.maximum(np.percentile(bright, 75, axis=0), DARKEST) / PAPER).astype(np.float32)
    return paper


def _unclipped(card: Floats) -> Floats:
    """The places of a card that say how bright each channel is, or all if hardly any does."""
    places = card.reshape(-1, 3)
    full = (places > CLIPPED).any(axis=1)
    return places if full.mean() > MOSTLY_CLIPPED else places[~full]


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
    # What was clipped in the photo was brighter than its number: paper must not turn coloured by it.
    light = np.where(picture_bgr >= FULL, np.maximum(light, light.max(axis=2, keepdims=True)), light)
    return np.rint(255 * shown_light(light.astype(np.float32))).astype(np.uint8)
