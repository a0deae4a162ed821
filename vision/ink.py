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

from vision.arrays import Floats, Indices, Mask
from vision.camera_curve import CURVES, CameraCurve
from vision.cell_images import SMALL_HEIGHT_PX, SMALL_WIDTH_PX, WIDTH_PX
from vision.ink_contrast import ContrastPictures, ink_contrast
from vision.patches import by_patches
from vision.seen_inks import InkCuts, SeenInks

VEILS = (-0.03, 0.0, 0.04, 0.1, 0.2, 0.35)
GAIN_SPAN = (np.float32(1e-3), np.float32(9.0))
BRIGHTEST_CLIPPED = 1.6  # how much brighter than its number a clipped patch may have been
DOUBTED_AT = 20.0  # a patch that errs by so many times the usual square counts half
FAINTEST_LEFT = 1e-5
PADDING_PX = 24


@dataclass(frozen=True, slots=True, eq=False)
class InkPictures:
    """All references at one blur in linear light, channels x references x patches, nothing around them.

    `cover` is how much of each patch's light comes from the card, the rest is the table's; `contrast` is how
    the inks stand out.
    """

    light: Floats
    squares: Floats
    cover: Floats
    contrast: ContrastPictures

    @classmethod
    def of(cls, light: Floats, cover: Floats) -> InkPictures:
        """The pictures by their light and cover."""
        return cls(light, light * light, cover, ink_contrast(light, cover))


@dataclass(frozen=True, slots=True, eq=False)
class InkFit:
    """For cards x references: what is left unexplained; by channel the gains and how firmly they are held.

    `seen` is the cards' own light, by channels x cards x patches, without what the table adds.
    """

    misfit: Floats
    gains: Floats
    veils: Floats
    held: Floats
    seen: Floats


def ink_pictures(linear: Floats, blur_px: float) -> InkPictures:
    """References (pictures x height x width x 3, linear) at a blur in pixels of the small size."""
    sigma = blur_px * WIDTH_PX / SMALL_WIDTH_PX
    light = by_patches(_planes(np.stack([_alone(picture, sigma) for picture in linear])))
    cover = by_patches(_planes(_alone(np.ones_like(linear[0]), sigma)[None]))[0, 0]
    return InkPictures.of(light, cover)


def fit_inks(cuts: InkCuts, curve: CameraCurve, pictures: InkPictures, guesses: Indices) -> InkFit:
    """Fit the light of every reference to every card.

    `guesses` are references with about the drawing of each: what is clipped or hidden is told beside them.
    """
    shown = cuts.under(curve)
    seen = shown.light
    expected = _expected(seen, shown.weights, pictures.light[:, guesses], pictures.cover)
    if shown.clipped.any():
        seen = np.where(shown.clipped, np.clip(expected, seen, BRIGHTEST_CLIPPED * seen), seen)
    off = seen - expected
    off *= off
    off *= shown.weights
    usual = off.sum(axis=0)
    doubt = usual / (DOUBTED_AT * usual.mean(axis=1, keepdims=True) + np.float32(1e-12))
    trusted = shown.trusted / (1 + doubt)
    trusted /= trusted.sum(axis=2, keepdims=True)
    return _fit(seen, trusted * shown.steps, pictures)


def likeliest_curve(cuts: InkCuts, pictures: InkPictures, guesses: Indices, speaking: Mask) -> CameraCurve:
    """The camera's curve under which cards are most like their guesses. Other cells say nothing."""
    rows = speaking if speaking.any() else ~speaking
    some, light = cuts.cards(rows), pictures.light[:, guesses[rows]]
    best, least = CURVES[0], np.inf
    for curve in CURVES:
        left = _unlike(some.under(curve), light, cuts.cover)
        if left >= least:  # the shoulders rise: past the best one each leaves more than the one before
            break
        best, least = curve, left
    return best


def _unlike(shown: SeenInks, light: Floats, cover: Floats) -> float:
    """What the guesses leave unexplained of the cards, as a logarithm, the mean of all."""
    off = shown.light - _expected(shown.light, shown.weights, light, cover)
    left = np.vecdot(off * off, shown.weights * ~shown.clipped).sum(axis=0)
    return float(np.log(left + np.float32(FAINTEST_LEFT)).mean())


def _fit(seen: Floats, weights: Floats, pictures: InkPictures) -> InkFit:
    """The best light of each reference for each card."""
    covered, weighted = weights * pictures.cover, weights * seen
    # Two products of one matrix are one product.
    sides = np.concatenate([weighted, covered], axis=1).transpose(0, 2, 1)
    both, across = np.split(np.matmul(pictures.light, sides), 2, axis=2)
    squares = np.matmul(pictures.squares, weights.transpose(0, 2, 1))
    light = _solved((both, across, squares), (weighted, covered, seen), pictures.cover)
    misfit, gains, veils, held = (array.swapaxes(-1, -2) for array in light)
    return InkFit(misfit, gains, veils, held, seen)


def _expected(seen: Floats, weights: Floats, light: Floats, cover: Floats) -> Floats:
    """Each card as one reference (channels x cards x patches) would show it."""
    covered, weighted = weights * cover, weights * seen
    sums = (np.vecdot(light, one)[:, None] for one in (weighted, covered))
    both, across = sums
    squares = np.vecdot(light * light, weights)[:, None]
    _, gains, veils, _ = _solved((both, across, squares), (weighted, covered, seen), cover)
    expected: Floats = gains[:, 0, :, None] * (light + veils[0][:, None] * cover)
    return expected


def _solved(
    sums: tuple[Floats, Floats, Floats], seen: tuple[Floats, Floats, Floats], cover: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """For references x cards what is left, by channel the gains, the best veil of a few, how firmly held."""
    both, across, squares = sums
    weighted, covered, light = seen
    own = np.vecdot(weighted, light).sum(axis=0)
    veils = _VEILS[:, None, None, None]  # veils x channels x references x cards
    wanted = both + veils * np.vecdot(covered, light)[:, None]
    held = squares + veils * (2 * across)
    held += veils * veils * np.matmul(covered, cover)[:, None]
    np.maximum(held, np.float32(1e-9), out=held)
    worth = wanted * wanted
    worth /= held
    best = worth.sum(axis=1).argmax(axis=0)
    channels, references, cards = map(np.arange, both.shape)
    chosen = (best, channels[:, None, None], references[:, None], cards)
    wanted, held = wanted[chosen], held[chosen]
    gains = np.minimum(np.maximum(wanted / held, GAIN_SPAN[0]), GAIN_SPAN[1])
    misfit = np.maximum(own + (gains * (gains * held - 2 * wanted)).sum(axis=0), 0)
    return misfit, gains, _VEILS[best], held


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


_VEILS = np.asarray(VEILS, np.float32)
