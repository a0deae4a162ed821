"""A cell beside the table around it: is anything lying there at all?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Picture, Points
from vision.cell_images import COARSE_HEIGHT_PX, COARSE_WIDTH_PX, ReducedFrame, lay_straight
from vision.patches import planes_of

RIM_PX = 5
STRIP_PX = 3
FAINTEST = 0.02
DARKEST = 0.03
DROWNED = 0.97
OTHERS_ALIKE = 3
"""A cell of bare table is like so many rims of other cells."""


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """For each cell: how sharply it steps off from the table at its sides, and how far its colour is from it.

    `steps` holds the four sides, weakest first, as logarithms beside the unrest along them; `contrast` is
    how lively the inside is beside the rim of table around it. `unlike_table` is how far a cell is from the
    rims of the others, and `tinted` the same in tint alone, whatever the shade; `rims` are the rims' colours.
    """

    steps: Floats
    colour_apart: Floats
    contrast: Floats
    drowned: Floats
    unlike_table: Floats
    tinted: Floats
    rims: Floats


def glance_at(frame: ReducedFrame, quads: Points) -> Picture:
    """Each cell at the coarse size, with a rim of the table around it."""
    size = (COARSE_WIDTH_PX + 2 * RIM_PX, COARSE_HEIGHT_PX + 2 * RIM_PX)
    return lay_straight(frame, quads, size, rim_px=RIM_PX)


def without_table(glances: Picture) -> Picture:
    """The cells alone."""
    return np.ascontiguousarray(glances[:, RIM_PX:-RIM_PX, RIM_PX:-RIM_PX])


def look_around(glances: Picture, known_rims: Floats | None = None) -> Surroundings:
    """Compare each cell's inside with the rim of table around it, and with the rims of others.

    `known_rims` are those of an earlier look at the whole table, if only some cells are looked at now.
    """
    cells, height, width = glances.shape[:3]
    shown = planes_of(glances).reshape(3, cells, height, width)
    left = top = RIM_PX
    steps = np.concatenate([_steps(shown), _steps(shown.transpose(0, 1, 3, 2))])
    by_cell = shown.transpose(1, 0, 2, 3)
    inside = by_cell[:, :, top + 2 : -top - 2, left + 2 : -left - 2].reshape(cells, 3, -1)
    rim = np.concatenate([by_cell[:, :, : top - 1], by_cell[:, :, 1 - top :]], axis=2).reshape(cells, 3, -1)
    middle, liveliness = _mean_and_spread(inside)
    around, unrest = _mean_and_spread(rim)
    apart = np.abs(middle - around).sum(axis=1)
    drowned = [(part.max(axis=1) > DROWNED).mean(axis=1) for part in (inside, rim)]
    return Surroundings(
        steps=np.sort(np.log(steps.T + FAINTEST), axis=1),
        colour_apart=np.log((apart + FAINTEST) / (unrest + FAINTEST)),
        contrast=np.log((liveliness + FAINTEST) / (unrest + FAINTEST)),
        drowned=drowned[0] - drowned[1],
        unlike_table=_unlike_others(middle, around, known_rims),
        tinted=_unlike_others(
            _tints(middle), _tints(around), None if known_rims is None else _tints(known_rims)
        ),
        rims=around,
    )


def _mean_and_spread(pixels: Floats) -> tuple[Floats, Floats]:
    """The mean of each channel (the last axis but one), and the spread around it, all channels added."""
    count = np.float32(pixels.shape[-1])
    mean = pixels.sum(axis=-1) / count
    off = pixels - mean[..., None]
    spread: Floats = np.sqrt(np.vecdot(off, off) / count).sum(axis=-1)
    return mean, spread


def _steps(shown: Floats) -> Floats:
    """The steps across the upper and the lower side (2 x cells), beside how uneven their strips are.

    Only the middle half of a side is looked at, and beside the very edge, two lines outside and two inside.
    """
    quarter = shown.shape[3] // 4
    lines = shown[:, :, :, quarter:-quarter]  # channels x cells x lines x pixels
    outside, inside = RIM_PX - STRIP_PX, RIM_PX + 1
    last = lines.shape[2] - 1
    # Both outside, then both inside, each the mean of two lines.
    first_lines = [outside, last - outside - 1, inside, last - inside - 1]
    strips = np.stack([lines[:, :, line] + lines[:, :, line + 1] for line in first_lines])
    mean, unrest = _mean_and_spread((strips * np.float32(0.5)).transpose(0, 2, 1, 3))
    step = np.abs(mean[:2] - mean[2:]).sum(axis=-1)
    beside: Floats = step / (unrest[:2] + unrest[2:] + np.float32(0.05))
    return beside


def _unlike_others(middle: Floats, around: Floats, known: Floats | None) -> Floats:
    """How far each cell's colour is from those of the rims around the other cells, as a logarithm.

    The third nearest counts: a hand may hide a cell together with its rim and those of its neighbours; it
    hardly hides the table everywhere.
    """
    cells = len(middle)
    if known is None and cells == 1:
        known = around  # read alone, a cell has only its own rim
    rims = around if known is None else np.concatenate([around, known])
    apart = np.abs(middle[:, None] - rims[None]).sum(axis=2)
    np.fill_diagonal(apart, np.inf)
    nearest = np.sort(apart, axis=1)[:, min(OTHERS_ALIKE, len(rims) - 1) - 1]
    return np.log(nearest + FAINTEST).astype(np.float32)


def _tints(colours: Floats) -> Floats:
    """Blue and red beside green, as logarithms: a shadow hardly changes them."""
    logs = np.log(colours + np.float32(DARKEST))
    tints: Floats = logs[:, ::2] - logs[:, 1:2]
    return tints
