"""Fits the curves of vision/reading_weights.py on tuning scenes and prints them.

python -m models.training.fit_reading --evidence DIR [--scenes DIR] [--models DIR] [--emptiness]

Scenes that are not in their folder are rendered, evidence that is not in its folder is gathered: see
models/training/reading_samples.py. Probabilities come from logistic curves with a light pull towards small
weights. Each is also fitted on three quarters of the decks and seeds and judged on the last, four times over.
Whether a place is empty depends on no deck, and what a mirrored lamp leaves of a card hardly does:
`--emptiness` fits these two curves alone, by tables of the house deck, in a quarter of an hour.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import numpy as np

from models.training.crop_plan import MODELS
from models.training.reading_samples import Sample, emptiness_trials, gathered, samples_of, tuning_trials
from models.training.reading_trials import Decks
from models.training.scenes.truth import CellState
from vision.arrays import Floats
from vision.bare_table import SURELY_A_CARD
from vision.choice_features import choice_features
from vision.confidence import (
    digit_features,
    drowned_features,
    emptiness_features,
    kin_of,
    may_be_drowned,
    showing_features,
)
from vision.network_reader import load_network
from vision.odds import probability
from vision.reading_weights import ACCEPTED_FROM, Curves, Logistic
from vision.table_reading import Decision, decide

PULL = 1.0
NEWTON_STEPS = 40
FOLDS = 4
SHOWN = (CellState.CARD, CellState.BACK)


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """Cells that show a card of the deck, judged by curves that never saw their deck or seed."""

    sure: Floats
    right: Floats

    def line(self, name: str) -> str:
        """The cells as a row of a table."""
        accepted = self.sure >= ACCEPTED_FROM
        wrong = int((accepted & (self.right < 1)).sum())
        return f"| {name} | {len(self.sure)} | {self.right.mean():.2%} | {accepted.mean():.1%} | {wrong} |"


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


def fit_curves(tables: Sequence[Sample]) -> Curves:
    """All curves but the one of drowned cards, which needs tables of its own."""
    return Curves(fit_showing(tables), fit_emptiness(tables), fit_choice(tables), fit_digit(tables))


def fit_showing(tables: Sequence[Sample]) -> Logistic:
    """Whether a card of the deck shows; a covered one may be named or not."""
    shows = np.concatenate([showing_features(table.evidence) for table in tables])
    is_card = np.concatenate([table.truth >= 0 for table in tables])
    hidden = np.array([state is CellState.COVERED for table in tables for state in table.states])
    kept = ~(is_card & hidden)
    return fit_logistic(shows[kept], is_card[kept].astype(np.float32))


def fit_emptiness(tables: Sequence[Sample]) -> Logistic:
    """Whether a place is empty, among all that is not surely a card."""
    bare = np.array([state is CellState.EMPTY for table in tables for state in table.states])
    around = np.concatenate([emptiness_features(table.evidence, table.presences) for table in tables])
    asked = np.concatenate([table.evidence.comparison.explained < SURELY_A_CARD for table in tables])
    return fit_logistic(around[asked], bare[asked].astype(np.float32))


def fit_drowned(tables: Sequence[Sample]) -> Logistic:
    """Whether a card of the deck shows in a cell that is partly as bright as can be."""
    shown = np.concatenate([drowned_features(table.evidence) for table in tables])
    is_card = np.concatenate([table.truth >= 0 for table in tables])
    hidden = np.array([state is CellState.COVERED for table in tables for state in table.states])
    kept = np.concatenate([may_be_drowned(table.evidence) for table in tables]) & ~(is_card & hidden)
    return fit_logistic(shown[kept], is_card[kept].astype(np.float32))


def fit_choice(tables: Sequence[Sample]) -> Logistic:
    """How likely a decided code is right where a card of the deck lies, its digit aside."""
    features, right = [], []
    for table in tables:
        known, kin = table.truth >= 0, table.evidence.kin
        decision = decided(table)
        features.append(choice_features(table.evidence, decision.odds, decision.chosen)[known])
        right.append((kin[decision.chosen] == kin[table.truth])[known])
    return fit_logistic(np.concatenate(features), np.concatenate(right).astype(np.float32))


def fit_digit(tables: Sequence[Sample]) -> Logistic:
    """How likely the digit is right of a code that is right but for it."""
    features, right = [], []
    for table in tables:
        kin, decision = table.evidence.kin, decided(table)
        known = (table.truth >= 0) & (kin[decision.chosen] == kin[table.truth])
        own = kin_of(kin, decision.chosen)
        known &= own.any(axis=1)
        features.append(digit_features(table.evidence, decision.odds, decision.chosen, own)[known])
        right.append((decision.chosen == table.truth)[known])
    return fit_logistic(np.concatenate(features), np.concatenate(right).astype(np.float32))


def confidence(table: Sample, decision: Decision, curves: Curves) -> Floats:
    """How sure the decided codes are by these curves."""
    right = probability(showing_features(table.evidence), curves.shows) * probability(
        choice_features(table.evidence, decision.odds, decision.chosen), curves.choice
    )
    kin = kin_of(table.evidence.kin, decision.chosen)
    digit = probability(digit_features(table.evidence, decision.odds, decision.chosen, kin), curves.digit)
    sure: Floats = right * np.where(kin.any(axis=1), digit, 1)
    return sure


def decided(table: Sample) -> Decision:
    """The decision about a table whose cells all claim a card."""
    return decide(table.evidence.scores(), np.ones(len(table.truth), bool), table)


def judge_others(tables: Sequence[Sample]) -> dict[str, list[tuple[float, bool]]]:
    """Fit on some decks and seeds and judge the rest, until all are judged: confidence and truth by group."""
    judged: dict[str, list[tuple[float, bool]]] = {}
    for fold in range(FOLDS):
        curves = fit_curves([table for table in tables if _fold(table) != fold])
        for table in tables:
            if _fold(table) == fold:
                decision = decided(table)
                sure = confidence(table, decision, curves)
                for name, cell in _groups(table):
                    right = bool(decision.chosen[cell] == table.truth[cell])
                    judged.setdefault(name, []).append((float(sure[cell]), right))
    return judged


def _fold(table: Sample) -> int:
    deck = table.trial.deck
    return (table.trial.seed if deck == "house" else int(deck.partition("-")[2]) // 2) % FOLDS


def _groups(table: Sample) -> list[tuple[str, int]]:
    """Each cell under the name by which it is reported; what no curve should accept is a stranger."""
    taught = "house" if table.deck == "house" else f"drawn, {table.photos or 'flat'} taught"
    return [
        (f"{taught}, {table.trial.condition}" if truth >= 0 else "strangers and bare table", cell)
        for cell, (truth, state) in enumerate(zip(table.truth, table.states, strict=True))
        if truth < 0 or state in SHOWN
    ]


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, help="a folder where rendered scenes are kept and looked for")
    parser.add_argument("--evidence", type=Path, required=True, help="where what the readers find is kept")
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--kept-only", action="store_true", help="fit on the scenes that are there already")
    parser.add_argument(
        "--emptiness", action="store_true", help="fit only what tells empty and drowned places"
    )
    arguments = parser.parse_args()
    trials = tuning_trials()
    if arguments.kept_only:
        trials = [trial for trial in trials if (arguments.scenes / f"{trial.name}.pickle").is_file()]
    if arguments.emptiness:
        decks = Decks(load_network(arguments.models))
        own = (samples_of(trial, decks, arguments.scenes) for trial in emptiness_trials())
        tables = [next(samples) for samples in own]
        print("empty =", fit_emptiness(tables))
        print("drowned =", fit_drowned(tables))
        print("empty, alone =", fit_emptiness([_alone(table) for table in tables]))
        return
    found = gathered(trials, arguments.scenes, arguments.evidence, arguments.models)
    tables = list(chain.from_iterable(found))
    print("WITH_NETWORK =", fit_curves(tables))
    print("ALONE =", fit_curves([_alone(table) for table in tables]))
    print("| group | cards | right | accepted | accepted and wrong |\n|---|---|---|---|---|")
    for name, cells in sorted(judge_others(tables).items()):
        sure, right = np.array(cells, np.float32).T
        print(Judged(sure, right).line(name))


def _alone(table: Sample) -> Sample:
    """The same without the second reader."""
    return replace(table, evidence=replace(table.evidence, opinions=None))


if __name__ == "__main__":
    main()
