"""`conclave verify`: re-check an exported game on this machine, from the pixels up."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.journal.verification import Held
    from vision.card_network import CardNetwork

DOES_NOT_HOLD = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("bundle", type=Path, metavar="BUNDLE", help="the exported game, a zip file")
    parser.add_argument("--json", action="store_true", help="one JSON line a check, for programs")


def run(arguments: argparse.Namespace) -> int:
    """Check one thing after the other; 1 at the first that does not hold, 2 if the file is no bundle."""
    from companion.cli.main import UsageError, complain
    from companion.journal.errors import Damaged, JournalError
    from companion.journal.verification import verify_bundle
    from companion.witness.rereading import FrameRereader

    packed = read_bundle(arguments.bundle)
    try:
        for held in verify_bundle(packed, FrameRereader(_network())):
            print(_fields(held) if arguments.json else _line(held), flush=True)
    except Damaged as problem:
        if arguments.json:
            print(json.dumps({"check": "first", "holds": False, "said": str(problem)}), flush=True)
        complain(f"conclave verify: {arguments.bundle} does not hold: {problem}")
        return DOES_NOT_HOLD
    except JournalError as problem:
        raise UsageError(f"{arguments.bundle}: {problem}") from problem
    if not arguments.json:
        print("Everything holds.")
    return 0


def _network() -> CardNetwork:
    """The installed network; a broken installation cannot check anything."""
    from companion.cli.main import UsageError
    from companion.cli.read import MODEL_FOLDER
    from vision.network_manifest import UnusableModel
    from vision.network_reader import load_network

    try:
        return load_network(MODEL_FOLDER)
    except UnusableModel as problem:
        raise UsageError(str(problem)) from problem


def read_bundle(path: Path) -> bytes:
    """The file, unless it is far larger than any game."""
    from companion.cli.main import UsageError
    from companion.journal.archive import LARGEST_ARCHIVE

    try:
        if path.is_file() and path.stat().st_size > LARGEST_ARCHIVE:
            raise UsageError(f"{path}: too large for a game, {path.stat().st_size / 1e6:.0f} MB")
        return path.read_bytes()
    except OSError as problem:
        raise UsageError(f"{path}: {problem.strerror or problem}") from problem


def _line(held: Held) -> str:
    return f"{'·' if held.is_remark else '✓'} {held.what:10} {held.said}"


def _fields(held: Held) -> str:
    return json.dumps({"check": held.what, "holds": True, "remark": held.is_remark, "said": held.said})
