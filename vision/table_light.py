"""The light of the table: one unknown that all cards share, with a slope across the table.

Every code a card could be asks for its own light. The right codes of all cards ask for the same one and wrong
colours ask for others, so light and cards are found together, with no white border needed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Points
from vision.known_table import LightPlane

CHROMA_SPREAD = 0.09
"""How far the tint of a card's light strays from the table's, as a logarithm: print, shade, tone curve."""
USUAL_TINT = 0.35
TINT_SLOPE = 0.08
STRONGEST_TINT = 1.2
WORST_PENALTY = 60.0
CANDIDATES = 14
SPEAKING = 5
UNLIKELY = 25.0
ROUNDS = 4
SETTLED = 1e-4  # a tint that moves by less between two rounds stays where it is


@dataclass(frozen=True, slots=True, eq=False)
class TableLight:
    """The tint at each cell (blue and red beside green, logarithms) and what each code pays for straying."""

    tint: Floats
    penalty: Floats
    plane: LightPlane


def share_light(
    scores: Floats, log_gains: Floats, variance: Floats, places: Points, known: LightPlane | None = None
) -> TableLight:
    """Find the light that makes the likeliest table, beginning with what is known of it.

    Scores are logarithms of likelihood (cells x codes) without the light, low throughout for a cell that
    may show no card; places are the cells' middles, about -1 to 1 across the table.
    """
    tints = np.stack([log_gains[..., 0] - log_gains[..., 1], log_gains[..., 2] - log_gains[..., 1]], axis=-1)
    spread = variance[..., [0, 2]] + variance[..., 1:2] + np.float32(CHROMA_SPREAD**2)
    likely = np.argsort(-scores, axis=1)[:, :CANDIDATES]
    few_scores = np.take_along_axis(scores - scores.max(axis=1, keepdims=True), likely, axis=1)
    few_tints = np.take_along_axis(tints, likely[..., None], axis=1)
    few_spread = np.take_along_axis(spread, likely[..., None], axis=1)
    across = np.column_stack([np.ones(len(places)), places])
    before = _USUAL if known is None else known
    tint = (
        np.tile(_likeliest_tint(few_scores, few_tints, few_spread), (len(scores), 1))
        if known is None
        else (across @ known.plane).astype(np.float32)
    )
    plane = before
    for _ in range(ROUNDS):
        odds = _normal(few_scores - _penalty(few_tints, few_spread, tint))
        plane = _sloping(odds[..., None] / few_spread, few_tints, across, before)
        last, tint = tint, (across @ plane.plane).astype(np.float32)
        if np.abs(tint - last).max() < SETTLED:
            break
    return TableLight(tint, _penalty(tints, spread, tint), plane)


def _penalty(tints: Floats, spread: Floats, tint: Floats) -> Floats:
    """What codes (cells x codes x 2) pay for straying from a tint (cells x 2, or lights x 1 x 2)."""
    # Far faster than a sum over an axis of two.
    paid = _strayed(tints[..., 0], spread[..., 0], tint[..., 0])
    paid += _strayed(tints[..., 1], spread[..., 1], tint[..., 1])
    penalty: Floats = np.minimum(paid, np.float32(WORST_PENALTY))
    return penalty


def _strayed(tints: Floats, spread: Floats, tint: Floats) -> Floats:
    off: Floats = tints - tint[..., None]
    off *= off
    off /= 2 * spread
    return off


def _likeliest_tint(scores: Floats, tints: Floats, spread: Floats) -> Floats:
    """The best of all lights that some likely code asks for."""
    worth = (
        (np.arange(scores.shape[1]) < SPEAKING)
        & (scores > -UNLIKELY)
        & (np.abs(tints) < STRONGEST_TINT).all(axis=-1)
    )
    asked = tints[worth]
    if len(asked) == 0:
        return np.zeros(2, np.float32)
    # The whole table is judged under each light: only codes that are likely at all can speak for it.
    each = scores - _penalty(tints, spread, asked[:, None])
    top = each.max(axis=-1)
    total = (top + np.log(np.exp(each - top[..., None]).sum(axis=-1))).sum(axis=-1)
    total = total - 0.5 * (asked * asked).sum(axis=-1) / USUAL_TINT**2
    best: Floats = asked[int(total.argmax())]
    return best


def _normal(scores: Floats) -> Floats:
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    normal: Floats = odds / odds.sum(axis=1, keepdims=True)
    return normal


def _sloping(share: Floats, tints: Floats, across: Points, before: LightPlane) -> LightPlane:
    """The tint as a plane over the table, fitted to what the cards now ask for and what was known before."""
    weight = share.sum(axis=1).T[:, None]  # tints x 1 x cells
    asked = (share * tints).sum(axis=1)
    hold = (across.T * weight) @ across + before.hold
    pull = (across.T @ asked).T[..., None] + before.hold @ before.plane.T[..., None]
    return LightPlane(np.linalg.solve(hold, pull)[..., 0].T, hold)


_USUAL = LightPlane(
    np.zeros((3, 2)), np.stack([np.diag([USUAL_TINT**-2, TINT_SLOPE**-2, TINT_SLOPE**-2])] * 2)
)
