"""Makes the crops: `python -m models.training.cut_crops --part train --shards 200`."""

from __future__ import annotations

import argparse
import multiprocessing
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from models.training.crop_decks import named_deck, references_of, some_face_down
from models.training.crop_plan import CONDITION_MIX, DEFAULT_FOLDER, FIRST_SCENE, ShardPlan, plan_shards
from models.training.crop_shards import CONDITION_NAMES, NO_CODE, REFERENCE_CODES, CropShard
from models.training.scenes.codes import back_code, colour_of
from models.training.scenes.crops import CellCrop, CropShape, cut_cells
from models.training.scenes.deck import Deck
from models.training.scenes.truth import CellState
from vision.network_manifest import STATES

SHAPE = CropShape()


def cut_shard(plan: ShardPlan, folder: Path) -> Path:
    """Cut the crops of one shard, unless they are there already."""
    path = folder / plan.part / f"{plan.name}.npz"
    if not path.exists():
        cv2.setNumThreads(1)
        deck = named_deck(plan.deck, folder)
        rows = [
            (_told(cell, down, "things" in plan.deck), condition)
            for photo in range(plan.photos)
            for condition, down, cells in [_cut_photo(plan, photo, deck)]
            for cell in cells
        ]
        _as_shard(rows, deck).save(path)
    return path


_Row = tuple[CellCrop, str, str | None]


def _cut_photo(plan: ShardPlan, photo: int, deck: Deck) -> tuple[str, frozenset[str], list[CellCrop]]:
    seed = plan.first_scene + photo
    rng = np.random.default_rng([seed, 4321])
    condition = CONDITION_MIX[int(rng.integers(len(CONDITION_MIX)))]
    if photo % 3 == 2:
        shown = some_face_down(deck, rng)
        return condition, shown.codes, list(cut_cells(seed, condition, shown.deck, SHAPE))
    return condition, frozenset(), list(cut_cells(seed, condition, deck, SHAPE))


def _told(cell: CellCrop, down: frozenset[str], things: bool) -> _Row:
    """The crop with its state and code as they are to be learned."""
    state, code = cell.state.value, cell.code
    if code in down:
        code = back_code(colour_of(code))
        state = CellState.BACK.value if state == "card" else state
    if things:
        return cell, "other" if state in ("card", "back") else state, None
    return cell, state, code


def _as_shard(rows: list[tuple[_Row, str]], deck: Deck) -> CropShard:
    references, known = references_of(deck, SHAPE)
    size = (SHAPE.height_px, SHAPE.width_px, 3)
    return CropShard(
        crops=np.array([cell.image_bgr for (cell, _, _), _ in rows], np.uint8).reshape(-1, *size),
        states=np.array([STATES.index(state) for (_, state, _), _ in rows], np.int16),
        codes=np.array(
            [NO_CODE if code is None else REFERENCE_CODES.index(code) for (_, _, code), _ in rows], np.int16
        ),
        turned=np.array([cell.turned for (cell, _, _), _ in rows], np.bool_),
        visible=np.array([cell.visible for (cell, _, _), _ in rows], np.float32),
        conditions=np.array([CONDITION_NAMES.index(condition) for _, condition in rows], np.int16),
        references=references,
        known=np.array(known),
    )


def cut_part(part: str, shards: int, folder: Path, workers: int) -> None:
    """Cut all shards of a part with a few processes."""
    named_deck("house", folder)
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        plans = list(plan_shards(part, shards))
        for done, path in enumerate(pool.imap(partial(cut_shard, folder=folder), plans), 1):
            print(f"{part}: {done} of {len(plans)}, {path.name}", flush=True)


def main() -> None:
    """Read the command line and cut."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--part", choices=tuple(FIRST_SCENE), required=True)
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    cut_part(arguments.part, arguments.shards, arguments.folder, arguments.workers)


if __name__ == "__main__":
    main()
