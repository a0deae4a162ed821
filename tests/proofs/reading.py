"""How well the cells of a table are read, condition by condition, and what each part of the reader is worth.

python -m tests.proofs.reading [--first-seed 730000] [--first-style 73000] [--rounds 24] [--kept DIR]
    [--house]

The seeds and styles here are never used for tuning (see models/training/reading_samples.py). The house deck
is read under normal and hard conditions in every round and under all others in the first eight, a drawn deck
of its own in each of the first sixteen. Corners are the true ones, made to err as a finder's do. Times are
processor time, beside one full decode of the same frame as a JPEG.

With `--house` only that deck is read, under all conditions in every round (nineteen tables), weak ones more
often, in cells as the finder finds them. Tables that it does not find, or as another lattice, are counted
apart.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

import models
from models.training.reading_samples import drawn_deck
from models.training.reading_trials import (
    Decks,
    Trial,
    finder_cells,
    found_cells,
    photographed,
    true_code,
)
from models.training.scenes.condition import CONDITIONS
from models.training.scenes.foreign import is_foreign
from models.training.scenes.truth import CellState, CellTruth, Scene
from vision.cell_images import CellImage, quads_of
from vision.evidence import Evidence, gather
from vision.network_reader import load_network
from vision.reading_weights import READER_WEIGHTS
from vision.readings import CardReading, TableReading
from vision.references import DeckReferences
from vision.table_reading import decide, read_cells

ROUNDS_OF_ALL, ROUNDS_OF_DRAWN = 8, 16
SEEDS_OF_A_ROUND, OFTEN = 10, {"normal": 4, "hand": 3, "hard": 2, "glare": 2}
BINS = 10
COLUMNS = (
    *("deck, condition", "cards", "card right", "tables exact", "colour / animal / value"),
    *("accepted", "silent errors", "ECE", "strange accepted", "ms (decodes)"),
)
ABLATIONS = {
    "shape alone": replace(READER_WEIGHTS, ink=0, light=0, detail=0, outline=0, network=0),
    "inks alone": replace(READER_WEIGHTS, shape=0, light=0, detail=0, outline=0, network=0),
    "network alone": replace(READER_WEIGHTS, shape=0, ink=0, light=0, detail=0, outline=0),
    "without network": replace(READER_WEIGHTS, network=0),
    "without inks": replace(READER_WEIGHTS, ink=0),
    "without light": replace(READER_WEIGHTS, light=0),
    "without detail": replace(READER_WEIGHTS, detail=0),
    "without outline": replace(READER_WEIGHTS, outline=0),
    "all readers": READER_WEIGHTS,
}


@dataclass(slots=True)
class Count:
    """What happened to the cells of one condition."""

    cards: int = 0
    right: int = 0
    colour: int = 0
    animal: int = 0
    digit: int = 0
    tables: int = 0
    missed: int = 0
    exact: int = 0
    cells: int = 0
    accepted: int = 0
    silent: int = 0
    foreign: int = 0
    foreign_accepted: int = 0
    read_seconds: list[float] = field(default_factory=list)
    decode_seconds: list[float] = field(default_factory=list)
    sure: list[tuple[float, bool]] = field(default_factory=list)
    readers: dict[str, int] = field(default_factory=dict)

    def add_table(self, truth: Iterable[CellTruth], reading: TableReading) -> None:
        """Count one table, its cells in the order in which they were read."""
        right = [self._add_cell(cell, read) for cell, read in zip(truth, reading, strict=True)]
        self.tables += 1
        self.exact += all(right)

    def _add_cell(self, cell: CellTruth, reading: CardReading) -> bool:
        if is_foreign(cell.code):
            self.foreign += 1
            named = reading.code is not None or reading.state.value == CellState.EMPTY.value
            self.foreign_accepted += reading.accepted and named
            return not reading.accepted
        right = is_right(cell, reading)
        if cell.state is not CellState.COVERED:
            self.cells += 1
            self.accepted += reading.accepted
        self.silent += reading.accepted and not right
        self.sure.append((reading.confidence, right))
        if cell.state in (CellState.CARD, CellState.BACK):
            self._add_card(cell, reading)
        return right

    def _add_card(self, cell: CellTruth, reading: CardReading) -> None:
        named, true = reading.code or "....", cell.code or ""
        self.cards += 1
        self.right += named == true
        self.colour += named[:2] == true[:2]
        self.animal += named[2] == true[2]
        self.digit += named[3] == true[3]

    def calibration_error(self) -> float:
        """The mean distance between confidence and truth over bins of confidence."""
        if not self.sure:
            return 0.0
        sure, right = np.array(self.sure, float).T
        place = np.minimum((sure * BINS).astype(int), BINS - 1)
        gaps = [abs(sure[place == b].sum() - right[place == b].sum()) for b in range(BINS)]
        return float(sum(gaps) / len(sure))

    def line(self, name: str) -> str:
        """The count as a row of a table."""
        share = [part / max(self.cards, 1) for part in (self.right, self.colour, self.animal, self.digit)]
        cost = np.median(self.read_seconds) / max(float(np.median(self.decode_seconds)), 1e-9)
        return (
            f"| {name} | {self.cards} | {share[0]:.2%} | {self.exact}/{self.tables} | "
            f"{share[1]:.1%} / {share[2]:.1%} / {share[3]:.1%} | "
            f"{self.accepted / max(self.cells, 1):.1%} | {self.silent}/{self.accepted} | "
            f"{self.calibration_error():.4f} | {self.foreign_accepted}/{self.foreign} | "
            f"{1000 * np.median(self.read_seconds):.0f} ({cost:.1f}) |"
        )


def is_right(cell: CellTruth, reading: CardReading) -> bool:
    """Whether a reading says what is there; a card that peeps out from under a hand may be named or not."""
    if cell.state is CellState.COVERED:
        return reading.state.value == cell.state.value or (
            cell.code is not None and reading.code == cell.code
        )
    return reading.state.value == cell.state.value and reading.code == true_code(cell.code)


def trials(first_seed: int, first_style: int, rounds: int) -> Iterator[Trial]:
    """Every condition with the house deck, drawn decks, and strange cards among both."""
    for number in range(rounds):
        seed = first_seed + number
        often = ("normal", "hard")
        yield from (Trial("house", condition, seed) for condition in often)
        if number < ROUNDS_OF_ALL:
            yield from (Trial("house", condition, seed) for condition in CONDITIONS if condition not in often)
            yield Trial("house", "normal" if number % 2 else "hard", seed + 100, foreign=True)
        if number < ROUNDS_OF_DRAWN:
            deck = drawn_deck(number, first_style)
            yield Trial(deck, "normal", seed + 200)
            yield Trial(deck, "normal", seed + 250)
            yield Trial(deck, "hard", seed + 200)
            if number % 4 == 0:
                yield Trial(deck, "normal", seed + 300, foreign=True)


def house_trials(first_seed: int, rounds: int) -> Iterator[Trial]:
    """The house deck under every condition, weak ones more often, and strange cards among it."""
    for number in range(rounds):
        seed = first_seed + number * SEEDS_OF_A_ROUND
        for condition in CONDITIONS:
            yield from (Trial("house", condition, seed + more) for more in range(OFTEN.get(condition, 1)))
        yield Trial("house", "normal" if number % 2 else "hard", seed + SEEDS_OF_A_ROUND - 1, foreign=True)


def decode_seconds(scene: Scene) -> float:
    """Processor time of one full decode of the frame as a JPEG."""
    file = cv2.imencode(".jpg", scene.frame_bgr, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
    started = time.process_time()
    cv2.imdecode(file, cv2.IMREAD_COLOR)
    return time.process_time() - started


def ablate(scene: Scene, evidence: Evidence, deck: DeckReferences, count: Count) -> None:
    """Count the cards that the readers get right without one or another of them."""
    truth = np.array([deck.codes.index(c.code) if c.code in deck.codes else -1 for c in scene.truth.cells])
    cards = np.array([c.state in (CellState.CARD, CellState.BACK) for c in scene.truth.cells]) & (truth >= 0)
    for name, weights in ABLATIONS.items():
        alone = evidence.scores(weights).argmax(axis=1)
        count.readers[name] = count.readers.get(name, 0) + int((alone == truth)[cards].sum())
    together = decide(evidence.scores(), cards, deck).chosen
    name = "all, one decision for the table"
    count.readers[name] = count.readers.get(name, 0) + int((together == truth)[cards].sum())


def measure(trial: Trial, decks: Decks, kept: Path | None, count: Count) -> None:
    """Read one photograph and count it."""
    scene = photographed(trial, decks, kept)
    deck = decks.references(trial.deck)
    cells: list[CellImage] = found_cells(scene.truth)
    started = time.process_time()
    reading = read_cells(scene.frame_bgr, cells, deck)
    count.read_seconds.append(time.process_time() - started)
    count.decode_seconds.append(decode_seconds(scene))
    count.add_table(scene.truth.cells, reading)
    if not trial.foreign:
        ablate(scene, gather(scene.frame_bgr, quads_of(cells), deck), deck, count)


def measure_found(trial: Trial, decks: Decks, kept: Path | None, count: Count) -> None:
    """Find one photograph's grid, read it and count it."""
    scene = photographed(trial, decks, kept)
    found = finder_cells(scene)
    if found is None:
        count.missed += 1
        return
    started = time.process_time()
    reading = read_cells(scene.frame_bgr, [cell for cell, _ in found], decks.references(trial.deck))
    count.read_seconds.append(time.process_time() - started)
    count.decode_seconds.append(decode_seconds(scene))
    count.add_table([truth for _, truth in found], reading)


