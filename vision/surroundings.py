"""A cell beside the table around it: is anything lying there at all?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Points
from vision.cell_images import ReducedFrame, lay_straight

SIZE_PX = (28, 42)
MARGIN = 0.12
STRIP_PX = 3
FAINTEST = 0.02
DROWNED = 0.97


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """For each cell: how sharply it steps off from the table at its sides, and how far its colour is from it.

    `steps` holds the four sides, weakest first, as logarithms beside the unrest along them; `contrast` is
    how lively the inside is beside the rim of table around it.
    """

    steps: Floats
    colour_apart: Floats
    contrast: Floats
    drowned: Floats
    unlike_table: Floats


def look_around(frame: ReducedFrame, quads: Points) -> Surroundings:
    """Compare each cell's inside with the rim of table around it."""
    shown = lay_straight(frame, quads, SIZE_PX, MARGIN).astype(np.float32) / np.float32(255)
    left, top = round(MARGIN * SIZE_PX[0]), round(MARGIN * SIZE_PX[1])
    upright, across = shown, shown.transpose(0, 2, 1, 3)
    sides = [
        _step(upright, top),
        _step(upright[:, ::-1], top),
        _step(across, left),
        _step(across[:, ::-1], left),
    ]
    inside = shown[:, top + 2 : -top - 2, left + 2 : -left - 2].reshape(len(shown), -1, 3)
    rim = np.concatenate(
        [shown[:, : top - 1].reshape(len(shown), -1, 3), shown[:, 1 - top :].reshape(len(shown), -1, 3)],
        axis=1,
    )
    apart = np.abs(inside.mean(axis=1) - rim.mean(axis=1)).sum(axis=1)
    lively = np.log((inside.std(axis=1).sum(axis=1) + FAINTEST) / (rim.std(axis=1).sum(axis=1) + FAINTEST))
    steps = np.sort(np.log(np.stack(sides, axis=1) + FAINTEST), axis=1)
    unrest = rim.std(axis=1).sum(axis=1)
    drowned = (inside.max(axis=2) > DROWNED).mean(axis=1) - (rim.max(axis=2) > DROWNED).mean(axis=1)
    beside = np.log((apart + FAINTEST) / (unrest + FAINTEST))
    return Surroundings(steps, beside, lively, drowned, _unlike_table(inside, rim))


def _step(shown: Floats, edge: int) -> Floats:
    """The step across the upper side, along the middle half of it, beside how uneven both strips are."""
    quarter = shown.shape[2] // 4
    out = shown[:, edge - STRIP_PX : edge - 1, quarter:-quarter]
    within = shown[:, edge + 1 : edge + STRIP_PX, quarter:-quarter]
    step = np.abs(out.mean(axis=(1, 2)) - within.mean(axis=(1, 2))).sum(axis=1)
    unrest = (out.mean(axis=1).std(axis=1) + within.mean(axis=1).std(axis=1)).sum(axis=1)
    beside: Floats = step / (unrest + np.float32(0.05))
    return beside


def _unlike_table(inside: Floats, rim: Floats) -> Floats:
    """How far each cell's colour is from the nearest of the rims around the other cells, as a logarithm.

    A hand may hide a cell together with its rim; it hardly hides the table everywhere.
    """
    middle, around = inside.mean(axis=1), rim.mean(axis=1)
    if len(middle) == 1:
        around = np.concatenate([around, around])  # read alone, a cell has only its own rim
    apart = np.abs(middle[:, None] - around[None]).sum(axis=2)
    if len(middle) > 1:
        np.fill_diagonal(apart, np.inf)
    nearest = np.sort(apart, axis=1)[:, min(1, max(len(middle) - 2, 0))]
    return np.log(nearest + FAINTEST).astype(np.float32)
