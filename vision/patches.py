"""Patches: a small cut-out seen a step coarser, enough to know which parts of it to trust."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.cell_images import SMALL_HEIGHT_PX, SMALL_WIDTH_PX

PATCH_ROWS_PX, PATCH_COLUMNS_PX = 3, 2
PATCHES = (SMALL_HEIGHT_PX // PATCH_ROWS_PX, SMALL_WIDTH_PX // PATCH_COLUMNS_PX)
PATCH_PX = PATCH_ROWS_PX * PATCH_COLUMNS_PX


def by_patches(planes: Floats) -> Floats:
    """The mean of each patch: channels x cards x pixels become channels x cards x patches."""
    lines = planes.reshape(-1, PATCH_ROWS_PX, SMALL_WIDTH_PX)
    # Adding whole lines, then slices, is several times faster than a mean over two short axes.
    added = lines[:, 0] + lines[:, 1]
    for line in range(2, PATCH_ROWS_PX):
        added += lines[:, line]
    total = added[:, ::PATCH_COLUMNS_PX] + added[:, 1::PATCH_COLUMNS_PX]
    total *= np.float32(1 / PATCH_PX)
    means: Floats = total.reshape(*planes.shape[:-1], -1)
    return means


def patches_of_planes(planes: Floats) -> Floats:
    """The same of cut-outs as they come (channels x cards x height x width): fewer steps, in one call."""
    channels, cards = planes.shape[:2]
    rows, columns = PATCHES
    if cards == 0:
        return np.zeros((channels, 0, rows * columns), np.float32)
    size = (columns, channels * cards * rows)
    small = cv2.resize(planes.reshape(-1, SMALL_WIDTH_PX), size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32).reshape(channels, cards, -1)


def channels_of(cut: Picture) -> Picture:
    """Cut-outs (cards x height x width x 3) by channel: channels x cards x height x width."""
    cards, height, width = cut.shape[:3]
    if cards == 0:
        return np.zeros((3, 0, height, width), np.uint8)
    planes = np.stack(cv2.split(cut.reshape(-1, width, 3)))
    return np.asarray(planes, np.uint8).reshape(3, cards, height, width)


def weighted_by_patches(planes: Floats, patches: Floats) -> Floats:
    """Every pixel (channels x cards x pixels) times its patch's value (channels x cards x patches)."""
    wide = np.empty((patches.size // PATCHES[1], PATCHES[1], PATCH_COLUMNS_PX), np.float32)
    for column in range(PATCH_COLUMNS_PX):  # several times faster than all columns at once
        wide[..., column] = patches.reshape(-1, PATCHES[1])
    lines = planes.reshape(-1, PATCH_ROWS_PX, SMALL_WIDTH_PX) * wide.reshape(-1, 1, SMALL_WIDTH_PX)
    weighted: Floats = lines.reshape(planes.shape)
    return weighted


def planes_of(cut: Picture) -> Floats:
    """Cut-outs at the small size as channels x cards x pixels, 1 for white."""
    cards, height, width = cut.shape[:3]
    planes = np.empty((3, cards * height, width), np.float32)
    if cards:
        for plane, channel in zip(planes, cv2.split(cut.reshape(-1, width, 3)), strict=True):
            np.multiply(channel, np.float32(1 / 255), out=plane)
    return planes.reshape(3, cards, -1)
