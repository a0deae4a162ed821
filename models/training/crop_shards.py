"""Cut-outs of one deck with their truth and the deck's flat references, as one file."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

from models.training.scenes.arrays import Picture
from models.training.scenes.codes import ALL_CODES, COLOURS, back_code
from models.training.scenes.condition import CONDITIONS

REFERENCE_CODES = (*ALL_CODES, *(back_code(colour) for colour in COLOURS))
"""The order of references and of labels: 90 faces, then 6 backs."""
CONDITION_NAMES = tuple(CONDITIONS)
NO_CODE = -1

Numbers = npt.NDArray[np.int16]
Shares = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class CropShard:
    """Crops (n, height, width, 3) and, by the same index, their truth; references by the order of codes.

    A reference that the deck does not have is black, and `known` is false for it.
    """

    crops: Picture
    states: Numbers
    codes: Numbers
    turned: npt.NDArray[np.bool_]
    visible: Shares
    conditions: Numbers
    references: Picture
    known: npt.NDArray[np.bool_]

    def __post_init__(self) -> None:
        count = len(self.crops)
        for name in ("states", "codes", "turned", "visible", "conditions"):
            if len(getattr(self, name)) != count:
                raise ValueError(f"{count} crops but {len(getattr(self, name))} {name}")
        if len(self.references) != len(REFERENCE_CODES):
            raise ValueError(f"expected {len(REFERENCE_CODES)} references, got {len(self.references)}")

    def save(self, path: Path) -> None:
        """Write the shard; a file of that name is whole or not there."""
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez(file, **{field.name: getattr(self, field.name) for field in fields(self)})
        part.replace(path)


def load_shard(path: Path) -> CropShard:
    """Read a shard back."""
    with np.load(path) as arrays:
        return CropShard(**{field.name: arrays[field.name] for field in fields(CropShard)})
