"""How each digit looks at a place, learned from patches of all cards that bear it."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Indices, Points
from vision.digit_places import DigitShapes
from vision.digit_planes import means_of

NUISANCES = 30
NOISE = 2e-4
LEAST_SPREAD = 1e-12
LAYING_ROUNDS = 4


def digit_shapes(laid: Floats, digits: Indices, nuisances: int = NUISANCES) -> DigitShapes:
    """Digits as patches that lie over each other show them, and the ways in which those of one differ."""
    shown = means_of(laid, digits)
    if nuisances == 0:
        return DigitShapes(shown, np.zeros((0, laid.shape[1]), np.float32), np.zeros(0, np.float32))
    spread, ways = _strongest_ways((laid - shown[digits]).astype(np.float64), nuisances)
    variance = spread / max(len(laid) - len(shown), 1)
    share = variance / (variance + NOISE)
    return DigitShapes(shown, ways.astype(np.float32), share.astype(np.float32))


def _strongest_ways(off: Points, count: int) -> tuple[Points, Points]:
    """The few ways in which patches differ most, and how much; all of them would take ten times as long."""
    few = len(off) < off.shape[1]
    spread, ways = np.linalg.eigh(off @ off.T if few else off.T @ off)
    spread, ways = spread[::-1][:count], ways[:, ::-1][:, :count].T
    if few:
        ways = ways @ off / np.sqrt(np.maximum(spread, LEAST_SPREAD))[:, None]
    return np.maximum(spread, 0), ways


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
