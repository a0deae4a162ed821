"""Tell empty cells by what they show: the same table as the gaps around them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.card_edges import sample
from vision.lattice import CardSize, Image, project
from vision.lattice_fit import Ints, LatticeModel

SAME_COLOUR = 26.0  # largest difference of any channel, in grey levels
TABLE_SHARE = 0.85


def looks_empty(image: Image, model: LatticeModel, cells: Ints, card: CardSize) -> npt.NDArray[np.bool_]:
    """Return for each cell whether nearly all of its inside has a colour seen in the gaps around it."""
    if len(cells) == 0:
        return np.zeros(0, bool)
    w, h = card.width_mm, card.height_mm
    gap = np.clip((model.pitch_mm - (w, h)) / 2, 1.0, 8.0)
    inside = np.stack(np.meshgrid(np.linspace(0.12, 0.88, 6) * w, np.linspace(0.1, 0.9, 8) * h), axis=-1)
    along, down = np.linspace(0.0, w, 8), np.linspace(0.0, h, 10)
    around = np.concatenate(
        [
            np.stack([along, np.full(8, -gap[1])], axis=-1),
            np.stack([along, np.full(8, h + gap[1])], axis=-1),
            np.stack([np.full(10, -gap[0]), down], axis=-1),
            np.stack([np.full(10, w + gap[0]), down], axis=-1),
        ]
    )
    points = np.concatenate([inside.reshape(-1, 2), around])
    values = sample(image, project(model.table_to_image, (cells * model.pitch_mm)[:, None] + points))
    signed = values.astype(np.int16)
    within, gaps = signed[:, : inside.size // 2, None], signed[:, None, inside.size // 2 :]
    apart = np.abs(within - gaps)
    nearest = np.maximum(np.maximum(apart[..., 0], apart[..., 1]), apart[..., 2]).min(-1)
    share: npt.NDArray[np.float64] = (nearest < SAME_COLOUR).mean(1)
    return share > TABLE_SHARE
