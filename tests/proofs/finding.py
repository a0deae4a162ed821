"""Rendered tables: on how many of them everything is found right, by condition and by kind of deck.

python -m tests.proofs.finding [--first 48800] [--tables 60] [--kept DIR]

A third of the tables each is normal, hard and of the other conditions in turn; a quarter each has the house
deck, a drawn one, one of full-face pictures, and one of snapshots, pages and plain colours. Tables that allow
more than one lattice are counted apart: there a refusal is right. Seeds 48800 to 48859 were measured once and
never tuned on.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

import cv2
import numpy as np

from models.training.crop_decks import house_deck
from models.training.crop_plan import DEFAULT_FOLDER
from models.training.masks.decks import strange_deck
from models.training.scenes.arrays import Picture, as_picture
from models.training.scenes.deck import Deck
from models.training.scenes.deck_styles import illustrated_deck, style_deck
from models.training.scenes.scene import render_scene
from tests.vision.likeness import iou
from vision.grid_finder import find_lattice
from vision.lattice import Lattice

OTHERS = ("tilt", "glare", "low_light", "clutter", "hand", "warm_light", "blur")
DECKS = ("house", "drawn", "pictures", "strange")
JPEG_QUALITY = 95
WRONG, RIGHT = 0.4, 0.8
SEVERAL = "several lattices possible"
TIE = 0.04  # of the grid's height in the picture, by which a side must be nearer the top to be the first


@dataclass(frozen=True, slots=True)
class TrueCell:
    """A cell of a rendered table: where it lies, whether a card is in it, and whether that can be told."""

    row: int
    column: int
    card: bool
    told: bool
    visible: float
    corners: list[list[float]]


@dataclass(slots=True)
class Count:
    """What became of some tables, and how alike each card found is to the true one."""

    tables: int = 0
    right: int = 0
    refused: int = 0
    cell_wrong: int = 0
    card_off: int = 0
    wrong_lattice: int = 0
    likeness: list[float] = field(default_factory=list)

    def add(self, other: Count) -> None:
        """Add another count."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def line(self, name: str) -> str:
        """The count as a row of a table."""
        mean = f"{np.mean(self.likeness):.4f}" if self.likeness else ""
        return (
            f"| {name} | {self.right} of {self.tables} | {self.refused} | {self.cell_wrong} | "
            f"{self.card_off} | {self.wrong_lattice} | {mean} |"
        )


HEADING = (
    "| tables | all right | refused | a cell told wrong | a card below IoU 0.8 | wrong lattice | mean IoU |\n"
    "|---|---|---|---|---|---|---|"
)


def condition_and_deck(index: int) -> tuple[str, str]:
    """What the table of a number shows."""
    turn = index // 3
    return ("normal", "hard", OTHERS[turn % len(OTHERS)])[index % 3], DECKS[turn % len(DECKS)]


def deck_of(kind: str, seed: int) -> Deck:
    """A deck of a kind; only the house deck is the same for every seed."""
    if kind == "house":
        return house_deck(DEFAULT_FOLDER)
    return {"drawn": style_deck, "pictures": illustrated_deck, "strange": strange_deck}[kind](seed)


def photographed(seed: int, index: int, kept: Path | None) -> tuple[Picture, list[TrueCell]]:
    """The photograph and its truth, rendered now or taken from the folder where it was kept."""
    condition, kind = condition_and_deck(index)
    path = kept / f"{seed}-{condition}-{kind}.jpg" if kept else None
    if path is not None and path.is_file():
        truth = [TrueCell(**cell) for cell in json.loads(path.with_suffix(".json").read_text())]
        return as_picture(cv2.imread(str(path))), truth
    scene = render_scene(seed, condition, deck_of(kind, seed))
    cells = [
        {
            "row": cell.row,
            "column": cell.column,
            "card": cell.code is not None,
            "told": cell.state != "covered",
            "visible": cell.visible,
            "corners": [list(corner) for corner in cell.corners],
        }
        for cell in scene.truth.cells
    ]
    photo = cv2.imencode(".jpg", scene.frame_bgr, (cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY))[1]
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(photo.tobytes())
        path.with_suffix(".json").write_text(json.dumps(cells))
    return as_picture(cv2.imdecode(photo, cv2.IMREAD_COLOR)), [TrueCell(**cell) for cell in cells]  # type: ignore[arg-type]


