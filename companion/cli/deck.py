"""`conclave deck`: list decks, carry them from machine to machine, print the house deck."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.data_folder import add_data_option, data_folder
from companion.cli.progress import counted

if TYPE_CHECKING:
    from calibration.deck_folder import DeckFolder

PNG_WIDTH_PX = 744


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be done with decks."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="name every deck that can be read")
    exporting = actions.add_parser("export", help="write a deck as one file, to be imported elsewhere")
    exporting.add_argument("name", metavar="NAME", help="the deck")
    exporting.add_argument("--out", type=Path, metavar="FILE", help="the file to write (NAME.deck.zip)")
    importing = actions.add_parser("import", help="take in a deck that was exported elsewhere")
    importing.add_argument("file", type=Path, metavar="FILE", help="the file")
    importing.add_argument("--as", dest="name", metavar="NAME", help="another name for the deck")
    importing.add_argument(
        "--replace", action="store_true", help="over the deck of that name, if there is one"
    )
    for action in (listing, exporting, importing):
        add_data_option(action)
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
        if arguments.action == "print":
            return _print(arguments)
        data = data_folder(arguments.data)
        if arguments.action == "list":
            return _list(data)
        return _export(arguments, data) if arguments.action == "export" else _import(arguments, data)
    except OSError as error:
        if error.filename is None:
            raise  # what is printed on, no file that was asked for
        return _refuse(f"cannot use {error.filename}: {error.strerror or error}")


def _list(data_directory: Path) -> int:
    from calibration.deck_folder import deck_names, find_deck
    from calibration.deck_manifest import DeckError

    status = 0
    for name in deck_names(data_directory):
        try:
            deck = find_deck(name, data_directory)
        except DeckError as error:
            status = _refuse(str(error))
        else:
            cards = _counted(sum(deck.counts.values()), "card")
            print(f"{deck.name}: {cards}, {_counted(len(deck.backs), 'back')}, {deck.manifest.game}")
    return status


def _export(arguments: argparse.Namespace, data: Path) -> int:
    from calibration.deck_folder import find_deck
    from calibration.deck_manifest import DeckError
    from calibration.whole_file import write_whole_file
    from companion.witness.deck_file import pack_deck

    try:
        deck = find_deck(arguments.name, data)
        packed = pack_deck(deck)
    except (DeckError, ValueError) as error:
        return _refuse(str(error))
    arguments.out = arguments.out or Path(f"{deck.name}.deck.zip")
    write_whole_file(arguments.out, packed)
    print(f"{arguments.out}: {_held(deck)}, {len(packed) / 1e6:.1f} MB")
    return 0


def _import(arguments: argparse.Namespace, data: Path) -> int:
    from calibration.deck_manifest import DeckError
    from companion.cli.deck_import import import_deck
    from companion.journal.errors import Damaged

    try:
        deck = import_deck(arguments.file, data, arguments.name, replace=arguments.replace)
    except DeckError as error:
        return _refuse(str(error))
    except Damaged as error:
        return _refuse(f"{arguments.file.name}: {error}")
    print(f"{deck.name}: {_held(deck)}, in {deck.folder}")
    return 0


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
    from calibration.house_deck.cards import COLOURS, house_cards
    from calibration.house_deck.pictures import all_pictures, encoded
    from calibration.whole_file import write_whole_file

    folder.mkdir(parents=True, exist_ok=True)
    total = len(house_cards()) + len(COLOURS)
    for name, picture_bgr in counted(all_pictures(width_px), total, "pictures"):
        write_whole_file(folder / f"{name}.png", encoded(picture_bgr, ".png"))


def _refuse(reason: str) -> int:
    print(f"conclave deck: {reason}", file=sys.stderr)
    return 2


def _held(deck: DeckFolder) -> str:
    return f"{_counted(len(deck.labels), 'card')} and {_counted(len(deck.backs), 'back')}"


def _counted(number: int, what: str) -> str:
    """One is said as one."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
