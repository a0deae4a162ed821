"""`conclave read`: photos of a table to cards, with their doubt."""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.data_folder import add_data_option

if TYPE_CHECKING:
    from companion.cli.overlays import OverlayFolder
    from vision.arrays import Picture, Points
    from vision.readings import CardReading, TableReading
    from vision.references import DeckReferences
    from vision.table_reading import LaidReading

BAD_INPUT = 2
MODEL_FOLDER = Path(__file__).parents[2] / "models"


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said of one image: fields for a program, lines for a person, the reading if there is one."""

    fields: dict[str, object]
    text: str
    laid: LaidReading | None = None

    @property
    def reading(self) -> TableReading | None:
        """The reading alone."""
        return None if self.laid is None else self.laid.reading

    @property
    def refused(self) -> bool:
        """Whether the image could not be read or shows no grid."""
        return self.laid is None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="photos of the table")
    parser.add_argument("--deck", default="house", help="the deck on the table (%(default)s)")
    parser.add_argument(
        "--layout", choices=("grid", "free"), default="grid", help="a grid, or cards anywhere (%(default)s)"
    )
    add_data_option(parser)
    parser.add_argument("--json", action="store_true", help="one JSON line for each image")
    parser.add_argument("--overlay", type=Path, metavar="DIR", help="write pictures of what was read there")


def run(arguments: argparse.Namespace) -> int:
    """Answer each image in order; the exit status is 2 if any could not be read or showed no cards."""
    from companion.cli.overlays import overlay_folder
    from companion.cli.read_free import read_free_photo

    read_one = read_free_photo if arguments.layout == "free" else read_photo
    deck = load_references(arguments.deck, arguments.data)
    overlay = overlay_folder(arguments.overlay, "read")
    refusals = []
    for name in arguments.images:
        answer = read_one(name, deck, overlay)
        print(json.dumps(answer.fields) if arguments.json else answer.text, flush=True)
        if answer.refused:
            refusals.append(answer.text)
    if refusals:
        more = f" (and {len(refusals) - 1} more)" if len(refusals) > 1 else ""
        print(f"conclave read: {refusals[0]}{more}", file=sys.stderr)
    return BAD_INPUT if refusals else 0


def load_references(name: str, data: Path | None = None) -> DeckReferences:
    """The pictures of a deck, ready to compare with, and the network that knows them.

    A missing or broken deck is bad input, as is a missing, altered or unfitting network, the finder's too.
    """
    from calibration.deck_folder import find_deck
    from calibration.deck_manifest import DeckError
    from calibration.kept_learning import references_of
    from companion.cli.data_folder import data_folder
    from companion.cli.main import UsageError
    from companion.cli.sound_models import require_finder
    from vision.network_manifest import UnusableModel
    from vision.references import UnusableReferences

    require_finder()
    try:
        return seen_by_network(references_of(find_deck(name, data_folder(data))))
    except (DeckError, UnusableReferences, UnusableModel) as problem:
        raise UsageError(str(problem)) from problem


def seen_by_network(deck: DeckReferences) -> DeckReferences:
    """The references together with the network that knows them."""
    from vision.network_reader import NetworkReader, load_network

    return deck.seen_by(NetworkReader.of(load_network(MODEL_FOLDER), deck))


def read_photo(name: str, deck: DeckReferences, overlay: OverlayFolder | None = None) -> Answer:
    """Find and read the grid in one photo, or say why that is not possible."""
    from vision.photos import UnreadablePhoto, load_photo

    started = time.perf_counter()
    try:
        frame = load_photo(Path(name)).frame_bgr
    except UnreadablePhoto as problem:
        return _refusal(name, str(problem))
    answer = read_frame(name, frame, deck, started)
    if overlay and answer.laid is not None:
        from vision.reading_overlay import draw_reading

        overlay.write(name, draw_reading(frame, answer.laid.reading, answer.laid.corners))
    return answer


def read_frame(name: str, frame: Picture, deck: DeckReferences, started: float) -> Answer:
    """Find and read the grid in a picture that was loaded since the clock stood at `started`."""
    from vision.cell_images import cells_of_lattice
    from vision.grid_finder import find_lattice
    from vision.lattice import FindSettings, NotFound
    from vision.table_reading import read_with_corners

    before = time.perf_counter()
    lattice = find_lattice(frame, FindSettings(card=deck.card))
    found = time.perf_counter()
    if isinstance(lattice, NotFound):
        return _refusal(name, lattice.reason)
    laid = read_with_corners(frame, cells_of_lattice(lattice), deck)
    done = time.perf_counter()
    spent = {"load": before - started, "find": found - before, "read": done - found, "total": done - started}
    fields: dict[str, object] = {
        "image": name,
        "found": True,
        "quad": _rounded(lattice.quad),
        "cells": [
            _cell_fields(cell, corners) for cell, corners in zip(laid.reading, laid.corners, strict=True)
        ],
        "milliseconds": {part: round(1000 * seconds, 1) for part, seconds in spent.items()},
    }
    return Answer(fields, _table(name, laid.reading), laid)


def _refusal(name: str, reason: str) -> Answer:
    said = reason if name in reason else f"{name}: {reason}"
    return Answer({"image": name, "found": False, "error": reason}, said)


def _cell_fields(cell: CardReading, corners: Points) -> dict[str, object]:
    return {
        "row": cell.row,
        "column": cell.column,
        "state": cell.state.value,
        "card": cell.code,
        "confidence": round(cell.confidence, 4),
        "accepted": cell.accepted,
        "corners": _rounded(corners),
        "candidates": [[guess.name, round(guess.confidence, 4)] for guess in cell.candidates],
    }


def _table(name: str, reading: TableReading) -> str:
    from vision.readings import CellState

    shown = {CellState.EMPTY: "....", CellState.COVERED: "####"}
    rows: dict[int, list[str]] = {}
    for cell in reading:
        code = cell.code or shown[cell.state]
        rows.setdefault(cell.row, []).append(f"{code}{' ' if cell.accepted else '?'}")
    return "\n".join([name, *(f"  {' '.join(row)}".rstrip() for row in rows.values())])


def _rounded(points: Points) -> list[list[float]]:
    return [[round(float(x), 2), round(float(y), 2)] for x, y in points]
