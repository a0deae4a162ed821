"""The light of each teaching photo, taken out of its cards, so that all references are as under one light.

Cards that two photos share say how their light differs, and so does a drawing that cards of two colours
share. Beyond that there is the paper, if the deck shows any, and that cameras balance most of a tint away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.teaching.paper import DARKEST, paper_light
from vision.arrays import Floats, Indices, Mask, Picture
from vision.light_curve import linear_light, shown_light

COARSE_PX, PAPER_PX = (28, 44), (56, 87)
SHARED_SPREAD = 0.07
"""How far two photos of a card stray from their lights' ratio, as a logarithm: shade, gloss, tone curve."""
DRAWING_SPREAD = 0.1
PAPER_SPREAD = 0.1
BRIGHTNESS_SPREAD = 0.2
TINT_SPREAD = 0.2
"""How far a camera leaves the light's tint in a photo."""
SCAN_SPREAD = 0.02
SAME_LIGHT = 0.12
"""How far a place of a drawing may lie off the usual ratio of two cards."""
SAME_DRAWING = 0.35  # of a card's places
LARGEST_TINT = 0.4
MARKED, MARK = 0.03, 0.5
"""What share of two cards of different colours must differ in tint beside their common drawing, and how far.

Where nothing does, what they share may be a tinted ground: the colour itself, not the light."""
PAIRS_TRIED, RATIOS_TRIED = 12, 40
LINKS_OF_PHOTOS = 3
CLIPPED = 252


@dataclass(frozen=True, slots=True, eq=False)
class LightLink:
    """Two photos, how much brighter the first is by channel, as logarithms, and how firmly that is known."""

    one: int
    other: int
    apart: Floats
    weight: float


def even_light(
    pictures: Sequence[Picture], codes: Sequence[str], photos: Sequence[str], scans: Mask
) -> list[Picture]:
    """The pictures as they would be under one light; scans are under it already."""
    names = list(dict.fromkeys(photos))
    of_photo = np.array([names.index(photo) for photo in photos])
    coarse = [_reduced(picture, COARSE_PX) for picture in pictures]
    of_cards = [
        [_reduced(pictures[index], PAPER_PX) for index in np.flatnonzero(of_photo == at).tolist()]
        for at in range(len(names))
    ]
    scanned = np.array([bool(scans[np.flatnonzero(of_photo == at)[0]]) for at in range(len(names))])
    gains = _solve(of_cards, scanned, _links(coarse, codes, of_photo))
    return [
        picture if scan else _under(picture, gains[number])
        for picture, number, scan in zip(pictures, of_photo, scans, strict=True)
    ]


def _solve(photos: list[list[Floats]], scanned: Mask, links: list[LightLink]) -> Floats:
    """The logarithm of each photo's light, by channel, that links, paper and cameras make likeliest."""
    paper = paper_light(photos)
    # Where no paper is, the strongest channel of a vivid ink must not be clipped.
    brightness = paper.trust * paper.logarithms.mean(axis=1) + (1 - paper.trust) * paper.logarithms.max(
        axis=1
    )
    own = paper.logarithms - paper.logarithms.mean(axis=1, keepdims=True)
    believed = paper.trust / PAPER_SPREAD**2
    held = TINT_SPREAD**-2 + believed
    scan = SCAN_SPREAD**-2
    level = np.where(scanned, scan, BRIGHTNESS_SPREAD**-2)
    bright = np.repeat(np.where(scanned, 0, brightness)[:, None], 3, axis=1)
    tints = _weighed(
        own * np.where(scanned, 0, believed / held)[:, None], np.where(scanned, scan, held), links
    )
    levels = _weighed(bright, level, links)
    return np.asarray(tints - tints.mean(axis=1, keepdims=True) + levels.mean(axis=1, keepdims=True))


def _weighed(wanted: Floats, held: Floats, links: list[LightLink]) -> Floats:
    """What each photo is held to, weighed against the links between photos."""
    matrix, right = np.diag(held).astype(np.float64), wanted * held[:, None]
    for link in links:
        p, q = link.one, link.other
        matrix[[p, q], [p, q]] += link.weight
        matrix[[p, q], [q, p]] -= link.weight
        right[p] += link.apart * link.weight
        right[q] -= link.apart * link.weight
    solved: Floats = np.linalg.solve(matrix, right).astype(np.float32)
    return solved


