"""Makes the small tables the mask network learns from: `python -m models.training.masks.tables`.

Each is a photograph of the compositor with a label for every pixel: table, the rim of a card, its core, or
not told. The core is a card shrunk about its middle, so that the cores of touching cards do not touch.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.training.scenes.arrays import Picture, Points
from models.training.scenes.clutter import draw_clutter
from models.training.scenes.codes import ALL_CODES, COLOURS
from models.training.scenes.condition import CONDITIONS
from models.training.scenes.deck import Deck
from models.training.scenes.deck_styles import style_deck
from models.training.scenes.foreign import foreign_picture
from models.training.scenes.free_layout import draw_free_spread
from models.training.scenes.photograph import FIRST_CARD, Photograph, take_photograph
from models.training.scenes.scene import draw_spec
from models.training.scenes.setting import Wish, draw_setting

Labels = npt.NDArray[np.uint8]

TABLE, RIM, CORE, NOT_TOLD = range(4)
CORE_SHARE = 0.74  # of a card's breadth and length
LEAST_SEEN = 0.35  # a sliver of a card under others is neither card nor table
SIZES = ((640, 360), (640, 360), (640, 480), (360, 640), (480, 640))
MIX = (
    *("normal", "normal", "hard", "hard", "hard", "tilt", "clutter", "hand", "low_light"),
    *("blur", "warm_light", "glare", "easy"),
)
FIRST_SEED = {"train": 30_000_000, "tune": 35_000_000, "report": 39_000_000}
TABLES_OF_A_DECK = 4
TABLES_OF_A_CLOTH = 2
DECK_PX = 168


@dataclass(frozen=True, slots=True, eq=False)
class LabelledTable:
    """A small photograph and what each of its pixels shows."""

    frame_bgr: Picture
    labels: Labels


def labelled_table(seed: int, deck: Deck) -> LabelledTable:
    """One table of a seed: mostly a Conclave, now and then cards without a lattice."""
    rng = np.random.default_rng([seed, 515])
    condition = MIX[int(rng.integers(len(MIX)))]
    wish = Wish(SIZES[int(rng.integers(len(SIZES)))], table_seed=seed // TABLES_OF_A_CLOTH)
    if rng.random() < 0.15:
        spans, streams = CONDITIONS[condition], rng.spawn(3)
        spread = draw_free_spread(streams[0], spans, deck)
        setting = draw_setting(streams[1], spans, spread, wish)
        cards = spread.cards
        clutter = draw_clutter(streams[2], spans, deck, spread, setting.table.edges_mm)
    else:
        spec = draw_spec(seed, condition, deck, wish)
        setting, cards, clutter = spec.setting, tuple(spec.layout.cards.values()), spec.clutter
    photograph = take_photograph(setting, cards, clutter, deck, (setting.camera.whole, (seed, 78)))
    corners = [setting.camera.project(body.corners_mm()) for body in (*cards, *clutter.cards)]
    seen = [photograph.card_seen(index, body) for index, body in enumerate((*cards, *clutter.cards))]
    return LabelledTable(photograph.frame_bgr, _labels(photograph, corners, seen))


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


def strange_deck(seed: int) -> Deck:
    """A deck of snapshots, pages, playing cards and plain colours: cards of any game."""
    rng = np.random.default_rng([seed, 616])
    plain = rng.random() < 0.2
    faces = {str(code): _strange_face(rng, plain=plain) for code in rng.choice(ALL_CODES, 16, replace=False)}
    back = _strange_face(rng, plain=plain)
    return Deck(f"strange-{seed}", faces, {str(colour): back for colour in COLOURS}, {}, 3.0)


def _strange_face(rng: np.random.Generator, *, plain: bool) -> Picture:
    face = foreign_picture(rng, DECK_PX)
    if plain:
        face[:] = rng.integers(0, 256, 3)
    border = int(rng.choice([0, 0, 0, 4, 7, 12]))
    if border:
        colour = rng.choice([12, 60, 235, 250]) + rng.uniform(-10, 5, 3)
        for strip in (face[:border], face[-border:], face[:, :border], face[:, -border:]):
            strip[:] = np.clip(colour, 0, 255)
    return face


def make_part(part: str, decks: range, folder: Path) -> None:
    """Write the tables of so many decks, a file a deck."""
    (folder / part).mkdir(parents=True, exist_ok=True)
    for number in decks:
        path = folder / part / f"{number:05d}.npz"
        if path.exists():
            continue
        first = FIRST_SEED[part] + number * TABLES_OF_A_DECK
        deck = strange_deck(first) if number % 3 == 2 else style_deck(first, DECK_PX)
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
