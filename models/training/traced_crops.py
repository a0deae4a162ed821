"""Shards cut from path-traced photographs: `python -m models.training.traced_crops TABLES`.

TABLES is what models.training.pathtraced.render_tables wrote. The shards go to the part `traced` and are only
ever evaluated on; their corners are the true ones with the error of a finder added.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.training.crop_decks import named_deck, references_of
from models.training.crop_plan import DEFAULT_FOLDER
from models.training.crop_shards import CONDITION_NAMES, NO_CODE, REFERENCE_CODES, CropShard
from models.training.cut_crops import SHAPE
from models.training.scenes.arrays import Picture, as_picture
from vision.network_manifest import STATES


@dataclass(frozen=True, slots=True, eq=False)
class _Cell:
    image: Picture
    state: str
    code: str | None
    turned: bool
    visible: float


def cut(
    frame_bgr: Picture, corners_px: npt.NDArray[np.float64], rng: np.random.Generator
) -> tuple[Picture, bool]:
    """A cell cut out by erring corners, and whether it was cut with the card on its head."""
    turned = bool(rng.random() < 0.5)
    diagonal = float(np.linalg.norm(corners_px[2] - corners_px[0]))
    erring = corners_px + rng.normal(0, SHAPE.corner_error * diagonal / 2, (4, 2))
    erring = np.roll(erring, 2, axis=0) if turned else erring
    left, top = SHAPE.margin * SHAPE.width_px, SHAPE.margin * SHAPE.height_px
    right, bottom = SHAPE.width_px - left, SHAPE.height_px - top
    target = np.array([[left, top], [right, top], [right, bottom], [left, bottom]]) - 0.5
    way = cv2.getPerspectiveTransform(erring.astype(np.float32), target.astype(np.float32))
    size = (SHAPE.width_px, SHAPE.height_px)
    return as_picture(cv2.warpPerspective(frame_bgr, way, size, borderMode=cv2.BORDER_REPLICATE)), turned


def cut_table(path: Path) -> tuple[str, str, list[_Cell]]:
    """The deck's name, the condition, and the sixteen cells of one traced table."""
    truth = json.loads(path.read_text(encoding="utf-8"))
    frame = cv2.imread(str(path.with_suffix(".png")), cv2.IMREAD_COLOR)
    if frame is None:
        raise ValueError(f"{path.with_suffix('.png')} is no readable picture")
    rng = np.random.default_rng([int(truth["seed"]), 33])
    cells = []
    for cell in truth["cells"]:
        image, turned = cut(as_picture(frame), np.array(cell["corners"], np.float64), rng)
        cells.append(_Cell(image, str(cell["state"]), cell["code"], turned, float(cell["visible"])))
    return str(truth["deck"]), str(truth["condition"]), cells


def main() -> None:
    """Read the command line and write one shard a deck."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=Path)
    parser.add_argument("--folder", type=Path, default=DEFAULT_FOLDER)
    arguments = parser.parse_args()
    rows: dict[str, list[tuple[_Cell, str]]] = defaultdict(list)
    for path in sorted(arguments.tables.rglob("*.json")):
        deck, condition, cells = cut_table(path)
        rows[deck] += [(cell, condition) for cell in cells]
    for number, (name, cut_cells) in enumerate(sorted(rows.items())):
        references, known = references_of(named_deck(name, arguments.folder), SHAPE)
        shard = CropShard(
            crops=np.stack([cell.image for cell, _ in cut_cells]),
            states=np.array([STATES.index(cell.state) for cell, _ in cut_cells], np.int16),
            codes=np.array(
                [NO_CODE if cell.code is None else REFERENCE_CODES.index(cell.code) for cell, _ in cut_cells],
                np.int16,
            ),
            turned=np.array([cell.turned for cell, _ in cut_cells], np.bool_),
            visible=np.array([cell.visible for cell, _ in cut_cells], np.float32),
            conditions=np.array([CONDITION_NAMES.index(condition) for _, condition in cut_cells], np.int16),
            references=references,
            known=np.array(known),
        )
        shard.save(arguments.folder / "traced" / f"traced-{number:04d}-{name}.npz")


if __name__ == "__main__":
    main()
