"""What cut-out cards show of their inks: the light of each patch, without what the table around adds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Mask, Picture
from vision.camera_curve import STRAIGHT, CameraCurve, Highlights
from vision.patches import PATCH_COLUMNS_PX, PATCH_ROWS_PX, PATCHES, channels_of, patches_of_planes

CLIPPED = 0.93
CLIPPED_WEIGHT = 0.3
FAINT_LIGHT = 0.03  # noise grows with the light, from about here


@dataclass(frozen=True, slots=True, eq=False)
class SeenInks:
    """Cards as channels x cards x patches: their light, how far each patch is trusted, and what is clipped.

    `trusted` adds up to 1 over a card's patches. `steps` is the square of how much a file's number grows with
    the light: what is left unexplained counts as the file shows it, so that curves can be compared. `weights`
    is what each patch counts by both.
    """

    light: Floats
    trusted: Floats
    steps: Floats
    weights: Floats
    clipped: Mask


@dataclass(frozen=True, slots=True, eq=False)
class InkCuts:
    """Cut-out cards at the small size as bytes, by channel, and what is the same by every camera's curve.

    `rims` are strips of the table along their sides, `cover` is how much of a patch's light comes from the
    card, `said` their light by patches as the file says it, and `highlights` how it could be rolled off.
    """

    planes: Picture
    rims: tuple[Picture, Picture]
    cover: Floats
    said: Floats
    trusted: Floats
    highlights: Highlights

    @classmethod
    def of(cls, cut: Picture, framed: Picture, cover: Floats) -> InkCuts:
        """Those of cut-outs, and of the same with a rim of the table around them."""
        planes = channels_of(cut)
        rims = _rims(framed)
        said = patches_of_planes(STRAIGHT.light(planes))
        bright = _alone(said, _table_around(rims, STRAIGHT), cover)
        trusted = _CLIPPED_OR_NOT[(said > CLIPPED).view(np.uint8)] / (
            bright.mean(axis=0) + np.float32(FAINT_LIGHT)
        )
        trusted /= trusted.sum(axis=2, keepdims=True)
        return cls(planes, rims, cover, said, trusted, Highlights.of(said))

    def cards(self, some: Mask) -> InkCuts:
        """Some of the cards."""
        lights = self.highlights
        return InkCuts(
            self.planes[:, some],
            (self.rims[0][some], self.rims[1][some]),
            self.cover,
            self.said[:, some],
            self.trusted[:, some],
            Highlights(lights.lift[:, some], lights.bend[:, some]),
        )

    def under(self, curve: CameraCurve) -> SeenInks:
        """The light of the cards, if the camera had this curve."""
        shown = self.said if curve is STRAIGHT else patches_of_planes(curve.light(self.planes))
        steepness = curve.steepness(self.highlights)
        steepness *= steepness
        steps = np.reciprocal(steepness)
        light = _alone(shown, _table_around(self.rims, curve), self.cover)
        return SeenInks(light, self.trusted, steps, self.trusted * steps, self.said > CLIPPED)


def _alone(shown: Floats, table: Floats, cover: Floats) -> Floats:
    """The light of cards without what the table adds."""
    table *= 1 - cover
    light = np.subtract(shown, table, out=table)
    return np.maximum(light, 0, out=light)


def _rims(framed: Picture) -> tuple[Picture, Picture]:
    """Strips above and below, and left and right of cards: cards x 2 x pixels x 3 each."""
    inset = framed.shape[2] // 6
    above_and_below = framed[:, :: framed.shape[1] - 1, inset:-inset]
    left_and_right = framed[:, inset:-inset, :: framed.shape[2] - 1].transpose(0, 2, 1, 3)
    return np.ascontiguousarray(above_and_below), np.ascontiguousarray(left_and_right)


def _table_around(rims: tuple[Picture, Picture], curve: CameraCurve) -> Floats:
    """The table's light beside each patch, from strips along the four sides: channels x cards x patches."""
    sides = np.concatenate([curve.light(pair).mean(axis=2) for pair in rims], axis=1)
    return (sides.transpose(2, 0, 1).reshape(-1, 4) @ _NEARNESS).reshape(3, len(sides), -1)


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
