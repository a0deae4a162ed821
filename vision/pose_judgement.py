"""What is measured of a card at a pose by the part of it that shows, and how likely that makes it a card."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TypeVar

import numpy as np

from vision.arrays import Floats, Indices, Mask
from vision.lattice import Points
from vision.pose_evidence import GROUND, OFFSETS, SeenPoses

STEPS = OFFSETS[1:-1]  # where a step between two neighbours is known
AT_EDGE = np.abs(STEPS) <= 1.25
BESIDE = (np.abs(STEPS) >= 2.0) & (np.abs(STEPS) <= 6.0)
CLEAR = 0.35  # of a step that is an edge, beyond doubt
HIDDEN_MM = 1.2  # so far inside another card a place is hidden
BORROWED_MM = 3.0  # so near another card's outline an edge may be that card's
LEAST_SEEN = 5  # places of a side that must show before it is asked
PART_BELOW = 0.94  # of the ground of a card, which others hide
# Fitted on poses of 27 tables of two renderers, no weight against its meaning: the weakest side counts, cores
# of cards lie in the middle and never at a side, and no card shows the table.
WHOLE = {
    "bias": -9.217,
    "weak_support": 2.617,
    "mean_ridge": 1.08,
    "clear": 0.576,
    "weak_clear": 0.383,
    "parted": 0.37,
    "weak_parted": 0.67,
    "rim_core": -17.367,
    "ground_table": -1.279,
    "middle_core": 9.27,
}
PART = {
    "bias": -16.135,
    "weak_support": 2.876,
    "weak_ridge": 0.718,
    "clear": 4.542,
    "weak_clear": 1.707,
    "weak_parted": 1.444,
    "rim_core": -8.329,
    "ground_core": 4.265,
    "ground_table": -2.771,
    "outline_shown": 10.13,
    "ground_shown": 0.471,
    "sides_shown": 0.16,
    "borrowed": -7.109,
}


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """Which places of each pose no chosen card hides, and which sides may be a chosen card's."""

    outline: Mask
    borrowed: Mask
    ground: Mask

    @classmethod
    def all_of(cls, seen: SeenPoses) -> Shown:
        """Nothing is chosen yet."""
        whole = np.ones(seen.outline.shape[:3], bool)
        return cls(whole, ~whole, np.ones(seen.ground.shape[:2], bool))

    def hide(self, seen: SeenPoses, upper: Points, px_per_mm: float) -> Indices:
        """Take note of a card that was chosen, which lies on all others; return the poses near it."""
        middle = upper.mean(0)
        reach = 2.0 * float(np.hypot(*(upper - middle).T).max())
        near = np.flatnonzero(np.hypot(*(seen.corners.mean(1) - middle).T) < reach)
        depth = _depth(seen.outline[near], upper)
        deep = depth > HIDDEN_MM * px_per_mm
        self.outline[near] &= ~deep
        self.borrowed[near] |= (depth > -BORROWED_MM * px_per_mm) & ~deep
        self.ground[near] &= _depth(seen.ground[near], upper) <= 0.0
        return near


def _depth(points: Points, quad: Points) -> Floats:
    """How far inside a clockwise outline points lie, in pixels."""
    ahead = np.roll(quad, -1, axis=0) - quad
    inward = np.stack([-ahead[:, 1], ahead[:, 0]], axis=-1) / np.linalg.norm(ahead, axis=-1, keepdims=True)
    depth: Floats = (points @ inward.T - (quad * inward).sum(-1)).min(-1)
    return depth


Some = TypeVar("Some", SeenPoses, Shown)
Measures = dict[str, Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """How likely each pose is a card, and the share of its ground that shows."""

    likely: Floats
    visible: Floats


def judge(seen: SeenPoses, shown: Shown, which: Indices) -> Judged:
    """Judge some poses by the part that shows."""
    seen, shown = _some(seen, which), _some(shown, which)
    told = _of_sides(seen, shown) | _of_ground(seen, shown)
    logit = np.where(told["ground_shown"] < PART_BELOW, _weighed(told, PART), _weighed(told, WHOLE))
    return Judged(1.0 / (1.0 + np.exp(-np.clip(logit, -30, 30))), told["ground_shown"])


def _weighed(told: Measures, weights: dict[str, float]) -> Floats:
    total: Floats = np.sum([weights[name] * told[name] for name in weights if name != "bias"], axis=0)
    return total + np.float32(weights["bias"])


def _of_sides(seen: SeenPoses, shown: Shown) -> Measures:
    """Means over the sides that show, and the weakest of them."""
    count = shown.outline.sum(-1)
    asked = count >= LEAST_SEEN
    weight = (shown.outline / np.maximum(count, 1)[..., None]).astype(np.float32)
    length = np.where(asked, count, 0).astype(np.float32)
    share = length / np.maximum(length.sum(-1, keepdims=True), 1)
    profile = np.einsum("nspo,nsp->nso", seen.lines, weight)
    support = profile[..., AT_EDGE].max(-1)
    sides = {
        "support": support,
        "ridge": support - profile[..., BESIDE].mean(-1),
        "clear": ((seen.lines[..., AT_EDGE].max(-1) > CLEAR) * weight).sum(-1),
        "parted": ((seen.outside - seen.inside) * weight).sum(-1),
    }
    weakest = {f"weak_{name}": np.where(asked, value, 1.0).min(-1) for name, value in sides.items()}
    return weakest | {
        "mean_ridge": (sides["ridge"] * share).sum(-1),
        "clear": (sides["clear"] * share).sum(-1),
        "parted": (sides["parted"] * share).sum(-1),
        "rim_core": ((seen.rim_core * weight).sum(-1) * share).sum(-1),
        "outline_shown": shown.outline.mean((1, 2)),
        "sides_shown": asked.mean(-1),
        "borrowed": (shown.borrowed & shown.outline).mean((1, 2)),
    }


def _of_ground(seen: SeenPoses, shown: Shown) -> Measures:
    """Means over the ground that shows."""
    ground = shown.ground.astype(np.float32)
    share = ground / np.maximum(ground.sum(-1, keepdims=True), 1)
    middle = ground * _in_middle()
    return {
        "ground_core": (seen.ground_core * share).sum(-1),
        "ground_table": (seen.ground_table * share).sum(-1),
        "middle_core": (seen.ground_core * middle).sum(-1) / np.maximum(middle.sum(-1), 1),
        "ground_shown": shown.ground.mean(-1),
    }


def _in_middle() -> Floats:
    """Which places of a card's ground lie in its core, 1 or 0."""
    x, y = (np.abs(np.linspace(-1, 1, count)) < 0.6 for count in GROUND)
    return (y[:, None] & x).ravel().astype(np.float32)


def _some(of: Some, which: Indices) -> Some:
    return type(of)(**{one.name: getattr(of, one.name)[which] for one in fields(of)})
