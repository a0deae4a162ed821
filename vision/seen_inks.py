"""What cut-out cards show of their inks: the light of each patch, without what the table around adds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Indices, Mask, Picture
from vision.camera_curve import STRAIGHT, CameraCurve
from vision.patches import PATCH_COLUMNS_PX, PATCH_ROWS_PX, PATCHES, patches_of

CLIPPED = 0.93
CLIPPED_WEIGHT = 0.3
FAINT_LIGHT = 0.03  # noise grows with the light, from about here


@dataclass(frozen=True, slots=True, eq=False)
class SeenInks:
    """Cards as channels x cards x patches: their light, how far each patch is trusted, and what is clipped.

    `trusted` adds up to 1 over a card's patches. `steps` is the square of how much a file's number grows with
    the light: what is left unexplained counts as the file shows it, so that curves can be compared.
    """

    light: Floats
    trusted: Floats
    steps: Floats
    clipped: Mask

    @property
    def weights(self) -> Floats:
        """What each patch counts."""
        return self.trusted * self.steps


@dataclass(frozen=True, slots=True, eq=False)
class InkCuts:
    """Cut-out cards at the small size, the same with a rim of table, and each patch's share of card.

    By patches: `said` is their light as the file says it, `trusted` and `clipped` are as in `SeenInks`.
    """

    cut: Picture
    framed: Picture
    cover: Floats
    said: Floats
    trusted: Floats
    clipped: Mask

    @classmethod
    def of(cls, cut: Picture, framed: Picture, cover: Floats) -> InkCuts:
        """The cut-outs and what the file says of them."""
        said = patches_of(STRAIGHT.light(cut))
        clipped = said > CLIPPED
        bright = _alone(said, framed, cover, STRAIGHT).mean(axis=0)
        trusted = _CLIPPED_OR_NOT[clipped.view(np.uint8)] / (bright + np.float32(FAINT_LIGHT))
        trusted /= trusted.sum(axis=2, keepdims=True)
        return cls(cut, framed, cover, said, trusted, clipped)

    def some(self, rows: Indices) -> InkCuts:
        """Some of the cards."""
        by_patches = (self.said[:, rows], self.trusted[:, rows], self.clipped[:, rows])
        return InkCuts(self.cut[rows], self.framed[rows], self.cover, *by_patches)

    def under(self, curve: CameraCurve) -> SeenInks:
        """The light of the cards, if the camera had this curve."""
        shown = self.said if curve is STRAIGHT else patches_of(curve.light(self.cut))
        light = _alone(shown, self.framed, self.cover, curve)
        return SeenInks(light, self.trusted, curve.steepness(self.said) ** -2, self.clipped)


def _alone(shown: Floats, framed: Picture, cover: Floats, curve: CameraCurve) -> Floats:
    """The light of cards without what the table around them adds."""
    return np.maximum(shown - (1 - cover) * _table_around(framed, curve), 0)


def _table_around(framed: Picture, curve: CameraCurve) -> Floats:
    """The table's light beside each patch, from strips along the four sides: channels x cards x patches."""
    inset = framed.shape[2] // 6
    above_and_below = framed[:, :: framed.shape[1] - 1, inset:-inset]
    left_and_right = framed[:, inset:-inset, :: framed.shape[2] - 1].transpose(0, 2, 1, 3)
    strips = (curve.light(np.ascontiguousarray(pair)) for pair in (above_and_below, left_and_right))
    sides = np.concatenate([pair.mean(axis=2) for pair in strips], axis=1)
    return (sides.transpose(2, 0, 1).reshape(-1, 4) @ _NEARNESS).reshape(3, len(framed), -1)


def _nearness() -> Floats:
    """How much each side's strip says of each patch: 4 x patches."""
    rows, columns = PATCHES
    down, across = np.mgrid[0:rows, 0:columns] + 0.5
    apart_px = np.stack(
        [
            down * PATCH_ROWS_PX,
            (rows - down) * PATCH_ROWS_PX,
            across * PATCH_COLUMNS_PX,
            (columns - across) * PATCH_COLUMNS_PX,
        ]
    )
    near = 1 / (apart_px.reshape(4, -1) + 0.5) ** 3
    return np.asarray(near / near.sum(axis=0), np.float32)


_NEARNESS = _nearness()
_CLIPPED_OR_NOT = np.array([1, CLIPPED_WEIGHT], np.float32)
