"""Find the one card that a photo is about: it stands out from the table that fills the picture's border."""

from __future__ import annotations

from itertools import chain

import cv2
import numpy as np

from vision.card_outlines import as_cards, measure_cards
from vision.lattice import FindSettings, Image, Points
from vision.lattice_model import Floats
from vision.masks import cheap_masks, colour_masks, edge_masks, level_masks
from vision.quads import areas, outlines_of_masks
from vision.refine import refine_corners
from vision.small_frame import shrink

BORDER = 0.07  # of the picture on each side, that shows the table
TABLE_COLOURS = 8
STRIDE = 7  # of border pixels, that the colours are learned from
SHARES = (0.008, 0.85)  # of the picture, that the card takes
CLEAR = 0.75
STANDS_OUT, STRONG_SIDES, WEAKEST_SIDE, LARGE, CENTRAL = 1.6, 1.0, 0.5, 0.1, 0.25
SOFT_PX = 1.2


def find_lone_card(frame_bgr: Image, settings: FindSettings | None = None) -> Points | None:
    """The corners of the card, from the start of a short side; nothing if none stands out clearly."""
    settings = settings or FindSettings()
    if min(frame_bgr.shape[:2]) < 60:
        return None
    small = shrink(frame_bgr, settings.work_px)
    apart = unlike_the_border(small.image)
    masks = chain(
        _levels(apart),
        cheap_masks(small.image),
        colour_masks(small.image),
        level_masks(small.image),
        edge_masks(small.image),
    )
    height, width = small.image.shape[:2]
    cards = as_cards(outlines_of_masks(masks, SHARES[1] * height * width), small.image, settings)
    if len(cards) == 0:
        return None
    measured = measure_cards(small.image, cards, settings)
    worth = _worth(measured.corners, measured.sides, apart)
    best = int(worth.argmax())
    if worth[best] < CLEAR:
        return None
    chosen = measured.corners[best : best + 1] * small.scale
    corners: Points = refine_corners(frame_bgr, chosen, settings.card)[0]
    return corners


def unlike_the_border(image: Image) -> Floats:
    """How far each pixel's colour is from all colours of the picture's border, 0 to 1."""
    lab = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), SOFT_PX), cv2.COLOR_BGR2LAB).astype(np.float32)
    height, width = image.shape[:2]
    rim_y, rim_x = max(2, round(BORDER * height)), max(2, round(BORDER * width))
    rim = np.concatenate(
        [part.reshape(-1, 3) for part in (lab[:rim_y], lab[-rim_y:], lab[:, :rim_x], lab[:, -rim_x:])]
    )[::STRIDE]
    stop = (cv2.TERM_CRITERIA_MAX_ITER + cv2.TERM_CRITERIA_EPS, 12, 0.5)
    cv2.setRNGSeed(1)  # the same photo gives the same card
    _, labels, colours = cv2.kmeans(rim, TABLE_COLOURS, np.zeros(0), stop, 1, cv2.KMEANS_PP_CENTERS)
    nearest = np.full(lab.shape[:2], np.inf, np.float32)
    for number, colour in enumerate(colours):
        own = rim[labels.ravel() == number]
        spread = np.maximum(own.std(axis=0) if len(own) > 1 else np.zeros(3), (6.0, 2.5, 2.5))
        off = (lab - colour) / spread.astype(np.float32)
        np.minimum(nearest, np.einsum("yxc,yxc->yx", off, off), out=nearest)
    apart: Floats = (1 - np.exp(-nearest / 18)).astype(np.float32)
    return apart


def _levels(apart: Floats) -> list[Image]:
    grey = np.asarray(np.rint(255 * apart), np.uint8)
    kernel = np.ones((5, 5), np.uint8)
    masks = []
    for level in (90, 140, 190):
        mask = np.asarray((grey > level) * 255, np.uint8)
        closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel)
        masks.append(np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, kernel), np.uint8))
        hull = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((17, 17), np.uint8)), np.uint8)
        masks.append(np.asarray(cv2.morphologyEx(hull, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8)), np.uint8))
    return masks


def _worth(corners: Points, sides: Floats, apart: Floats) -> Floats:
    """What speaks for each outline: its inside stands out, its surroundings do not, its sides are edges."""
    height, width = apart.shape
    share = np.abs(areas(corners)) / (height * width)
    middle = (corners.mean(axis=1) - (width / 2, height / 2)) / (width / 2, height / 2)
    out = np.array([_stands_out(quad, apart) for quad in corners])
    worth = (
        STANDS_OUT * out
        + STRONG_SIDES * sides.mean(axis=1)
        + WEAKEST_SIDE * sides[:, 0]
        + LARGE * np.log(np.maximum(share, 1e-4))
        - CENTRAL * np.linalg.norm(middle, axis=1)
    )
    fits = (share > SHARES[0]) & (share < SHARES[1])
    beyond = (corners < -2).any(axis=(1, 2)) | (corners > (width + 1, height + 1)).any(axis=(1, 2))
    return np.where(fits & ~beyond, worth, -np.inf).astype(np.float32)


def _stands_out(quad: Points, apart: Floats) -> float:
    inside, around = np.zeros(apart.shape, np.uint8), np.zeros(apart.shape, np.uint8)
    middle = quad.mean(axis=0)
    cv2.fillConvexPoly(inside, np.rint(quad).astype(np.int32), 1)
    cv2.fillConvexPoly(around, np.rint(middle + 1.3 * (quad - middle)).astype(np.int32), 1)
    cv2.fillConvexPoly(around, np.rint(middle + 1.06 * (quad - middle)).astype(np.int32), 0)
    if not inside.any() or not around.any():
        return 0.0
    return float(apart[inside > 0].mean() - apart[around > 0].mean())
