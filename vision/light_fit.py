"""How the light on a card would have to be for it to be a given reference, and what is then left unexplained.

For each channel a cut-out is taken as gain x reference + veil: the gain is the light's, the veil is what
glare or a sleeve adds. Both are fitted for every reference at once from a few sums over the pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Indices
from vision.patches import PATCH_PX, weighted_by_patches
from vision.references import BlurredPictures

VEIL_HOLD = 0.05  # pulls the veil to none, as so much of a card's pixels would
VEIL_SPAN = (-0.06, 0.35)
GAIN_SPAN = (0.02, 4.0)
CLIPPED = 0.985
TRUST_ROUNDS = 3
DOUBTED_AT = 6.0  # a pixel that errs by so many times the usual square counts half


@dataclass(frozen=True, slots=True, eq=False)
class CutOuts:
    """Cut-out cards as channels x cards x pixels, and by patches."""

    planes: Floats
    patches: Floats

    def rows(self, rows: Indices) -> CutOuts:
        """Some of the cards."""
        return CutOuts(self.planes[:, rows], self.patches[:, rows])


@dataclass(frozen=True, slots=True, eq=False)
class LightFit:
    """For cards x references: what is left unexplained; by channel the gains and how firmly held."""

    misfit: Floats
    gains: Floats
    veils: Floats
    held: Floats

    def rows(self, rows: Indices) -> LightFit:
        """The fit of some of the cards."""
        return LightFit(self.misfit[rows], self.gains[:, rows], self.veils[:, rows], self.held[:, rows])

    def with_rows(self, rows: Indices, other: LightFit) -> LightFit:
        """This fit, some of its cards taken from another."""
        misfit, gains, veils, held = (
            array.copy() for array in (self.misfit, self.gains, self.veils, self.held)
        )
        misfit[rows] = other.misfit
        for ours, theirs in ((gains, other.gains), (veils, other.veils), (held, other.held)):
            ours[:, rows] = theirs
        return LightFit(misfit, gains, veils, held)


def fit_light(cut: CutOuts, weights: Floats, level: BlurredPictures) -> LightFit:
    """Fit all references to all cut-outs, their patches weighted by channel and card."""
    by_card = weights.transpose(0, 2, 1)
    weighted = weighted_by_patches(cut.planes, weights * np.float32(1 / PATCH_PX))
    # References times cards, not cards times references: the taller matrix first is a third faster.
    reference, squares, both = (
        np.matmul(*pair).transpose(0, 2, 1)
        for pair in (
            (level.patches, by_card),
            (level.squares, by_card),
            (level.shown, weighted.transpose(0, 2, 1)),
        )
    )
    mean = np.vecdot(weights, cut.patches)[..., None]
    square = np.vecdot(weighted, cut.planes)[..., None]
    return _solved(mean, square, reference, squares, both)


def fit_chosen(planes: Floats, chosen: Floats) -> Floats:
    """What one reference for each cut-out leaves unexplained (both channels x cards x pixels), by card.

    The references may come at several blurs at once, as blurs x channels x cards x pixels.
    """
    count = np.float32(planes.shape[-1])
    mean, reference = planes.sum(axis=-1) / count, chosen.sum(axis=-1) / count
    square, squares, both = (
        np.vecdot(one, other) / count for one, other in ((planes, planes), (chosen, chosen), (planes, chosen))
    )
    sums = (array[..., None] for array in (mean, square, reference, squares, both))
    misfit: Floats = _solved(*sums).misfit[..., 0]
    return misfit


def _solved(mean: Floats, square: Floats, reference: Floats, squares: Floats, both: Floats) -> LightFit:
    gain, veil = _gain_and_veil(mean, reference, squares, both)
    left = square - 2 * gain * both - 2 * veil * mean
    left = left + gain * gain * squares + 2 * gain * veil * reference + veil * veil
    held = gain * gain * np.maximum(squares - np.float32(0.9) * reference * reference, 1e-4)
    return LightFit(np.maximum(left, 0).sum(axis=-3), gain, veil, held)


def _gain_and_veil(mean: Floats, reference: Floats, squares: Floats, both: Floats) -> tuple[Floats, Floats]:
    """Gains by channel, and veils half way between one for all channels and one for each.

    A veil for each channel could turn one ink on white paper into any other; with one for all, what a
    camera's curve does to strong colours has no place.
    """
    squares = np.maximum(squares, np.float32(1e-6))
    # Whatever the veil, each channel's best gain is known; what is left is a parabola in the veil.
    bend = 1 - reference * reference / squares
    slope = mean - reference * both / squares
    each = _within(slope / (bend + np.float32(VEIL_HOLD)), VEIL_SPAN)
    together: Floats = slope.sum(axis=-3, keepdims=True) / (
        bend.sum(axis=-3, keepdims=True) + np.float32(VEIL_HOLD)
    )
    veil: Floats = np.float32(0.5) * (each + _within(together, VEIL_SPAN))
    gain = np.asarray((both - veil * reference) / squares, np.float32)
    return _within(gain, GAIN_SPAN), veil


def _within(values: Floats, span: tuple[float, float]) -> Floats:
    """The same as np.clip, which takes several times as long for few numbers."""
    low, high = span
    inside: Floats = np.minimum(np.maximum(values, np.float32(low)), np.float32(high))
    return inside


def explained(level: BlurredPictures, fit: LightFit, pictures: Indices) -> Floats:
    """The cut-outs as their chosen references would show under the fitted light, by patches."""
    cards = np.arange(len(pictures))
    gains, veils = fit.gains[:, cards, pictures], fit.veils[:, cards, pictures]
    shown: Floats = level.patches[:, pictures] * gains[..., None] + veils[..., None]
    return shown


def trusted_weights(patches: Floats, chosen: Floats) -> Floats:
    """Weights of patches, small where a cut-out is not as its reference: under glare or a finger.

    `patches` are the cut-outs and `chosen` one reference for each of them. A patch at the end of a channel's
    range says nothing in that channel. Each channel's weights add up to 1.
    """
    usable = (patches < CLIPPED) + np.float32(1e-4)
    weights: Floats = usable / usable.sum(axis=2, keepdims=True)
    for _ in range(TRUST_ROUNDS):
        weights = usable * _trust(patches, chosen, weights)
        weights /= weights.sum(axis=2, keepdims=True)
    return weights


def _trust(patches: Floats, chosen: Floats, weights: Floats) -> Floats:
    weighted = chosen * weights
    mean, reference, squares, both = (
        np.vecdot(one, other)[..., None]
        for one, other in ((patches, weights), (chosen, weights), (weighted, chosen), (weighted, patches))
    )
    gain, veil = _gain_and_veil(mean, reference, squares, both)
    off = gain * chosen
    off += veil
    np.minimum(off, 1, out=off)
    off -= patches
    off *= off
    usual = np.vecdot(off, weights).sum(axis=0)[:, None] + np.float32(1e-4)
    trust: Floats = 1 / (1 + off.sum(axis=0) / (DOUBTED_AT * usual))
    return trust
