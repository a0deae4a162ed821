"""`conclave find`: where the cards lie, of any game; geometry alone, no deck."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.cli.overlays import OverlayFolder
    from vision.free_finder import FreeCard
    from vision.lattice import FindSettings, Image, Lattice, Points

    AnswerOne = Callable[[str, Image, FindSettings, OverlayFolder | None], "Answer"]

BAD_INPUT = 2


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said of one image: fields for a program, one line for a person, and whether it was bad."""

    fields: dict[str, object]
    line: str
    refused: bool = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="photos of the table")
    parser.add_argument("--rows", type=int, default=4, help="rows of the grid (%(default)s)")
    parser.add_argument("--columns", type=int, default=4, help="columns of the grid (%(default)s)")
    parser.add_argument(
        "--card-mm", type=card_mm, default=(56.0, 87.0), metavar="WxH", help="size of a card in mm (56x87)"
    )
    parser.add_argument(
        "--layout", choices=("grid", "free"), default="grid", help="a grid, or cards anywhere (%(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON line for each image")
    parser.add_argument("--overlay", type=Path, metavar="DIR", help="write pictures of what was found there")


def card_mm(text: str) -> tuple[float, float]:
    """Read a size such as 56x87; the shorter side is the width, whichever stands first."""
    first, _, second = text.lower().partition("x")
    sides = sorted((float(first), float(second)))
    return sides[0], sides[1]


card_mm.__name__ = "size such as 56x87"  # argparse names the type in its error


def run(arguments: argparse.Namespace) -> int:
    """Answer each image in order; the exit status is 2 if any showed no cards or could not be read."""
    from companion.cli.main import UsageError
    from companion.cli.overlays import overlay_folder
    from companion.cli.sound_models import require_finder
    from vision.lattice import CardSize, FindSettings

    try:
        settings = FindSettings(arguments.rows, arguments.columns, CardSize(*arguments.card_mm))
    except ValueError as problem:
        raise UsageError(str(problem)) from problem
    require_finder()
    overlay = overlay_folder(arguments.overlay, "found")
    answer_one = _answer_free if arguments.layout == "free" else _answer_grid
    refusals = []
    for name in arguments.images:
        answer = _answer(name, settings, overlay, answer_one)
        print(json.dumps(answer.fields) if arguments.json else answer.line, flush=True)
        if answer.refused:
            refusals.append(answer.line)
    if refusals:
        more = f" (and {len(refusals) - 1} more)" if len(refusals) > 1 else ""
        print(f"conclave find: {refusals[0]}{more}", file=sys.stderr)
    return BAD_INPUT if refusals else 0


def _answer(
    name: str, settings: FindSettings, overlay: OverlayFolder | None, answer_one: AnswerOne
) -> Answer:
    from vision.photos import UnreadablePhoto, load_photo

    try:
        frame = load_photo(Path(name)).frame_bgr
    except UnreadablePhoto as problem:
        return Answer({"image": name, "found": False, "error": str(problem)}, str(problem), refused=True)
    return answer_one(name, frame, settings, overlay)


def _answer_grid(name: str, frame: Image, settings: FindSettings, overlay: OverlayFolder | None) -> Answer:
    from vision.grid_finder import find_lattice
    from vision.lattice import NotFound
    from vision.overlay import draw_lattice, draw_refusal

    started = time.perf_counter()
    found = find_lattice(frame, settings)
    milliseconds = round(1000 * (time.perf_counter() - started), 1)
    if isinstance(found, NotFound):
        if overlay:
            overlay.write(name, draw_refusal(frame, found))
        fields: dict[str, object] = {"image": name, "found": False, "error": found.reason}
        return Answer(fields | {"milliseconds": milliseconds}, f"{name}: {found.reason}", refused=True)
    if overlay:
        overlay.write(name, draw_lattice(frame, found))
    return Answer(_grid_fields(name, found, milliseconds), _grid_line(name, found))


def _grid_fields(name: str, lattice: Lattice, milliseconds: float) -> dict[str, object]:
    cells = [
        {
            "row": cell.row,
            "column": cell.column,
            "occupied": cell.occupied,
            "corners": _rounded(cell.corners),
            "presence": round(cell.presence, 3),
        }
        for cell in lattice.cells
    ]
    fields: dict[str, object] = {"image": name, "found": True, "quad": _rounded(lattice.quad), "cells": cells}
    return fields | {"confidence": lattice.confidence, "milliseconds": milliseconds}


def _grid_line(name: str, lattice: Lattice) -> str:
    rows = [
        "".join("#" if lattice.cell(row, column).occupied else "." for column in range(lattice.columns))
        for row in range(lattice.rows)
    ]
    cards = sum(cell.occupied for cell in lattice.cells)
    size = f"{lattice.rows} x {lattice.columns}"
    return f"{name}: {cards} cards in {size}  {' '.join(rows)}  ({lattice.confidence:.1%})"


def _answer_free(name: str, frame: Image, settings: FindSettings, overlay: OverlayFolder | None) -> Answer:
    from vision.free_finder import find_cards
    from vision.overlay import draw_cards

    started = time.perf_counter()
    cards = find_cards(frame, settings)
    milliseconds = round(1000 * (time.perf_counter() - started), 1)
    if overlay:
        overlay.write(name, draw_cards(frame, cards))
    under = sum(card.overlapped for card in cards)
    fields: dict[str, object] = {"image": name, "cards": [_card_fields(card) for card in cards]}
    line = f"{name}: {len(cards)} cards, {under} of them partly hidden"
    return Answer(fields | {"milliseconds": milliseconds}, line)


def _card_fields(card: FreeCard) -> dict[str, object]:
    corners, sure = _rounded(card.corners), round(card.confidence, 3)
    return {"corners": corners, "confidence": sure, "overlapped": card.overlapped}


def _rounded(points: Points) -> list[list[float]]:
    return [[round(float(x), 2), round(float(y), 2)] for x, y in points]
