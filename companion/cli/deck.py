"""`conclave deck`: list the decks, print the house deck."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

SUMMARY = "list decks and print the house deck"
PNG_WIDTH_PX = 744


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be done with decks."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="name every deck that can be read")
    listing.add_argument("--data", type=Path, metavar="DIR", help="where taught decks are stored")
    printing = actions.add_parser("print", help="write the house deck as a PDF to print and cut")
    printing.add_argument("--out", type=Path, metavar="FILE", help="the PDF to write")
    printing.add_argument("--paper", choices=("a4", "letter"), default="a4", help="default: a4")
    printing.add_argument("--png", type=Path, metavar="DIR", help="also write each face and back as a PNG")
    printing.add_argument(
        "--width",
        type=int,
        default=PNG_WIDTH_PX,
        metavar="PX",
        help=f"width of the PNGs, default: {PNG_WIDTH_PX}",
    )


def run(arguments: argparse.Namespace) -> int:
    """Do it; 2 and one line on stderr when it cannot be done."""
    try:
        if arguments.action == "list":
            return _list(arguments.data)
        return _print(arguments)
    except OSError as error:
        return _refuse(f"cannot write {error.filename or arguments.out}: {error.strerror or error}")


def _list(data_directory: Path | None) -> int:
    from calibration.deck_folder import deck_names, find_deck
    from calibration.deck_manifest import DeckError

    status = 0
    for name in deck_names(data_directory):
        try:
            deck = find_deck(name, data_directory)
        except DeckError as error:
            status = _refuse(str(error))
        else:
            print(
                f"{deck.name}: {sum(deck.counts.values())} cards, {len(deck.backs)} backs,"
                f" {deck.manifest.game}"
            )
    return status


def _print(arguments: argparse.Namespace) -> int:
    if arguments.out is None and arguments.png is None:
        return _refuse("say where to write: --out deck.pdf, --png DIR or both")
    if not 60 <= arguments.width <= 6000:
        return _refuse(f"--width must be from 60 to 6000 pixels, got {arguments.width}")
    if arguments.out is not None:
        from calibration.house_deck.sheets import PAPERS, deck_pdf
        from calibration.whole_file import write_whole_file

        write_whole_file(arguments.out, deck_pdf(PAPERS[arguments.paper]))
    if arguments.png is not None:
        _write_pictures(arguments.png, arguments.width)
    return 0


def _write_pictures(folder: Path, width_px: int) -> None:
    from calibration.house_deck.pictures import all_pictures, encoded
    from calibration.whole_file import write_whole_file

    folder.mkdir(parents=True, exist_ok=True)
    for name, picture_bgr in all_pictures(width_px):
        write_whole_file(folder / f"{name}.png", encoded(picture_bgr, ".png"))


def _refuse(reason: str) -> int:
    print(f"conclave deck: {reason}", file=sys.stderr)
    return 2
