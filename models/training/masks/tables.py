"""Makes the small tables the mask network learns from: `python -m models.training.masks.tables`.

Each is a photograph of the compositor with a label for every pixel: table, the rim of a card, its core, or
not told. The core is a card shrunk about its middle, so that the cores of touching cards do not touch.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.training.masks.decks import deck_of
from models.training.scenes.arrays import Picture, Points
from models.training.scenes.clutter import draw_clutter
from models.training.scenes.condition import CONDITIONS, Condition
from models.training.scenes.deck import Deck
from models.training.scenes.free_layout import draw_free_spread
from models.training.scenes.layout import draw_layout
from models.training.scenes.photograph import FIRST_CARD, Photograph, take_photograph
from models.training.scenes.setting import Wish, draw_setting
from models.training.scenes.spread import Spread

Labels = npt.NDArray[np.uint8]

TABLE, RIM, CORE, NOT_TOLD = range(4)
CORE_SHARE = 0.74  # of a card's breadth and length
LEAST_SEEN = 0.35  # a sliver of a card under others is neither card nor table
SIZES = ((640, 360), (640, 360), (640, 480), (360, 640), (480, 640))
MIX = (
    *("normal", "normal", "normal", "hard", "hard", "hard", "hard", "tilt", "clutter", "clutter", "hand"),
    *("low_light", "blur", "warm_light", "glare", "glare", "easy"),
)
PALE = ("bright", "marble", "cloth")
PALE_SHARE = 0.35  # of the tables are pale, as a card's border often is
LOOSE_SHARE = 0.15  # of the tables have no lattice
FIRST_SEED = {"train": 30_000_000, "tune": 35_000_000, "report": 39_000_000}
TABLES_OF_A_DECK = 4
TABLES_OF_A_CLOTH = 2


@dataclass(frozen=True, slots=True, eq=False)
class LabelledTable:
    """A small photograph and what each of its pixels shows."""

    frame_bgr: Picture
    labels: Labels


def labelled_table(seed: int, deck: Deck) -> LabelledTable:
    """One table of a seed: mostly a Conclave, now and then cards without a lattice."""
    rng = np.random.default_rng([seed, 515])
    spans = _condition(rng)
    wish = Wish(SIZES[int(rng.integers(len(SIZES)))], table_seed=seed // TABLES_OF_A_CLOTH)
    streams = rng.spawn(3)
    loose = rng.random() < LOOSE_SHARE
    draw = draw_free_spread if loose else _draw_conclave
    spread = draw(streams[0], spans, deck)
    setting = draw_setting(streams[1], spans, spread, wish)
    cards, clutter = spread.cards, draw_clutter(streams[2], spans, deck, spread, setting.table.edges_mm)
    photograph = take_photograph(setting, cards, clutter, deck, (setting.camera.whole, (seed, 78)))
    corners = [setting.camera.project(body.corners_mm()) for body in (*cards, *clutter.cards)]
    seen = [photograph.card_seen(index, body) for index, body in enumerate((*cards, *clutter.cards))]
    return LabelledTable(photograph.frame_bgr, _labels(photograph, corners, seen))


def _condition(rng: np.random.Generator) -> Condition:
    spans = CONDITIONS[MIX[int(rng.integers(len(MIX)))]]
    return replace(spans, tables=PALE) if rng.random() < PALE_SHARE else spans


def _draw_conclave(rng: np.random.Generator, spans: Condition, deck: Deck) -> Spread:
    return draw_layout(rng, spans, deck).spread


def _labels(photograph: Photograph, corners: list[Points], seen: list[float]) -> Labels:
    owner = photograph.canvas.owner
    labels = np.zeros(owner.shape, np.uint8)
    for index, (quad, share) in enumerate(zip(corners, seen, strict=True)):
        own = owner == FIRST_CARD + index
        if share < LEAST_SEEN:
            labels[own] = NOT_TOLD
            continue
        core = np.zeros(owner.shape, np.uint8)
        shrunk = quad.mean(axis=0) + CORE_SHARE * (quad - quad.mean(axis=0))
        cv2.fillConvexPoly(core, np.rint(shrunk * 16).astype(np.int32), 1, shift=4)
        labels[own] = RIM
        labels[own & (core > 0)] = CORE
    return labels


def make_part(part: str, decks: range, folder: Path) -> None:
    """Write the tables of so many decks, a file a deck."""
    (folder / part).mkdir(parents=True, exist_ok=True)
    for number in decks:
        path = folder / part / f"{number:05d}.npz"
        if path.exists():
            continue
        first = FIRST_SEED[part] + number * TABLES_OF_A_DECK
        deck = deck_of(number, first)
        tables = [labelled_table(first + index, deck) for index in range(TABLES_OF_A_DECK)]
        unfinished = path.with_suffix(".part")
        with unfinished.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **_arrays(tables))
        unfinished.replace(path)  # so that a file is whole or not there
        print(f"{part}: {path.name}", flush=True)


def _arrays(tables: list[LabelledTable]) -> dict[str, npt.NDArray[np.uint8]]:
    frames = {f"frame{index}": table.frame_bgr for index, table in enumerate(tables)}
    return frames | {f"labels{index}": table.labels for index, table in enumerate(tables)}


def main() -> None:
    """Read the command line and make tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build/masks"))
    parser.add_argument("--part", choices=tuple(FIRST_SEED), required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--decks", type=int, required=True)
    wishes = parser.parse_args()
    cv2.setNumThreads(1)
    make_part(wishes.part, range(wishes.first, wishes.first + wishes.decks), wishes.folder)


if __name__ == "__main__":
    main()
