"""What light a card's inks ask for, told in linear light and with the table around the card taken out.

A thin coloured frame is half gone in a photograph: blur mixes it with the paper inside and the table outside.
Light adds, so both mixtures are known: the references are blurred with nothing around them, and what the
table adds is measured beside the card and taken away. What glare adds has the colour of the light, so each
channel is taken as gain x (reference + veil), the veil one number for all channels. With a veil for each
channel any ink on white paper could be any other.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Picture, Points
from vision.cell_images import SMALL_HEIGHT_PX, SMALL_WIDTH_PX, WIDTH_PX, ReducedFrame, lay_straight
from vision.light_curve import linear_light
from vision.patches import PATCH_COLUMNS_PX, PATCH_ROWS_PX, PATCHES, by_patches

VEILS = (-0.03, 0.0, 0.04, 0.1, 0.2, 0.35)
GAIN_SPAN = (1e-3, 9.0)
CLIPPED = 0.93
CLIPPED_WEIGHT = 0.3
BRIGHTEST_CLIPPED = 1.6  # how much brighter than its number a clipped patch may have been
FAINT_LIGHT = 0.03  # noise grows with the light, from about here
DOUBTED_AT = 20.0  # a patch that errs by so many times the usual square counts half
AROUND_PX, AROUND_MARGIN = (32, 50), 0.06
RIM_PX = 1
PADDING_PX = 24


@dataclass(frozen=True, slots=True, eq=False)
class InkPictures:
    """All references at one blur in linear light, channels x references x patches, nothing around them.

    `cover` is how much of each patch's light comes from the card; the rest is the table's.
    """

    light: Floats
    squares: Floats
    cover: Floats


@dataclass(frozen=True, slots=True, eq=False)
class InkFit:
    """For cards x references: what is left unexplained; by channel the gains and how firmly they are held."""

    misfit: Floats
    gains: Floats
    veils: Floats
    held: Floats


def ink_pictures(linear: Floats, blur_px: float) -> InkPictures:
    """References (pictures x height x width x 3, linear) at a blur in pixels of the small size."""
    sigma = blur_px * WIDTH_PX / SMALL_WIDTH_PX
    light = by_patches(_planes(np.stack([_alone(picture, sigma) for picture in linear])))
    cover = by_patches(_planes(_alone(np.ones_like(linear[0]), sigma)[None]))[0, 0]
    return InkPictures(light, light * light, cover)


def fit_inks(frame: ReducedFrame, corners: Points, cut: Picture, pictures: InkPictures) -> InkFit:
    """Fit the light of every reference to every card; `cut` are the cards as the corners cut them."""
    shown = by_patches(_planes(linear_light(cut)))
    clipped = shown > CLIPPED
    seen = np.maximum(shown - (1 - pictures.cover) * _table_around(frame, corners), 0)
    weights = np.where(clipped, CLIPPED_WEIGHT, 1) / (seen.mean(axis=0, keepdims=True) + FAINT_LIGHT)
    weights = (weights / weights.sum(axis=2, keepdims=True)).astype(np.float32)
    first = _fit(seen, weights, pictures)
    expected = _expected(first, pictures)
    seen = np.where(clipped, np.clip(expected, seen, BRIGHTEST_CLIPPED * seen), seen)
    off = ((seen - expected) ** 2 * weights).sum(axis=0)
    doubt = off / (DOUBTED_AT * off.mean(axis=1, keepdims=True) + np.float32(1e-12))
    trusted = weights / (1 + doubt)
    trusted = (trusted / trusted.sum(axis=2, keepdims=True)).astype(np.float32)
    return _fit(seen.astype(np.float32), trusted, pictures)


def _fit(seen: Floats, weights: Floats, pictures: InkPictures) -> InkFit:
    """The best veil of a few for each card and reference, and for it the best gain of each channel."""
    references = pictures.light.transpose(0, 2, 1)
    covered = weights * pictures.cover
    both = np.matmul(weights * seen, references)
    across = np.matmul(covered, references)
    squares = np.matmul(weights, pictures.squares.transpose(0, 2, 1))
    veil_square = (covered * pictures.cover).sum(axis=2)[..., None]
    veil_both = (covered * seen).sum(axis=2)[..., None]
    own = np.einsum("ckp,ckp->ck", weights * seen, seen)[..., None]
    fits = []
    for veil in np.asarray(VEILS, np.float32):
        wanted = both + veil * veil_both
        held = np.maximum(squares + 2 * veil * across + veil * veil * veil_square, np.float32(1e-9))
        gains = np.clip(wanted / held, *GAIN_SPAN)
        left = (own - 2 * gains * wanted + gains * gains * held).sum(axis=0)
        fits.append((left, gains, held))
    best = np.argmin([left for left, _, _ in fits], axis=0)
    misfit = np.choose(best, [left for left, _, _ in fits])
    gains = np.choose(best[None], [gains for _, gains, _ in fits])
    held = np.choose(best[None], [held for _, _, held in fits])
    return InkFit(np.maximum(misfit, 0), gains, np.asarray(VEILS, np.float32)[best], held)


def _expected(fit: InkFit, pictures: InkPictures) -> Floats:
    """Each card as its best reference would show."""
    cards, best = np.arange(len(fit.misfit)), fit.misfit.argmin(axis=1)
    veiled = pictures.light[:, best] + fit.veils[cards, best][:, None] * pictures.cover
    expected: Floats = fit.gains[:, cards, best][..., None] * veiled
    return expected


def _table_around(frame: ReducedFrame, corners: Points) -> Floats:
    """The table's light beside each patch, from strips along the four sides: channels x cards x patches."""
    around = linear_light(lay_straight(frame, corners, AROUND_PX, AROUND_MARGIN))
    inset = AROUND_PX[0] // 6
    strips = [
        around[:, :RIM_PX, inset:-inset],
        around[:, -RIM_PX:, inset:-inset],
        around[:, inset:-inset, :RIM_PX],
        around[:, inset:-inset, -RIM_PX:],
    ]
    sides = np.stack([strip.mean(axis=(1, 2)) for strip in strips], axis=1)
    field: Floats = np.tensordot(sides, _NEARNESS, axes=(1, 0)).transpose(1, 0, 2).astype(np.float32)
    return field


def _nearness() -> Floats:
    """How much each side's strip says of each patch: 4 x patches."""
    rows, columns = PATCHES
    down, across = np.mgrid[0:rows, 0:columns] + 0.5
    apart_px = np.stack(
        [
            down * PATCH_ROWS_PX,
            (rows - down) * PATCH_ROWS_PX,
            across * PATCH_COLUMNS_PX,
            (columns - across) * PATCH_COLUMNS_PX,
        ]
    )
    near = 1 / (apart_px.reshape(4, -1) + 0.5) ** 3
    return np.asarray(near / near.sum(axis=0), np.float32)


def _planes(pictures: Floats) -> Floats:
    """Pictures x height x width x 3 as channels x pictures x pixels."""
    return np.ascontiguousarray(pictures.reshape(len(pictures), -1, 3).transpose(2, 0, 1))


def _alone(picture: Floats, sigma: float) -> Floats:
    """A picture blurred with nothing around it, at the small size."""
    pad = PADDING_PX
    wide = cv2.copyMakeBorder(picture, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=(0, 0, 0))
    soft = cv2.GaussianBlur(wide, (0, 0), sigma)[pad:-pad, pad:-pad]
    size = (SMALL_WIDTH_PX, SMALL_HEIGHT_PX)
    return np.asarray(cv2.resize(soft, size, interpolation=cv2.INTER_AREA), np.float32)


_NEARNESS = _nearness()
