"""Fits the numbers of vision/reading_weights.py on tuning scenes and prints them.

python -m models.training.fit_reading [--kept DIR]

Reader weights come from a logit over all codes of the deck; the probabilities from logistic curves with a
light pull towards small weights. Scenes of these seeds and styles are for tuning only.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from models.training.reading_trials import (
    Decks,
    Trial,
    finder_cells,
    found_cells,
    photographed,
    true_code,
)
from models.training.scenes.condition import CONDITIONS
from models.training.scenes.truth import CellState
from vision.arrays import Floats, Indices
from vision.cell_images import quads_of
from vision.confidence import choice_features, emptiness_features, showing_features
from vision.evidence import Evidence, gather
from vision.network_reader import load_network
from vision.reading_weights import READER_WEIGHTS, Curves, Logistic, ReaderWeights
from vision.table_reading import decide

SEEDS = (0, 1, 20000, 20001)
STYLES = (101, 102, 103, 104, 105, 201, 202, 203, 204)
READERS = ("shape", "ink", "light", "detail", "outline")
FIRST_WEIGHTS = (0.08, 0.15, 0.8, 10.0, 1.0)
HOLD_OF_WEIGHTS = 20.0  # the likelihood is flat around these: more weight on details only fits this set
PULL = 1.0
PULL_OF_ODDS = 1.0
CAPPED = -40.0
NEWTON_STEPS = 40


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One table's evidence beside its truth: the true code's index or -1, and the true state."""

    evidence: Evidence
    truth: Indices
    states: tuple[CellState, ...]
    deck: str
    presences: tuple[float | None, ...]


def tuning_trials() -> list[Trial]:
    """Photographs that nothing else is measured on."""
    trials = [Trial("house", condition, seed) for seed in SEEDS for condition in CONDITIONS]
    trials += [
        Trial("house", condition, seed, foreign=True) for seed in SEEDS for condition in ("normal", "hard")
    ]
    for style in STYLES:
        seed = SEEDS[0] if style < 200 else SEEDS[2]
        trials += [Trial(f"style-{style}", condition, seed) for condition in ("normal", "hard")]
        trials += [Trial(f"style-{style}", condition, seed + 1) for condition in ("warm_light", "low_light")]
    return trials


def samples(trials: Sequence[Trial], decks: Decks, kept: Path | None) -> Iterator[Sample]:
    """Read every trial with its own deck, and with another, which must refuse all of it.

    Each is cut once by the true corners made to err, and once by the finder's, where it finds the grid.
    """
    for trial in trials:
        scene = photographed(trial, decks, kept)
        ways = [list(zip(found_cells(scene.truth), scene.truth.cells, strict=True)), finder_cells(scene)]
        others = ("style-101",) if trial.deck == "house" else ("house",)
        for pairs in filter(None, ways):
            quads = quads_of([cell for cell, _ in pairs])
            for name in (trial.deck, *others):
                deck = decks.references(name)
                codes = [true_code(cell.code) if name == trial.deck else None for _, cell in pairs]
                yield Sample(
                    evidence=gather(scene.frame_bgr, quads, deck),
                    truth=np.array([deck.codes.index(code) if code in deck.codes else -1 for code in codes]),
                    states=tuple(cell.state for _, cell in pairs),
                    deck=name,
                    presences=tuple(cell.presence for cell, _ in pairs),
                )


def fit_logistic(features: Floats, right: Floats, pull: float = PULL) -> Logistic:
    """The curve of greatest likelihood, by Newton's steps, its weights held small."""
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-6
    x = np.column_stack([(features - mean) / spread, np.ones(len(features))]).astype(np.float64)
    hold = np.diag([pull] * features.shape[1] + [1e-6])
    weights = np.zeros(x.shape[1])
    for _ in range(NEWTON_STEPS):
        odds = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (odds - right) + hold @ weights
        bend = (x * (odds * (1 - odds) + 1e-6)[:, None]).T @ x + hold
        weights = weights - np.clip(np.linalg.solve(bend, slope), -1, 1)
    plain = weights[:-1] / spread
    return Logistic(tuple(round(float(w), 4) for w in plain), round(float(weights[-1] - plain @ mean), 4))


def fit_readers(tables: Sequence[Sample]) -> ReaderWeights:
    """The weights under which the true codes are likeliest, by gradient steps on their logarithms."""
    rows = [
        (np.stack([array[cell] for array in readers], axis=1).clip(CAPPED), int(truth))
        for table in tables
        for readers in [[getattr(table.evidence, name) for name in READERS]]
        for cell, truth in enumerate(table.truth)
        if truth >= 0
    ]
    logs = np.log(FIRST_WEIGHTS)
    first, second = np.zeros(len(READERS)), np.zeros(len(READERS))
    for _ in range(120):
        slope = np.zeros(len(READERS))
        for words, truth in rows:
            scores = words @ np.exp(logs)
            odds = np.exp(scores - scores.max())
            slope += odds @ words / odds.sum() - words[truth]
        slope = slope * np.exp(logs) + HOLD_OF_WEIGHTS * (logs - np.log(FIRST_WEIGHTS))
        first, second = 0.8 * first + 0.2 * slope, 0.95 * second + 0.05 * slope * slope
        logs = logs - 0.05 * first / np.sqrt(second + 1e-9)
    fitted = {name: round(float(weight), 4) for name, weight in zip(READERS, np.exp(logs), strict=True)}
    return replace(READER_WEIGHTS, **fitted)


def fit_states(tables: Sequence[Sample]) -> tuple[Logistic, Logistic]:
    """Whether a card of the deck shows; and where none does, whether the place is empty."""
    shows = np.concatenate([showing_features(table.evidence) for table in tables])
    is_card = np.concatenate([table.truth >= 0 for table in tables])
    hidden = np.array([state is CellState.COVERED for table in tables for state in table.states])
    kept = ~(is_card & hidden)
    bare = np.array([state is CellState.EMPTY for table in tables for state in table.states])
    around = np.concatenate([emptiness_features(table.evidence, table.presences) for table in tables])
    return (
        fit_logistic(shows[kept], is_card[kept].astype(np.float32)),
        fit_logistic(around, bare.astype(np.float32)),
    )


def fit_choice(tables: Sequence[Sample], decks: Decks, weights: ReaderWeights) -> Logistic:
    """How likely a decided code is right where a card of the deck lies."""
    features, right = [], []
    for table in tables:
        scores = table.evidence.scores(weights)
        known = table.truth >= 0
        decision = decide(scores, known, decks.references(table.deck))
        features.append(choice_features(table.evidence, decision.odds, decision.chosen)[known])
        right.append((decision.chosen == table.truth)[known])
    return fit_logistic(np.concatenate(features), np.concatenate(right).astype(np.float32), PULL_OF_ODDS)


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kept", type=Path, help="a folder where rendered scenes are kept and looked for")
    arguments = parser.parse_args()
    decks = Decks(load_network(Path(__file__).parents[1]))
    tables = list(samples(tuning_trials(), decks, arguments.kept))
    weights = fit_readers(tables)
    print("READER_WEIGHTS =", weights)
    shows, empty = fit_states(tables)
    print("WITH_NETWORK =", Curves(shows, empty, fit_choice(tables, decks, weights)))


if __name__ == "__main__":
    main()
