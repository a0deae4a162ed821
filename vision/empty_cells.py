"""Tell empty cells by what they show: the same table inside as just outside."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from vision.card_edges import levels_of, sample_planes
from vision.lattice import CardSize, Image, Points

SAME_COLOUR = 0.12  # largest difference of any channel, as a share of the picture's contrast
OUTSIDE_MM = 2.5
INSIDE = 48


def table_share(image: Image, planes: Points, card: CardSize, gap_mm: float) -> npt.NDArray[np.float64]:
    """Return for the card of each plane how much of its inside has a colour seen just outside of it."""
    if len(planes) == 0:
        return np.zeros(0)
    values = sample_planes(image, planes, _places_mm(card, round(min(OUTSIDE_MM, gap_mm / 2), 1)))
    channels = np.ascontiguousarray(values.transpose(2, 0, 1))  # a long last axis is quicker than a short one
    inside, outside = channels[:, :, :INSIDE, None], channels[:, :, None, INSIDE:]
    nearest = (np.maximum(inside, outside) - np.minimum(inside, outside)).max(0).min(-1)
    low, high = levels_of(values, (0.02, 0.98))
    contrast = float(high - low)
    share: npt.NDArray[np.float64] = (nearest < max(8.0, SAME_COLOUR * contrast)).mean(1)
    return share


@lru_cache(maxsize=32)
def _places_mm(card: CardSize, out: float) -> Points:
    """Return places inside a card, then places around it."""
    w, h = card.width_mm, card.height_mm
    inside = np.stack(np.meshgrid(np.linspace(0.12, 0.88, 6) * w, np.linspace(0.1, 0.9, 8) * h), axis=-1)
    along, down = np.linspace(0.0, w, 8), np.linspace(0.0, h, 10)
    around = [
        np.stack([along, np.full(8, -out)], axis=-1),
        np.stack([along, np.full(8, h + out)], axis=-1),
        np.stack([np.full(10, -out), down], axis=-1),
        np.stack([np.full(10, w + out), down], axis=-1),
    ]
    return np.concatenate([inside.reshape(-1, 2), *around])
