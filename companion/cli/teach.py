"""`conclave teach`: a deck it has never seen, from photos or scans of its cards."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.data_folder import add_data_option, data_folder
from companion.cli.progress import counted, underway

if TYPE_CHECKING:
    from calibration.teaching.labels import PhotoLabels
    from calibration.teaching.lesson import Lesson
    from calibration.teaching.session import Session
    from vision.lattice import CardSize

PHOTO_SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"}
MOST_PHOTOS = 2000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    from companion.cli.find import card_mm

    parser.add_argument("name", metavar="NAME", help="what the deck is to be called, such as my-deck")
    parser.add_argument(
        "--photos",
        type=Path,
        required=True,
        metavar="DIR",
        help="photos of single cards or of grids, or scans",
    )
    parser.add_argument(
        "--labels", type=Path, metavar="FILE", help="which card lies where: CSV of photo,row,column,card"
    )
    parser.add_argument(
        "--sorted",
        nargs=2,
        action="append",
        default=[],
        metavar=("PHOTO", "LAYOUT"),
        help="label a whole photo by a line such as 'blue: C G W'",
    )
    parser.add_argument("--copies", metavar="CODES", help="cards of which there are several: puG5=2,beC1=3")
    parser.add_argument(
        "--card-mm", type=card_mm, metavar="WxH", help="size of a card (learned from the photos)"
    )
    parser.add_argument("--json", action="store_true", help="the report as one JSON object")
    add_data_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Look at every photo, judge the deck, write it, and report."""
    from calibration.deck_folder import BUILT_IN_DECKS, DECK_NAME
    from calibration.deck_manifest import DeckError
    from calibration.teaching.errors import TeachingError
    from companion.cli.main import UsageError
    from vision.network_manifest import UnusableModel

    if DECK_NAME.fullmatch(arguments.name) is None:
        raise UsageError(
            f"{arguments.name!r} is no name for a deck: small letters, digits, - and _, 64 at most"
        )
    if (BUILT_IN_DECKS / arguments.name).exists():
        raise UsageError(f"{arguments.name} is a deck of the program's own: choose another name")
    try:
        return _teach(arguments)
    except (TeachingError, DeckError, UnusableModel) as problem:
        raise UsageError(str(problem)) from problem
    except OSError as problem:  # a full disk, a folder that may not be written
        where = problem.filename or data_folder(arguments.data)
        raise UsageError(f"{where}: {problem.strerror or problem}") from problem


def _teach(arguments: argparse.Namespace) -> int:
    from calibration.deck_writer import write_deck
    from calibration.teaching.errors import NotTaught
    from calibration.teaching.lesson import learn
    from calibration.teaching.questions import label_known_cards
    from calibration.teaching.report_page import write_report
    from calibration.teaching.report_text import what_stands_in_the_way
    from companion.cli.read import seen_by_network

    data = data_folder(arguments.data)
    session = _session(arguments, data)
    with underway("Trying the deck out: this can take a minute ..."):
        label_known_cards(session, seen_by_network)
        lesson = learn(session, _copies(arguments.copies), seen_by_network)
    in_the_way = what_stands_in_the_way(lesson)
    page = write_report(session.folder, lesson)  # before the deck: the disk may be full
    if not in_the_way:
        deck = write_deck(data / "decks", lesson.name, lesson.contents())
        page = page.replace(deck.folder / page.name)
    _print_report(arguments.json, lesson, page)
    if in_the_way:
        raise NotTaught(in_the_way)
    session.close()
    return 0


def _session(arguments: argparse.Namespace, data: Path) -> Session:
    """The session with every photo of the folder in it."""
    from calibration.teaching.lesson import off_shape_photos
    from calibration.teaching.session import Session
    from companion.cli.main import UsageError
    from vision.photos import UnreadablePhoto

    photos = photo_files(arguments.photos)
    labels = _labels(arguments, list(photos))
    session = Session.begin(data / "teaching" / arguments.name, arguments.name, arguments.card_mm)
    session.keep_only(list(photos))
    scans = _scans(photos, labels, session.card)
    for name, path in counted(photos.items(), len(photos), "photos"):
        try:
            session.add_photo(name, _content(path), labels[name], scans.get(name))
        except UnreadablePhoto as problem:
            raise UsageError(str(problem)) from problem
    # By now the deck's print and shape are known, and tell more than the table did.
    for name in off_shape_photos(session):
        session.add_photo(name, _content(photos[name]), labels[name], scans.get(name), again=True)
    return session


