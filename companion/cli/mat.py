"""`conclave mat`: print the corner tiles for tables where the cards are hard to see."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

SUMMARY = "write the printable corner tiles (PDF)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command understands."""
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the PDF goes")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="paper size (default: a4)")


def run(arguments: argparse.Namespace) -> int:
    """Write the sheet whole or not at all."""
    from vision.mat_sheet import mat_pdf
    from vision.vector_page import PAPERS

    try:
        _write_whole(arguments.out, mat_pdf(PAPERS[arguments.paper]))
    except OSError as error:
        print(f"conclave mat: cannot write {arguments.out}: {error.strerror}", file=sys.stderr)
        return 2
    print(f"{arguments.out}: print it at 100 %, cut out the four tiles, lay them at the corners of the grid")
    return 0


def _write_whole(path: Path, content: bytes) -> None:
    """Write beside the target first, so that a full disk leaves the old file as it was."""
    import os
    import tempfile

    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    partial = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        partial.chmod(0o644)
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise
