"""Patches: a small cut-out seen a step coarser, enough to know which parts of it to trust."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats
from vision.cell_images import SMALL_HEIGHT_PX, SMALL_WIDTH_PX

PATCH_ROWS_PX, PATCH_COLUMNS_PX = 3, 2
PATCHES = (SMALL_HEIGHT_PX // PATCH_ROWS_PX, SMALL_WIDTH_PX // PATCH_COLUMNS_PX)
PATCH_PX = PATCH_ROWS_PX * PATCH_COLUMNS_PX


def by_patches(planes: Floats) -> Floats:
    """The mean of each patch: channels x cards x pixels become channels x cards x patches."""
    rows, columns = PATCHES
    cut = planes.reshape(*planes.shape[:-1], rows, PATCH_ROWS_PX, columns, PATCH_COLUMNS_PX)
    # Adding slices is several times faster than a mean over two short axes.
    total = sum(cut[..., :, y, :, x] for y in range(PATCH_ROWS_PX) for x in range(PATCH_COLUMNS_PX))
    means: Floats = np.asarray(total, np.float32).reshape(*planes.shape[:-1], -1) * np.float32(1 / PATCH_PX)
    return means


def over_pixels(patches: Floats) -> Floats:
    """Each patch's value for all its pixels."""
    rows, columns = PATCHES
    wide = np.repeat(patches.reshape(*patches.shape[:-1], rows, columns), PATCH_COLUMNS_PX, axis=-1)
    spread: Floats = np.repeat(wide, PATCH_ROWS_PX, axis=-2).reshape(*patches.shape[:-1], -1)
    return spread
