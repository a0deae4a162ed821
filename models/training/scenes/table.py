"""Tables made from numbers: wood, felt, cloth, marble, tiles and plain tops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from models.training.scenes import table_tops
from models.training.scenes.arrays import Plane, as_plane

TEXTURE_PX = 1280

KINDS: dict[str, Callable[[np.random.Generator, int], Plane]] = {
    "wood": table_tops.wood,
    "planks": table_tops.planks,
    "felt": table_tops.felt,
    "cloth": table_tops.pattern_cloth,
    "chequered": table_tops.chequered_cloth,
    "marble": table_tops.marble,
    "dark": table_tops.dark_top,
    "bright": table_tops.bright_top,
    "tiles": table_tops.tiles,
}
GLOSS: dict[str, tuple[float, float]] = {
    "wood": (0.0, 1.0),
    "planks": (0.0, 0.6),
    "marble": (0.4, 1.0),
    "dark": (0.0, 0.8),
    "bright": (0.0, 0.8),
    "tiles": (0.4, 1.0),
}


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A top: its reflectance in linear light, the millimetres a texture pixel spans, and how it shines."""

    kind: str
    reflectance: Plane
    mm_per_px: float
    half_size_mm: tuple[float, float]
    gloss: float
    roughness: float

    def under(self, x_mm: Plane, y_mm: Plane) -> Plane:
        """The reflectance at points of the table; beyond the texture it is mirrored on."""
        scale = np.float32(1 / self.mm_per_px)
        middle = np.float32(self.reflectance.shape[0] / 2)
        return as_plane(
            cv2.remap(
                self.reflectance,
                x_mm * scale + middle,
                y_mm * scale + middle,
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REFLECT_101,
            )
        )


@lru_cache(maxsize=24)
def make_table(kind: str, seed: int) -> Table:
    """One table of a kind; the same seed makes the same table."""
    rng = np.random.default_rng([seed, sorted(KINDS).index(kind)])
    reflectance = KINDS[kind](rng, TEXTURE_PX)
    low, high = GLOSS.get(kind, (0.0, 0.0))
    return Table(
        kind=kind,
        reflectance=as_plane(np.clip(reflectance, 0.004, 0.93)),
        mm_per_px=float(rng.uniform(0.42, 0.58)),
        half_size_mm=(float(rng.uniform(330, 900)), float(rng.uniform(300, 520))),
        gloss=float(rng.uniform(low, high)),
        roughness=float(rng.uniform(0.05, 0.28)),
    )
