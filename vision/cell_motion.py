"""Which cells rest and which are being touched, told from a few samples of each, in every frame.

Reading a card costs as much as decoding the frame several times; seeing that nothing moved costs next to
nothing. Each cell is sampled in a small picture of the frame. A cell whose samples stay alike rests, whether
under a card, a hand or nothing; light that grows or fades over a whole cell is no motion. A camera in a hand
is followed to about half a pixel of the small picture, and what that makes of edges is no motion either.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats
from vision.cell_images import homographies
from vision.lattice import Image, Lattice

ACROSS, ALONG = 6, 9
INSET = 0.06  # of a cell: its edges move when a neighbour is straightened
FOLLOWED_PX = 0.5  # how far beside its place a sample may lie while the camera moves
AROUND = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class MotionSettings:
    """When samples count as another picture, in grey levels, and how long rest takes."""

    moved_levels: float = 5.0
    moved_share: float = 0.22  # of the cell's own contrast: a picture half hidden differs by more
    dimmest_share: float = 0.55  # light on one cell may fade to this share by a shadow
    rest_frames: int = 3


class CellMotion:
    """Follows the samples of every cell: for how many frames it has rested, and since which picture."""

    def __init__(self, settings: MotionSettings | None = None) -> None:
        self.settings = settings or MotionSettings()
        self._resting: Floats | None = None  # the samples with which each cell's rest began
        self._known: Floats | None = None  # the samples that were last read
        self.rested_frames: list[int] = []
        self._touched: list[bool] = []
        self._was_read: list[bool] = []  # since the lattice was found

    def look(self, small_bgr: Image, scale: float, lattice: Lattice) -> None:
        """Take in one frame, made smaller by a scale."""
        soft = _softened(small_bgr)
        samples = _sampled(soft, scale, lattice)
        if self._resting is None or self._known is None or len(self._resting) != len(samples):
            self._resting, self._known = samples.copy(), samples.copy()
            self.rested_frames, self._touched = [0] * len(samples), [True] * len(samples)
            self._was_read = [False] * len(samples)
            return
        slack = FOLLOWED_PX * _sampled(_steepness(soft), scale, lattice)
        moved = differs(samples, self._resting, self.settings, slack)
        for index, has_moved in enumerate(moved):
            self.rested_frames[index] = 0 if has_moved else self.rested_frames[index] + 1
            self._touched[index] = self._touched[index] or bool(has_moved)
        self._resting[moved] = samples[moved]
        strange = differs(samples, self._known, self.settings, slack)
        self._touched = [touched or bool(one) for touched, one in zip(self._touched, strange, strict=True)]

    def forget(self) -> None:
        """The lattice was found anew: every cell is to be read again."""
        self._resting = self._known = None

    def note_read(self, index: int) -> None:
        """What the cell shows now has been read: it is touched again only once that changes."""
        if self._resting is not None and self._known is not None:
            self._known[index] = self._resting[index]
            self._touched[index], self._was_read[index] = False, True

    def looks_as_known(self, index: int) -> bool:
        """Whether the cell looks again as when it was last sure."""
        if self._resting is None or self._known is None or not self._was_read[index]:
            return False
        one = slice(index, index + 1)
        return not differs(self._resting[one], self._known[one], self.settings)[0]

    @property
    def touched(self) -> tuple[int, ...]:
        """Cells that were moved, covered or changed since they were last read."""
        return tuple(index for index, touched in enumerate(self._touched) if touched)

    @property
    def at_rest(self) -> tuple[int, ...]:
        """Cells in which nothing has moved for long enough to be read."""
        enough = self.settings.rest_frames
        return tuple(index for index, frames in enumerate(self.rested_frames) if frames >= enough)


def cell_samples(small_bgr: Image, scale: float, lattice: Lattice) -> Floats:
    """A few colours of each cell, always at the same places: cells x samples x 3."""
    return _sampled(_softened(small_bgr), scale, lattice)


def _softened(small_bgr: Image) -> Image:
    return np.asarray(cv2.blur(small_bgr, (3, 3)), np.uint8)


def _steepness(soft: Image) -> Image:
    """By how much each colour changes within a pixel around it."""
    above, below = cv2.dilate(soft, AROUND), cv2.erode(soft, AROUND)
    return np.asarray(cv2.max(cv2.subtract(above, soft), cv2.subtract(soft, below)), np.uint8)


def _sampled(soft: Image, scale: float, lattice: Lattice) -> Floats:
    quads = np.stack([cell.corners for cell in lattice.cells]) * scale
    ways = homographies(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]), quads)
    points = _SPOTS @ ways[:, :2, :].transpose(0, 2, 1)
    depth = _SPOTS @ ways[:, 2:, :].transpose(0, 2, 1)
    spots = (points / depth).astype(np.float32)
    seen = cv2.remap(soft, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def _spots() -> Floats:
    across, along = np.linspace(INSET, 1 - INSET, ACROSS), np.linspace(INSET, 1 - INSET, ALONG)
    grid = np.stack(np.meshgrid(across, along), axis=-1).reshape(-1, 2)
    return np.concatenate([grid, np.ones((len(grid), 1))], axis=1)


_SPOTS = _spots()


def differs(
    samples: Floats, before: Floats, settings: MotionSettings, slack: Floats | None = None
) -> np.typing.NDArray[np.bool_]:
    """Whether each cell shows another picture than before, brighter or darker as it may be.

    `slack` is by how much each sample may differ only because it was taken a little beside its place.
    """
    now, then = samples.reshape(len(samples), -1), before.reshape(len(before), -1)
    gain = np.clip(
        (now * then).sum(1) / np.maximum((then * then).sum(1), 1.0),
        settings.dimmest_share,
        1 / settings.dimmest_share,
    )
    off_by = np.abs(now - gain[:, None] * then)
    if slack is not None:
        off_by = np.maximum(off_by - slack.reshape(len(slack), -1), 0.0)
    off = np.sqrt(np.mean(off_by**2, axis=1))
    contrast = np.sqrt(np.mean((then - then.mean(axis=1, keepdims=True)) ** 2, axis=1))
    limit = np.maximum(settings.moved_levels, settings.moved_share * contrast)
    different: np.typing.NDArray[np.bool_] = off > limit
    return different
