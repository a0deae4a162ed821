"""What the readers find on tuning scenes, kept beside the truth: made once, fitted as often as one likes.

`python -m models.training.reading_evidence` gathers them, `fit_reading` fits to them.

Every scene is cut by the finder's corners, or by true ones that err where it finds no grid, and read with its
own deck; and once more with another deck, which must refuse all of it. Of three drawn decks one is known by
flat pictures, one by one photograph of each card and one by three.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from models.training.crop_plan import MODELS
from models.training.reading_trials import (
    Decks,
    Trial,
    finder_cells,
    found_cells,
    photographed,
    true_code,
)
from models.training.scenes.truth import CellState
from vision.arrays import Indices
from vision.cell_images import quads_of
from vision.evidence import Evidence, gather
from vision.network_reader import MODEL_NAME, load_network

FIRST_SEED, FIRST_STYLE = 530_000, 53_000
ROUNDS, DECKS_OF_A_ROUND, ROUNDS_OF_ALL = 10, 4, 5
FIRST_EMPTINESS_SEED, WEAK = 831_000, ("hand", "glare")
ROUNDS_OF_WEAK, ROUNDS_OF_OTHERS, ROUNDS_OF_STRANGE = 200, 30, 20
CONDITIONS = (
    *("hard", "glare", "low_light", "hand", "normal", "blur", "tilt", "warm_light", "clutter"),
    *("upside_down", "easy"),
)
EASIER = ("easy", "clutter", "upside_down", "tilt")
FURTHER = ("warm_light", "low_light", "glare", "blur", "tilt", "hand")
TEACHING_PHOTOS = (0, 1, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One table's evidence beside its truth: the true code's index or -1, and the true state.

    `copies` and `faces` are what deciding needs to know of the deck.
    """

    trial: Trial
    deck: str
    photos: int
    evidence: Evidence
    truth: Indices
    states: tuple[CellState, ...]
    presences: tuple[float | None, ...]
    codes: tuple[str, ...]
    faces: int
    copies: tuple[int, ...]


def tuning_trials() -> list[Trial]:
    """Scenes of seeds and decks that nothing else is measured on."""
    return [trial for number in range(ROUNDS) for trial in _round(number)]


def emptiness_trials() -> Iterator[Trial]:
    """Scenes for empty and drowned places: many hands and lamps, some of all else, strange things."""
    for seed in range(FIRST_EMPTINESS_SEED, FIRST_EMPTINESS_SEED + ROUNDS_OF_WEAK):
        yield from (Trial("house", condition, seed) for condition in WEAK)
    for seed in range(FIRST_EMPTINESS_SEED + 200, FIRST_EMPTINESS_SEED + 200 + ROUNDS_OF_OTHERS):
        yield from (Trial("house", condition, seed) for condition in CONDITIONS if condition not in WEAK)
    for seed in range(FIRST_EMPTINESS_SEED + 300, FIRST_EMPTINESS_SEED + 300 + ROUNDS_OF_STRANGE):
        yield from (
            Trial("house", condition, seed, foreign=True) for condition in ("normal", "hard", "glare")
        )


def _round(number: int) -> Iterator[Trial]:
    for condition in CONDITIONS:
        if number < ROUNDS_OF_ALL or condition not in EASIER:
            yield Trial("house", condition, FIRST_SEED + number)
    yield Trial("house", "normal" if number % 2 else "hard", FIRST_SEED + 100 + number, foreign=True)
    for index in range(DECKS_OF_A_ROUND):
        deck = DECKS_OF_A_ROUND * number + index
        name, seed = drawn_deck(deck), FIRST_SEED + 200 + deck
        for condition in ("normal", "hard", FURTHER[deck % len(FURTHER)]):
            yield Trial(name, condition, seed)
        if index == 0:
            yield Trial(name, "normal", seed + 100, foreign=True)


def drawn_deck(number: int, first: int = FIRST_STYLE) -> str:
    """The name of a drawn deck: every second one is painted to its edges.

    Of those every second one has an even number: its cards of a Brotherhood share a drawing.
    """
    if number % 2 == 0:
        return f"style-{first + number}"
    return f"illustrated-{first + number - number // 2 % 2}"


def teaching_photos(deck: str) -> int:
    """How a deck is taught."""
    return 0 if deck == "house" else TEACHING_PHOTOS[int(deck.partition("-")[2]) // 2 % 3]


def stranger_to(trial: Trial) -> str:
    """Another deck, whose cards are not on the table."""
    if trial.deck == "house":
        return drawn_deck(trial.seed % 2)
    number = int(trial.deck.partition("-")[2]) - FIRST_STYLE
    return "house" if number < 2 or trial.condition == "hard" else drawn_deck(number - 2)


def samples_of(trial: Trial, decks: Decks, scenes: Path | None) -> Iterator[Sample]:
    """A trial read with its own deck and with another."""
    scene = photographed(trial, decks, scenes)
    cells = list(zip(found_cells(scene.truth), scene.truth.cells, strict=True))
    cells = finder_cells(scene) or cells
    quads = quads_of([cell for cell, _ in cells])
    for name in (trial.deck, *([] if trial.foreign else [stranger_to(trial)])):
        photos = teaching_photos(name)
        deck = decks.references(name, photos)
        codes = [true_code(cell.code) if name == trial.deck else None for _, cell in cells]
        yield Sample(
            trial=trial,
            deck=name,
            photos=photos,
            evidence=_without_pictures(gather(scene.frame_bgr, quads, deck)),
            truth=np.array([deck.codes.index(code) if code in deck.codes else -1 for code in codes]),
            states=tuple(cell.state for _, cell in cells),
            presences=tuple(cell.presence for cell, _ in cells),
            codes=deck.codes,
            faces=deck.faces,
            copies=deck.copies,
        )


def _without_pictures(evidence: Evidence) -> Evidence:
    """Only what the curves are made of: pictures and fits of light would fill the disk."""
    none = np.zeros((0, 0, 0, 3), np.uint8)
    found = evidence.comparison
    bare = replace(
        found, rimmed=none, patches=np.zeros((3, 0, 0), np.float32), light=found.light.rows(np.arange(0))
    )
    return replace(evidence, comparison=bare)


def gathered(
    trials: Sequence[Trial], scenes: Path | None, folder: Path, models: Path = MODELS
) -> Iterator[list[Sample]]:
    """The samples of each trial, from the folder where they were kept or made now and kept there.

    What another network saw is kept apart.
    """
    decks = Decks(load_network(models))
    sight = hashlib.sha256((models / MODEL_NAME).read_bytes()).hexdigest()[:12]
    for trial in trials:
        path = folder / sight / f"{trial.name}.pickle"
        if not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(pickle.dumps(list(samples_of(trial, decks, scenes))))
        yield pickle.loads(path.read_bytes())