def _links(coarse: list[Floats], codes: Sequence[str], of_photo: Indices) -> list[LightLink]:
    """What cards of different photos say of their lights: a few links for every two photos."""
    shown = np.log(np.maximum(np.stack(coarse), DARKEST))
    alike = _likeness(shown)
    links = []
    for first in range(int(of_photo.max()) + 1):
        for second in range(first):
            pairs = _likeliest(alike, of_photo == first, of_photo == second)
            ratios = [_ratio(shown, pair, codes[pair[0]] == codes[pair[1]]) for pair in pairs]
            found = sorted((ratio for ratio in ratios if ratio is not None), key=lambda ratio: -ratio[1])
            links += [LightLink(first, second, *ratio) for ratio in found[:LINKS_OF_PHOTOS]]
    return links


def _likeness(shown: Floats) -> Floats:
    """How alike the drawings of all cards are, whatever the light."""
    grey = shown.mean(axis=3).reshape(len(shown), -1)
    even = grey - grey.mean(axis=1, keepdims=True)
    even = even / np.maximum(np.linalg.norm(even, axis=1, keepdims=True), DARKEST)
    return np.asarray(even @ even.T)


def _likeliest(alike: Floats, first: Mask, second: Mask) -> list[tuple[int, int]]:
    """The pairs of two photos that are likeliest to share a drawing."""
    rows, columns = np.flatnonzero(first), np.flatnonzero(second)
    order = np.argsort(-alike[np.ix_(rows, columns)], axis=None)[:PAIRS_TRIED]
    return [(int(rows[at // len(columns)]), int(columns[at % len(columns)])) for at in order]


def _ratio(shown: Floats, pair: tuple[int, int], same_card: bool) -> tuple[Floats, float] | None:
    """How the lights on two cards differ, and how firmly that is known.

    Of different cards the largest part tells it that has one ratio, if that is a light's.
    """
    ratio = (shown[pair[0]] - shown[pair[1]]).reshape(-1, 3)
    bright = (shown[list(pair)] > np.log(2 * DARKEST)).all(axis=(0, 3)).ravel()
    if not bright.any():
        return None
    if same_card:
        return np.median(ratio[bright], axis=0), SHARED_SPREAD**-2
    apart, share = _commonest(ratio, bright)
    off = ratio - apart
    tinted = float(_tint(apart[None])[0])
    marked = float((_tint(off) > max(MARK, 2 * tinted)).mean())
    if share < SAME_DRAWING or marked < MARKED:
        return None
    return apart, share * DRAWING_SPREAD**-2


def _commonest(ratio: Floats, bright: Mask) -> tuple[Floats, float]:
    """The ratio that most places share, of those that a light can have, and the share of places that do."""
    tried = ratio[bright][:: max(1, int(bright.sum()) // RATIOS_TRIED)]
    tried = tried[_tint(tried) < LARGEST_TINT]
    if len(tried) == 0:
        return np.zeros(3, np.float32), 0.0
    fits = (np.abs(ratio[None] - tried[:, None]) < SAME_LIGHT).all(axis=2) & bright
    most = fits[int(fits.sum(axis=1).argmax())]
    return np.asarray(np.median(ratio[most], axis=0)), float(most.mean())


def _tint(logarithms: Floats) -> Floats:
    """How far the channels of each light lie apart from their mean."""
    return np.asarray(np.abs(logarithms - logarithms.mean(axis=1, keepdims=True)).max(axis=1))


def _reduced(picture_bgr: Picture, size_px: tuple[int, int]) -> Floats:
    return np.asarray(
        cv2.resize(linear_light(picture_bgr), size_px, interpolation=cv2.INTER_AREA), np.float32
    )


def _under(picture_bgr: Picture, log_light: Floats) -> Picture:
    light = linear_light(picture_bgr) / np.exp(log_light)
    # What was clipped in the photo was brighter than its number: paper must not turn coloured by it.
    light = np.where(picture_bgr >= CLIPPED, np.maximum(light, light.max(axis=2, keepdims=True)), light)
    return np.rint(255 * shown_light(light.astype(np.float32))).astype(np.uint8)
