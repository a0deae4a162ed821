"""What reaches in from outside: a hand at rest may look like bare table, but its arm leaves the table.

The overview of the table is compared with the one of a moment at which nothing moved and every cell was
known. What differs and hangs together as far as beyond the lattice is an arm with its hand. A card that was
taken, laid or turned differs as well, but ends within the lattice.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Mask
from vision.table_overview import Overview, slots_of

LEAST_LEVELS = 7.0
LEAST_SHARE = 0.07  # of the brightness: noise, and light that no smooth change explains
BEYOND_PX = 6.0  # how deep in the margin a thing must reach: deeper than any card lies askew
ARM_PX = 5  # pixels of it that must lie there
OVER_SHARE = 0.06  # of a slot that it must cover
DARK = 8.0  # levels added before light is compared: black on black tells nothing
FITS = 3
FAR_OFF = 0.12  # logarithm of light from which on a pixel shows another thing rather than other light
THIN, NEAR = np.ones((2, 2), np.uint8), np.ones((3, 3), np.uint8)


def slots_reached(now: Overview, before: Overview, slack_px: int = 0) -> frozenset[int]:
    """The slots over which something reaches in from beyond the lattice that was not there before.

    `slack_px` is how far the two may be shifted against each other.
    """
    slots = slots_of(now.colours.shape[:2])
    seen = now.seen & before.seen
    differs = changed(now, before, slack_px) & seen
    count, parts = cv2.connectedComponents(cv2.dilate(differs.astype(np.uint8), NEAR), connectivity=8)
    rim = _rim(seen)
    reached: set[int] = set()
    for part in range(1, count):
        its_own = (parts == part) & differs
        beyond = its_own & (slots.depth_px >= BEYOND_PX)
        at_rim = its_own & rim & (slots.index < 0) & ~beyond
        if _shows_one_card(before.cards[at_rim]):
            at_rim[:] = False
        if beyond.sum() + at_rim.sum() < ARM_PX:
            continue
        covered = np.bincount(slots.index[its_own & (slots.index >= 0)], minlength=16)
        whole = np.bincount(slots.index[slots.index >= 0], minlength=16)
        reached |= set(np.flatnonzero(covered > OVER_SHARE * whole).tolist())
    return frozenset(reached)


def _shows_one_card(cells: np.typing.NDArray[np.int32]) -> bool:
    """Whether what changed at the edge of the picture is one card that ended there: it was taken."""
    return len(cells) > 0 and cells[0] >= 0 and bool((cells == cells[0]).all())


def is_still(now: Overview, before: Overview) -> bool:
    """Whether nothing came, went or moved in between, whatever the light did."""
    return not (changed(now, before) & now.seen & before.seen).any()


def changed(now: Overview, before: Overview, slack_px: int = 0) -> Mask:
    """Where the two show different things, whatever light falls upon them."""
    expected = before.colours * _light(now, before)
    steps = range(-slack_px, slack_px + 1)
    off = np.min(
        [
            np.abs(now.colours - np.roll(expected, (down, right), axis=(0, 1))).max(axis=-1)
            for down in steps
            for right in steps
        ],
        axis=0,
    )
    limit = np.maximum(LEAST_LEVELS, LEAST_SHARE * expected.max(axis=-1))
    return np.asarray(cv2.morphologyEx((off > limit).astype(np.uint8), cv2.MORPH_OPEN, THIN) > 0)


def _light(now: Overview, before: Overview) -> Floats:
    """How much brighter it is everywhere, as a smooth change: lamps, clouds, somebody's soft shadow."""
    rows, columns = now.colours.shape[:2]
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j].astype(np.float32)
    forms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    ratio = np.log((now.colours + DARK) / (before.colours + DARK))
    seen = now.seen & before.seen
    few = np.zeros_like(seen)
    few[::2, ::2] = seen[::2, ::2]
    fitted, told = forms[few], ratio[few]
    kept = np.abs(told - np.median(told, axis=0)).max(axis=1) < 2 * FAR_OFF
    share = np.zeros((forms.shape[-1], 3), np.float32)
    for _ in range(FITS):
        if kept.sum() < 4 * forms.shape[-1]:
            share[:] = 0
            share[0] = np.median(told, axis=0)
            break
        share = np.linalg.lstsq(fitted[kept], told[kept], rcond=None)[0].astype(np.float32)
        kept = np.abs(told - fitted @ share).max(axis=1) < FAR_OFF
    light: Floats = np.exp(np.clip(forms @ share, -1.0, 1.0)).astype(np.float32)
    return light


def _rim(seen: Mask) -> Mask:
    """Where the frame ends within the overview: an arm may come in there."""
    inner = cv2.erode(seen.astype(np.uint8), NEAR, borderType=cv2.BORDER_CONSTANT, borderValue=1)
    rim: Mask = seen & (inner == 0)
    return rim
