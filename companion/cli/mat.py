"""`conclave mat`: print the corner tiles for tables where the cards are hard to see."""

from __future__ import annotations

import argparse
from pathlib import Path

SUMMARY = "write the printable corner tiles (PDF)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command understands."""
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the PDF goes")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="paper size (default: a4)")


def run(arguments: argparse.Namespace) -> int:
    """Write the sheet whole or not at all."""
    from companion.cli.files import write_whole
    from vision.mat_sheet import mat_pdf
    from vision.vector_page import PAPERS

    write_whole(arguments.out, mat_pdf(PAPERS[arguments.paper]))
    print(f"{arguments.out}: print it at 100 %, cut out the four tiles, lay them at the corners of the grid")
    return 0
