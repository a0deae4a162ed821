"""A lamp mirrored in a taught card: found by the other cards of its colour, and taken out of the picture.

What a coated card mirrors adds light of no colour, evenly and without edges, so that even the darkest print
of a place is lifted. Other cards of the colour say how dark print is at that place, and other photos of the
same card better still; a drawing is hardly ever lighter than all of theirs over a large part, and by a light
of no colour.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats, Mask, Picture
from vision.light_curve import linear_light, shown_light

PLACES = (8, 12)  # across and down a card, each about as large as a number
DARKEST_SHARE = 8.0  # per cent of a place's pixels: its darkest print, but not single pixels
FEWEST_CARDS = 6  # of a colour, that tell what its cards look like
LIGHTER_CARDS = 2  # of the others may be lighter at a place: they may lie under a lamp as well
SMALLEST_LAMP = 3  # places in each direction; printed light parts are seldom as large in one card alone
COLOURLESS = 0.5  # the least that the channels are lifted alike
FAINTEST = 0.06
"""Lifted light, 1 being white, below which a lamp is only shade: photos without one come to 0.025 at most."""
CLIPPED = 252


def mirrored_lamps(pictures: Sequence[Picture], codes: Sequence[str], scans: Mask) -> Floats:
    """The light that a lamp adds at each place of each picture, 0 where none is mirrored."""
    darkest = np.stack([_darkest(picture) for picture in pictures])
    lamps = np.zeros(darkest.shape[:3], np.float32)
    for at in np.flatnonzero(~scans).tolist():
        usual = _usual(darkest, codes, at)
        if usual is not None:
            lamps[at] = _large_parts(_added(darkest[at] - usual))
    return lamps


def without_lamp(picture_bgr: Picture, lamp: Floats) -> Picture:
    """The picture without the light that the lamp adds; what it has clipped stays white."""
    if not lamp.any():
        return picture_bgr
    height, width = picture_bgr.shape[:2]
    even = cv2.GaussianBlur(
        cv2.resize(lamp, (width, height), interpolation=cv2.INTER_LINEAR), (0, 0), width / 16
    )
    light = linear_light(picture_bgr) - even[..., None]
    shown = np.rint(255 * shown_light(np.asarray(np.maximum(light, 0), np.float32))).astype(np.uint8)
    return np.where(picture_bgr.min(axis=2, keepdims=True) >= CLIPPED, picture_bgr, shown)


def _darkest(picture_bgr: Picture) -> Floats:
    """How light the darkest print of each place is, by channel."""
    small = cv2.resize(picture_bgr, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    light = linear_light(np.asarray(small, np.uint8))
    bands = [np.array_split(band, PLACES[0], axis=1) for band in np.array_split(light, PLACES[1], axis=0)]
    # The places of a band are looked at together: one by one takes several times as long.
    even = [[place[:, : band[-1].shape[1]] for place in band] for band in bands]
    return np.asarray([np.percentile(band, DARKEST_SHARE, axis=(1, 2)) for band in even], np.float32)


def _usual(darkest: Floats, codes: Sequence[str], at: int) -> Floats | None:
    """How light the darkest print of each place may be; None where too few cards would tell."""
    others = [other for other, code in enumerate(codes) if code != codes[at] and code[:2] == codes[at][:2]]
    if len(others) < FEWEST_CARDS:
        return None
    lightest = np.sort(darkest[others], axis=0)[-1 - LIGHTER_CARDS]
    again = [other for other, code in enumerate(codes) if code == codes[at] and other != at]
    return np.maximum(lightest, darkest[again].min(axis=0)) if again else np.asarray(lightest)


def _added(lifted: Floats) -> Floats:
    """What all channels are lifted by, if they are lifted alike."""
    least, most = lifted.min(axis=2), lifted.max(axis=2)
    return np.where((least > 0) & (least >= COLOURLESS * most), least, 0).astype(np.float32)


def _large_parts(added: Floats) -> Floats:
    square = np.ones((SMALLEST_LAMP, SMALLEST_LAMP), np.uint8)
    opened = cv2.morphologyEx(added, cv2.MORPH_OPEN, square)
    return np.asarray(opened if opened.max() > FAINTEST else np.zeros_like(opened), np.float32)
