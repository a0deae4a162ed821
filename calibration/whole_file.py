"""Files that are there in full or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole_file(path: Path, content: bytes) -> None:
    """Write under a temporary name beside `path`, then put it in place in one step.

    What cannot be written is named as it was asked for, never by the temporary name.
    """
    try:
        _write_and_put_in_place(path, content)
    except OSError as problem:
        problem.filename, problem.filename2 = str(path), None
        raise


def _write_and_put_in_place(path: Path, content: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """The process's mask can only be read by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
