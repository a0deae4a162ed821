"""Output files of commands: whole or not at all, and a clear word when they cannot be written."""

from __future__ import annotations

from pathlib import Path

from calibration.whole_file import write_whole_file
from companion.cli.main import UsageError


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that nobody ever finds half of it, making its folder if need be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole_file(path, content)
    except OSError as problem:
        raise UsageError(f"{path}: {problem.strerror or problem}") from problem
