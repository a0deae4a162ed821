"""Cards laid out loose, in rows and fans: how many of those that show are read right.

python -m tests.proofs.free_layouts [--layouts 40] [--first 0] [--kept DIR]

Layouts of 6 to 30 cards, no card more often than the deck has it, with boxes, mugs and rulebooks beside them.
Seeds from 710000 on are never tuned on.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, fields
from pathlib import Path

import cv2
import numpy as np

from models.training.reading_trials import Decks
from models.training.scenes.arrays import as_picture
from models.training.scenes.deck import Deck
from models.training.scenes.free_scene import LaidZone, render_free_scene
from models.training.scenes.truth import CardTruth, Corners, Scene, SceneTruth
from tests.vision.likeness import iou
from vision.free_reading import read_free
from vision.loose_cards import LooseCard

FIRST_SEED = 710_000
SAME = 0.5
WHOLE, PART = 0.9, 0.3


@dataclass(slots=True)
class Count:
    """What happened to the cards of some layouts: whole ones, parts, and those of which little shows."""

    whole: int = 0
    whole_right: int = 0
    whole_accepted: int = 0
    part: int = 0
    part_right: int = 0
    part_accepted: int = 0
    little: int = 0
    little_right: int = 0
    accepted_wrong: int = 0
    false: int = 0
    false_accepted: int = 0

    def add(self, other: Count) -> None:
        """Add another count."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def line(self, name: str) -> str:
        """The count as a row of a table."""
        return (
            f"| {name} | {self.whole_right}/{self.whole} ({self.whole_accepted} accepted) | "
            f"{self.part_right}/{self.part} ({self.part_accepted} accepted) | "
            f"{self.little_right}/{self.little} | {self.accepted_wrong} | "
            f"{self.false} ({self.false_accepted} accepted) |"
        )


HEADING = (
    "| layouts | whole cards right | parts right | little shows | accepted and wrong | false cards |\n"
    "|---|---|---|---|---|---|"
)


def matched(true: tuple[CardTruth, ...], read: tuple[LooseCard, ...]) -> dict[int, int]:
    """Which reading is of which true card."""
    pairs = [
        (iou(np.array(card.corners), np.array(one.corners)), index, place)
        for index, card in enumerate(true)
        for place, one in enumerate(read)
    ]
    found: dict[int, int] = {}
    for likeness, index, place in sorted(pairs, reverse=True):
        if likeness > SAME and index not in found and place not in found.values():
            found[index] = place
    return found


def count_layout(true: tuple[CardTruth, ...], read: tuple[LooseCard, ...]) -> Count:
    """Compare one photo's readings with its truth."""
    count, found = Count(), matched(true, read)
    for index, card in enumerate(true):
        one = read[found[index]] if index in found else None
        right, accepted = one is not None and one.code == card.code, one is not None and one.accepted
        count.accepted_wrong += accepted and not right
        if card.visible >= WHOLE:
            count.whole, count.whole_right = count.whole + 1, count.whole_right + right
            count.whole_accepted += accepted
        elif card.visible >= PART:
            count.part, count.part_right = count.part + 1, count.part_right + right
            count.part_accepted += accepted
        else:
            count.little, count.little_right = count.little + 1, count.little_right + right
    strangers = [one for place, one in enumerate(read) if place not in found.values()]
    count.false = len(strangers)
    count.false_accepted = sum(one.accepted for one in strangers)
    return count


def photographed(trial: tuple[int, str], deck: Deck, zone: LaidZone, name: str, kept: Path | None) -> Scene:
    """The scene, rendered now or taken from the folder where it was kept."""
    seed, condition = trial
    path = kept / f"{name}-{condition}-{seed}-{zone.photo}.png" if kept else None
    if path is not None and path.is_file():
        frame = as_picture(cv2.imread(str(path)))
        cards = json.loads(path.with_suffix(".json").read_text())["free_cards"]
        truth = tuple(
            CardTruth(card["code"], _corners(card["corners"]), card["visible"], card["glare"])
            for card in cards
        )
        return _with_cards(frame, truth, (seed, condition), deck)
    scene = render_free_scene(seed, condition, deck, (1920, 1080), zone)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(path), scene.frame_bgr)
        path.with_suffix(".json").write_text(scene.truth.to_json())
    return scene


def _corners(pairs: list[list[float]]) -> Corners:
    first, second, third, fourth = ((float(x), float(y)) for x, y in pairs)
    return first, second, third, fourth


def _with_cards(frame: np.ndarray, cards: tuple[CardTruth, ...], trial: tuple[int, str], deck: Deck) -> Scene:
    size = (frame.shape[1], frame.shape[0])
    truth = SceneTruth(*trial, deck.name, "", *size, (56.0, 87.0), (0.0, 0.0), False, None, (), cards)
    return Scene(as_picture(frame), truth)


def drawn_cards(deck: Deck, seed: int) -> tuple[str, ...]:
    """From 6 to 30 cards of a deck, none more often than it has it."""
    rng = np.random.default_rng([seed, 41])
    count = int(rng.integers(6, 31))
    return tuple(str(code) for code in rng.permutation(deck.cards())[:count])


def measure_layouts(names: list[str], layouts: range, conditions: list[str], kept: Path | None) -> None:
    """Print a row for each deck group and condition."""
    decks, counts = Decks(), dict[str, Count]()
    for index in layouts:
        for condition in conditions:
            name = names[index % len(names)]
            deck, seed = decks.scene_deck(name), FIRST_SEED + index
            zone = LaidZone(drawn_cards(deck, seed))
            scene = photographed((seed, condition), deck, zone, name, kept)
            group = f"{'house' if name == 'house' else 'drawn decks'}, {condition}"
            read = read_free(scene.frame_bgr, decks.references(name))
            counts.setdefault(group, Count()).add(count_layout(scene.truth.free_cards, read))
    print(HEADING)
    for group, count in sorted(counts.items()):
        print(count.line(group), flush=True)


def main() -> None:
    """Measure and print."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layouts", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the first layout (%(default)s)")
    parser.add_argument("--conditions", default="normal")
    parser.add_argument("--decks", default="house,style-715,house,style-716,house,style-717")
    parser.add_argument("--kept", type=Path, help="a folder where rendered scenes are kept and looked for")
    arguments = parser.parse_args()
    layouts = range(arguments.first, arguments.first + arguments.layouts)
    conditions = arguments.conditions.split(",")
    measure_layouts(arguments.decks.split(","), layouts, conditions, arguments.kept)


if __name__ == "__main__":
    main()
