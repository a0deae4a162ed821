"""How the light on a card would have to be for it to be a given reference, and what is then left unexplained.

For each channel a cut-out is taken as gain x reference + veil: the gain is the light's, the veil is what glare or a
sleeve adds. Both are fitted for every reference at once from a few sums over the pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Indices
from vision.references import BlurredPictures

VEIL_HOLD = 0.05  # pulls the veil to none, as so much of a card's pixels would
VEIL_SPAN = (-0.06, 0.35)
GAIN_SPAN = (0.02, 4.0)
CLIPPED = 0.985
TRUST_ROUNDS = 3
DOUBTED_AT = 6.0  # a pixel that errs by so many times the usual square counts half


@dataclass(frozen=True, slots=True, eq=False)
class LightFit:
    """For cards x references: what is left unexplained; and by channel the gains and how firmly they are held."""

    misfit: Floats
    gains: Floats
    veils: Floats
    held: Floats

    def with_rows(self, rows: Indices, other: LightFit) -> LightFit:
        """This fit, some of its cards taken from another."""
        misfit, gains, veils, held = (
            array.copy() for array in (self.misfit, self.gains, self.veils, self.held)
        )
        misfit[rows] = other.misfit
        for ours, theirs in ((gains, other.gains), (veils, other.veils), (held, other.held)):
            ours[:, rows] = theirs
        return LightFit(misfit, gains, veils, held)


def fit_light(planes: Floats, weights: Floats, level: BlurredPictures) -> LightFit:
    """Fit all references to all cut-outs (channels x cards x pixels), the pixels weighted by channel and card."""
    turned = weights.transpose(0, 2, 1)
    reference = np.matmul(level.shown, turned).transpose(0, 2, 1)
    squares = np.matmul(level.squares, turned).transpose(0, 2, 1)
    weighted = planes * weights
    both = np.matmul(weighted, level.shown.transpose(0, 2, 1))
    mean = weighted.sum(axis=2)[..., None]
    square = (weighted * planes).sum(axis=2)[..., None]
    return _solved(mean, square, reference, squares, both)


def fit_chosen(planes: Floats, chosen: Floats) -> Floats:
    """What one reference for each cut-out leaves unexplained (both channels x cards x pixels), by card."""
    sums = [array.mean(axis=2)[..., None] for array in (planes, planes * planes, chosen, chosen * chosen)]
    both = (planes * chosen).mean(axis=2)[..., None]
    misfit: Floats = _solved(sums[0], sums[1], sums[2], sums[3], both).misfit[:, 0]
    return misfit


def _solved(mean: Floats, square: Floats, reference: Floats, squares: Floats, both: Floats) -> LightFit:
    gain, veil = _gain_and_veil(mean, reference, squares, both)
    left = square - 2 * gain * both - 2 * veil * mean
    left = left + gain * gain * squares + 2 * gain * veil * reference + veil * veil
    held = gain * gain * np.maximum(squares - np.float32(0.9) * reference * reference, 1e-4)
    return LightFit(np.maximum(left, 0).sum(axis=0), gain, veil, held)


def _gain_and_veil(mean: Floats, reference: Floats, squares: Floats, both: Floats) -> tuple[Floats, Floats]:
    firm = 1 + np.float32(VEIL_HOLD)
    own = np.maximum(squares * firm - reference * reference, 1e-6)
    gain = np.clip((both * firm - mean * reference) / own, *GAIN_SPAN)
    veil = np.clip((mean - gain * reference) / firm, *VEIL_SPAN)
    # A veil held at its bound leaves a better gain than the one found beside a free veil.
    return np.clip((both - veil * reference) / np.maximum(squares, 1e-6), *GAIN_SPAN), veil


def explained(level: BlurredPictures, fit: LightFit, pictures: Indices) -> Floats:
    """The cut-outs as their chosen references would show under the fitted light: channels x cards x pixels."""
    cards = np.arange(len(pictures))
    gains, veils = fit.gains[:, cards, pictures], fit.veils[:, cards, pictures]
    shown: Floats = level.shown[:, pictures] * gains[..., None] + veils[..., None]
    return shown


def trusted_weights(planes: Floats, chosen: Floats) -> Floats:
    """Weights of pixels, small where a cut-out is not what its reference makes of it, as under glare or a finger.

    A pixel at the end of a channel's range says nothing in that channel. Each channel's weights add up to 1.
    """
    usable = (planes < CLIPPED) + np.float32(1e-4)
    weights = usable / usable.sum(axis=2, keepdims=True)
    for _ in range(TRUST_ROUNDS):
        weights = usable * _trust(planes, chosen, weights)
        weights = weights / weights.sum(axis=2, keepdims=True)
    even: Floats = weights.astype(np.float32)
    return even


def _trust(planes: Floats, chosen: Floats, weights: Floats) -> Floats:
    weighted = chosen * weights
    mean = (planes * weights).sum(axis=2, keepdims=True)
    reference = weighted.sum(axis=2, keepdims=True)
    squares = (weighted * chosen).sum(axis=2, keepdims=True)
    both = (weighted * planes).sum(axis=2, keepdims=True)
    gain, veil = _gain_and_veil(mean, reference, squares, both)
    off = planes - np.minimum(gain * chosen + veil, 1)
    apart = off * off
    usual = (apart * weights).sum(axis=(0, 2))[:, None] + np.float32(1e-4)
    trust: Floats = 1 / (1 + apart.sum(axis=0) / (DOUBTED_AT * usual))
    return trust