def allows_several(truth: list[TrueCell]) -> bool:
    """Whether a whole outer row or column shows no card, so that the grid could lie in several places."""
    seen = [(cell.row, cell.column) for cell in truth if cell.card and cell.visible > 0.3]
    return not all({place[axis] for place in seen} >= {0, 3} for axis in (0, 1))


def count_table(frame_bgr: Picture, truth: list[TrueCell]) -> Count:
    """Compare what is found with the truth; where several lattices are possible a refusal is right."""
    found = find_lattice(frame_bgr)
    if not isinstance(found, Lattice):
        return Count(tables=1, right=int(allows_several(truth)), refused=1)
    truth = max(_ways_to_count(truth), key=lambda cells: sum(_likeness(found, cells).values()))
    likeness = _likeness(found, truth)
    told = [cell for cell in truth if cell.told]
    false = any(found.cell(cell.row, cell.column).occupied != cell.card for cell in told)
    cards = [likeness[cell.row, cell.column] for cell in told if cell.card]
    off, wrong = min(cards) < RIGHT, min(likeness.values()) < WRONG
    return Count(1, not (false or off or wrong), 0, false, off, wrong, cards)


def _likeness(found: Lattice, truth: list[TrueCell]) -> dict[tuple[int, int], float]:
    return {
        (cell.row, cell.column): iou(found.cell(cell.row, cell.column).corners, np.array(cell.corners))
        for cell in truth
    }


def _ways_to_count(truth: list[TrueCell]) -> list[list[TrueCell]]:
    """The truth, and the same from the next side where a grid on its corner has two sides as near the top."""
    place = {(cell.row, cell.column): np.array(cell.corners) for cell in truth}
    quad = np.array([place[0, 0][0], place[0, 3][1], place[3, 3][2], place[3, 0][3]])
    heights = [float(quad[side][1] + quad[(side + 1) % 4][1]) for side in range(4)]
    near = TIE * float(np.ptp(quad[:, 1]))
    ways = [truth]
    if heights[1] - heights[0] < near:
        ways.append([_turned(cell, lambda row, column: (3 - column, row), 1) for cell in truth])
    if heights[3] - heights[0] < near:
        ways.append([_turned(cell, lambda row, column: (column, 3 - row), -1) for cell in truth])
    return ways


def _turned(cell: TrueCell, to: Callable[[int, int], tuple[int, int]], turns: int) -> TrueCell:
    row, column = to(cell.row, cell.column)
    corners = [cell.corners[(corner + turns) % 4] for corner in range(4)]
    return replace(cell, row=row, column=column, corners=corners)


def measured(seeds: range, kept: Path | None) -> Iterator[tuple[str, Count]]:
    """Count every table under its condition and under its deck, or with those that allow several lattices."""
    for index, seed in enumerate(seeds):
        frame_bgr, truth = photographed(seed, index, kept)
        count = count_table(frame_bgr, truth)
        if allows_several(truth):
            yield SEVERAL, count
            continue
        condition, kind = condition_and_deck(index)
        yield condition if condition in ("normal", "hard") else "other conditions", count
        yield f"deck: {kind}", count


def main() -> None:
    """Measure and print."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=48_800, help="the first seed (%(default)s)")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--kept", type=Path, help="a folder where rendered tables are kept and looked for")
    wishes = parser.parse_args()
    counts = dict[str, Count]()
    for name, count in measured(range(wishes.first, wishes.first + wishes.tables), wishes.kept):
        counts.setdefault(name, Count()).add(count)
    print(HEADING)
    for name, count in counts.items():
        print(count.line(name), flush=True)


if __name__ == "__main__":
    main()
