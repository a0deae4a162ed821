"""Files that are whole or not there at all, and on the disk before anybody is told."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_durably(path: Path, content: bytes) -> None:
    """Write a file in one step, its name included."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    if os.name == "posix":  # the name must be on the disk as well; Windows has no such call
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
