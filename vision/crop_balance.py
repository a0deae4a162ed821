"""The white balance that the network learned, done before it looks.

A balanced crop is the same bytes looked up anew, channel by channel. That costs a third of what it costs
inside the network, which would take every pixel for a number with a fraction.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = npt.NDArray[np.float32]
Crops: TypeAlias = npt.NDArray[np.uint8]
PATCH_PX = 4
DARK, LARGEST_LOG_GAIN = 0.03, 0.6
MIDDLE, FAINTEST = 0.5, 0.04
"""The mean to which a crop is brought, and what is added to the one it has."""
BRIGHTEST = 3.0  # after exposure; eight bits must not be spent on a spark
LEVELS = np.arange(256, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class CropBalance:
    """A layer of few numbers: 9 of a crop's colours inward, the gains of 3 channels outward.

    `scale` and `zero` say which byte the network takes for which number.
    """

    inward: Numbers
    offset: Numbers
    outward: Numbers
    scale: float
    zero: int

    def __post_init__(self) -> None:
        hidden = len(self.offset)
        shapes = self.inward.shape, self.offset.shape, self.outward.shape
        if shapes != ((9, hidden), (hidden,), (hidden, 3)):
            raise ValueError(f"expected a balance of 9 numbers inward and 3 outward, got {shapes}")
        if not all(np.isfinite(part).all() for part in (self.inward, self.offset, self.outward)):
            raise ValueError("expected a balance of finite numbers")
        if not (0 < self.scale < 1 and 0 <= self.zero < len(LEVELS)):
            raise ValueError(f"expected a scale from 0 to 1 and a byte, got {self.scale}, {self.zero}")

    def balanced(self, crops: Crops) -> Crops:
        """Crops (n, height, width, 3) as the network takes them."""
        answer = np.empty_like(crops)
        for crop, table, changed in zip(crops, self._tables(crops), answer, strict=True):
            cv2.LUT(crop, table, changed)
        return answer

    def as_words(self) -> dict[str, object]:
        """The balance as a network's manifest says it, every number with the fewest digits that tell it."""
        inward, offset, outward = (
            part.astype(str).astype(float).tolist() for part in (self.inward, self.offset, self.outward)
        )
        numbers = {"inward": inward, "offset": offset, "outward": outward}
        return {**numbers, "scale": self.scale, "zero": self.zero}

    def _tables(self, crops: Crops) -> Crops:
        """What every byte of each crop's channels becomes: crops x 1 x 256 x 3."""
        patches = mean_patches(crops)
        means = patches.mean(axis=(2, 3))
        gains = self._gains(patches, means)
        mean = (means * gains).mean(axis=1, keepdims=True)
        factors = gains * np.float32(MIDDLE / 255) / (mean + np.float32(FAINTEST))
        numbers = np.minimum(LEVELS[:, None] * factors[:, None], np.float32(BRIGHTEST))
        numbers -= np.float32(MIDDLE)
        numbers /= np.float32(self.scale)
        np.rint(numbers, out=numbers)
        numbers += np.float32(self.zero)
        np.minimum(np.maximum(numbers, 0), LEVELS[-1], out=numbers)
        return np.asarray(numbers[:, None], np.uint8)

    def _gains(self, patches: Numbers, means: Numbers) -> Numbers:
        """A gain for each channel, from the mean, the brightest patch and the rim of each crop."""
        rims = (patches[:, :, 1], patches[:, :, -2], patches[..., 1], patches[..., -2])
        rim = np.sum([side.mean(axis=2) for side in rims], axis=0) / 4
        told = np.log(np.concatenate([means, patches.max(axis=(2, 3)), rim], axis=1) + np.float32(DARK))
        told -= told[:, :3].mean(axis=1, keepdims=True)
        hidden = np.maximum(told @ self.inward + self.offset, 0)
        gains: Numbers = np.exp(np.float32(LARGEST_LOG_GAIN) * np.tanh(hidden @ self.outward))
        return gains


def mean_patches(crops: Crops) -> Numbers:
    """The mean of each patch, 1 for white: n x 3 x rows x columns, but what is left at an edge."""
    count, height, width, channels = crops.shape
    rows, columns = height // PATCH_PX, width // PATCH_PX
    even = crops[:, : rows * PATCH_PX, : columns * PATCH_PX]
    lines = even.reshape(count * rows, PATCH_PX, columns * PATCH_PX * channels)
    # Adding whole lines, then columns by a product, is several times faster than a mean over short axes.
    added = lines[:, 0].astype(np.uint16)
    for line in range(1, PATCH_PX):
        added += lines[:, line]
    sums = added.astype(np.float32).reshape(-1, PATCH_PX * channels) @ _columns(channels)
    patches = sums.reshape(count, rows, columns, channels).transpose(0, 3, 1, 2)
    return np.ascontiguousarray(patches) * np.float32(1 / (PATCH_PX**2 * 255))


@lru_cache(maxsize=2)
def _columns(channels: int) -> Numbers:
    """Which numbers of a patch's line belong to which channel."""
    return np.tile(np.eye(channels, dtype=np.float32), (PATCH_PX, 1))
