"""Where everything is kept: what was asked for, what the environment says, or a folder in the home folder."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

DATA_FOLDER = "~/.conclave-companion"
VARIABLE = "CONCLAVE_DATA"


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """Declare --data."""
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help=f"where everything is kept (${VARIABLE}, or {DATA_FOLDER})"
    )


def data_folder(asked: Path | None = None) -> Path:
    """The folder in which decks, journals and sessions are kept; it need not exist yet."""
    return asked or Path(os.environ.get(VARIABLE) or DATA_FOLDER).expanduser()


def require_folder(folder: Path, option: str = "--data") -> None:
    """Make a folder unless it is there; refuse what can be none."""
    from companion.cli.main import UsageError

    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{option}: {folder} is not a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UsageError(f"{option}: {folder}: {problem.strerror or problem}") from problem
