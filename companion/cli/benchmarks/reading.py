"""What reading costs: the cells of a found grid, and those that changed, beside decoding the frame."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2

from companion.cli.benchmarks.measure import Measurement, NotMeasured, fastest_seconds
from companion.cli.read import MODEL_FOLDER, load_references
from vision.table_reading import KnownCards, read_cells, read_with_corners

if TYPE_CHECKING:
    from vision.arrays import Picture
    from vision.cell_images import CellImage
    from vision.references import DeckReferences

FIRST_SEED, TABLES = 641_000, 3
DRAWN = "style-61200"
FRAME_PX = (1920, 1080)
JPEG_QUALITY = 92
SOME = 4
AGAINST = "decode the 1080p frame's JPEG"
Works = tuple[Callable[[], object], ...]


@dataclass(frozen=True, slots=True, eq=False)
class LaidTable:
    """A photographed table of the house deck, and its cells as a finder gives them."""

    frame_bgr: Picture
    cells: list[CellImage]


def reading_measurements() -> Iterator[Measurement | NotMeasured]:
    """All cells of photographed tables of the house deck, some of them, and one; and all of another deck."""
    try:
        tables = laid_tables()
    except ImportError:
        yield NotMeasured("read: sixteen cells of a grid", "the scenes of models/training are not installed")
        return
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)  # the other core is for the network
    try:
        yield from _costs(tables, load_references("house"))
        yield _drawn_cost()
    finally:
        cv2.setNumThreads(threads)


def laid_tables() -> list[LaidTable]:
    """Some tables under normal conditions, always the same."""
    from calibration.deck_folder import BUILT_IN_DECKS
    from models.training.reading_trials import found_cells
    from models.training.scenes.picture_deck import picture_deck
    from models.training.scenes.scene import render_scene

    deck = picture_deck(BUILT_IN_DECKS / "house")
    scenes = [render_scene(seed, "normal", deck, FRAME_PX) for seed in range(FIRST_SEED, FIRST_SEED + TABLES)]
    return [LaidTable(scene.frame_bgr, found_cells(scene.truth)) for scene in scenes]


def _drawn_cost() -> Measurement:
    """The cells of another deck: 90 faces, many of which differ by a small number alone."""
    from models.training.reading_trials import Decks, Trial, found_cells, photographed
    from vision.network_reader import load_network

    decks = Decks(load_network(MODEL_FOLDER))
    trials = [Trial(DRAWN, "normal", seed) for seed in range(FIRST_SEED, FIRST_SEED + TABLES)]
    scenes = [photographed(trial, decks) for trial in trials]
    deck = decks.references(DRAWN)
    works = [_works(LaidTable(scene.frame_bgr, found_cells(scene.truth)), deck) for scene in scenes]
    decoding, whole, *_ = _added(works, time.process_time)
    return _row("sixteen cells, a deck of 90 faces with small numbers", whole, decoding)


def _costs(tables: list[LaidTable], deck: DeckReferences) -> Iterator[Measurement]:
    works = [_works(table, deck) for table in tables]
    decoding, whole, some, one = _added(works, time.process_time)
    yield _row("sixteen cells of a grid", whole, decoding, 1.0)
    yield _row(f"{SOME} cells that changed", some, decoding)
    yield _row("one cell that changed", one, decoding)
    decoding, whole, *_ = _added(works, time.perf_counter)
    yield _row("sixteen cells by the clock, on two cores", whole, decoding, 1.0)


def _works(table: LaidTable, deck: DeckReferences) -> Works:
    frame, cells = table.frame_bgr, table.cells
    file = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    known = KnownCards(table=read_with_corners(frame, cells, deck).table)
    return (
        lambda: cv2.imdecode(file, cv2.IMREAD_COLOR),
        lambda: read_cells(frame, cells, deck),
        lambda: read_cells(frame, cells[-SOME:], deck, known),
        lambda: read_cells(frame, cells[-1:], deck, known),
    )


def _added(works: list[Works], clock: Callable[[], float]) -> list[float]:
    """The least seconds of each work, added over the tables."""
    least = [fastest_seconds(*each, clock=clock) for each in works]
    return [sum(times) for times in zip(*least, strict=True)]


def _row(what: str, taken: float, decoding: float, at_most: float | None = None) -> Measurement:
    share = 1e3 / TABLES
    return Measurement(
        what=f"read: {what}",
        unit="milliseconds",
        measured=share * taken,
        against=AGAINST,
        reference=share * decoding,
        at_most=at_most,
    )