def photo_files(folder: Path) -> dict[str, Path]:
    """The photos of a folder and of the folders in it, by their names relative to it."""
    from companion.cli.main import UsageError

    if not folder.is_dir():
        raise UsageError(f"--photos: {folder} is not a folder")
    found = {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"))
        if path.suffix.lower() in PHOTO_SUFFIXES and path.is_file() and not path.name.startswith(".")
    }
    if not found:
        raise UsageError(f"--photos: no photos in {folder}")
    if len(found) > MOST_PHOTOS:
        raise UsageError(f"--photos: {len(found)} photos in {folder}, at most {MOST_PHOTOS}")
    return found


def _content(path: Path) -> bytes:
    from companion.cli.main import UsageError
    from vision.photos import DEFAULT_LIMITS

    try:
        if path.stat().st_size > DEFAULT_LIMITS.max_file_bytes:
            raise UsageError(f"{path.name}: larger than {DEFAULT_LIMITS.max_file_bytes // 10**6} MB")
        return path.read_bytes()
    except OSError as problem:
        raise UsageError(f"{path}: {problem.strerror or problem}") from problem


def _labels(arguments: argparse.Namespace, photos: list[str]) -> dict[str, PhotoLabels]:
    """Labels of every photo: from the list, from a sorted layout, or from its name; in this order."""
    from calibration.teaching.errors import BadLabels
    from calibration.teaching.labels import PhotoLabels, code_in_name, read_labels
    from calibration.teaching.sorted_layout import sorted_labels
    from companion.cli.main import UsageError

    labels = {photo: PhotoLabels(single=code_in_name(photo)) for photo in photos}
    for photo, layout in arguments.sorted:
        if photo not in labels:
            raise UsageError(f"--sorted: there is no photo {photo!r}")
        labels[photo] = sorted_labels(layout)
    if arguments.labels is None:
        return labels
    try:
        text = arguments.labels.read_text(encoding="utf-8-sig")
    except OSError as problem:
        raise UsageError(f"--labels: {arguments.labels}: {problem.strerror or problem}") from problem
    except UnicodeDecodeError as problem:
        raise UsageError(f"--labels: {arguments.labels}: not a text file in UTF-8") from problem
    try:
        return labels | dict(read_labels(text, photos))
    except BadLabels as problem:
        raise UsageError(f"--labels: {arguments.labels}: {problem}") from problem


def _scans(photos: dict[str, Path], labels: dict[str, PhotoLabels], card: CardSize) -> dict[str, bool]:
    """Which photos of single cards are scans: images of one shape are judged together."""
    from calibration.teaching.flat_card import scans_among
    from companion.cli.main import UsageError
    from vision.photo_header import BadPhotoHeader, read_photo_header
    from vision.photos import UnreadablePhoto, load_photo

    shapes = {}
    try:
        for name, path in photos.items():
            if labels[name].single is not None:
                header = read_photo_header(_content(path))
                sides = sorted((header.width_px, header.height_px))
                shapes[name] = sides[1] / sides[0]
        return scans_among(shapes, lambda name: load_photo(photos[name]).frame_bgr, card)
    except BadPhotoHeader as problem:
        raise UsageError(f"{name} {problem}") from problem
    except UnreadablePhoto as problem:
        raise UsageError(str(problem)) from problem


def _copies(written: str | None) -> dict[str, int] | None:
    """Copies such as puG5=2,beC1=3."""
    from calibration.deck_manifest import CARD_CODE
    from companion.cli.main import UsageError

    if written is None:
        return None
    copies = {}
    for part in filter(None, (word.strip() for word in written.split(","))):
        code, _, count = part.partition("=")
        if CARD_CODE.fullmatch(code) is None or not count.isdigit() or not 1 <= int(count) <= 72:
            raise UsageError(f"--copies: expected codes with counts such as puG5=2,beC1=3, got {part!r}")
        copies[code] = int(count)
    return copies


def _print_report(as_json: bool, lesson: Lesson, page: Path) -> None:
    import json

    from calibration.teaching.report_text import report_fields, report_lines

    if as_json:
        print(json.dumps({**report_fields(lesson), "report": str(page)}))
    else:
        print("\n".join([*report_lines(lesson), f"Pictures: {page}"]))