def report(counts: dict[str, Count]) -> Iterator[str]:
    """The tables."""
    yield f"| {' | '.join(COLUMNS)} |"
    yield "|---" * len(COLUMNS) + "|"
    for name, count in sorted(counts.items()):
        yield count.line(name)
    yield f"\n{sum(count.missed for count in counts.values())} tables were not found, or as another lattice."
    for group in ("house", "drawn"):
        chosen = [count for name, count in counts.items() if name.startswith(group) and count.readers]
        cards = sum(count.cards for count in chosen)
        for name in chosen[0].readers if chosen else ():
            right = sum(count.readers[name] for count in chosen)
            yield f"{group}: {name}: {right / max(cards, 1):.2%} of {cards}"


def main() -> None:
    """Measure and print."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first-seed", type=int, default=730_000)
    parser.add_argument("--first-style", type=int, default=73_000)
    parser.add_argument("--rounds", type=int, default=24)
    parser.add_argument("--house", action="store_true", help="the house deck alone, as the finder finds it")
    parser.add_argument("--kept", type=Path, help="a folder where rendered scenes are kept and looked for")
    arguments = parser.parse_args()
    decks = Decks(load_network(Path(models.__file__).parent))
    counts: dict[str, Count] = {}
    first, rounds = arguments.first_seed, arguments.rounds
    measured = measure_found if arguments.house else measure
    plan = house_trials(first, rounds) if arguments.house else trials(first, arguments.first_style, rounds)
    for trial in plan:
        group = "house" if trial.deck == "house" else "drawn"
        name = f"{group}, {trial.condition}{', strange cards' if trial.foreign else ''}"
        measured(trial, decks, arguments.kept, counts.setdefault(name, Count()))
    print("\n".join(report(counts)))


if __name__ == "__main__":
    main()
