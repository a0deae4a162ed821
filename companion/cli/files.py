"""Output files: whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from companion.cli.main import UsageError


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under a temporary name, then put it in place, so that nobody ever finds half of it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as problem:
        raise UsageError(f"{path}: {problem.strerror or problem}") from problem
