"""How each digit looks at a place, learned from patches of all cards that bear it."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Indices
from vision.digit_places import DigitShapes
from vision.digit_planes import means_of

NUISANCES = 30
NOISE = 2e-4
LAYING_ROUNDS = 4


def digit_shapes(laid: Floats, digits: Indices, nuisances: int = NUISANCES) -> DigitShapes:
    """Digits as patches that lie over each other show them, and the ways in which those of one differ."""
    shown = means_of(laid, digits)
    if nuisances == 0:
        return DigitShapes(shown, np.zeros((0, laid.shape[1]), np.float32), np.zeros(0, np.float32))
    off = laid - shown[digits]
    _, spread, ways = np.linalg.svd(off, full_matrices=False)
    variance = (spread * spread / max(len(laid) - len(shown), 1))[:nuisances]
    share = variance / (variance + np.float32(NOISE))
    return DigitShapes(shown, ways[:nuisances].astype(np.float32), share.astype(np.float32))


def laid_over(slid: Floats, digits: Indices) -> Floats:
    """Of each picture the patch that lies best over those of the same digit, dark ones turned to light."""
    pictures = np.arange(len(slid))
    laid = slid[:, slid.shape[1] // 2]
    for _ in range(LAYING_ROUNDS):
        shown = np.stack([_common(laid[digits == digit]) for digit in range(int(digits.max()) + 1)])
        fit = (slid @ shown[digits][..., None])[..., 0]
        best = np.abs(fit).argmax(axis=1)
        laid = slid[pictures, best] * np.sign(fit[pictures, best])[:, None]
    return np.asarray(laid, np.float32)


def _common(patches: Floats) -> Floats:
    """What patches share, some of which may be dark where others are light."""
    alike = patches @ patches.T
    signs = np.where(alike[np.abs(alike).sum(axis=1).argmax()] < 0, -1, 1)
    common: Floats = (signs[:, None] * patches).mean(axis=0)
    return common
