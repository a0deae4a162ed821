"""`conclave doctor`: what is wrong with camera, light, models, data folder or network, and how to mend it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.rule_options import LANGUAGES

if TYPE_CHECKING:
    from companion.cli.checkups.finding import Finding
    from vision.frame_source import FrameSource
    from vision.references import DeckReferences
    from vision.table_view import TableView

NOT_PLAYABLE = 1
FIRST_CAMERA = "0"
MARKS = {"fine": "✓", "note": "·", "warning": "!", "problem": "✗"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    from companion.cli.data_folder import add_data_option
    from companion.cli.serve import DEFAULT_PORT, port_number

    parser.add_argument(
        "--camera",
        metavar="SOURCE",
        help="a camera number, address, video, photo or folder of stills (the first camera, if there is one)",
    )
    parser.add_argument("--deck", default="house", help="the deck on the table (%(default)s)")
    add_data_option(parser)
    parser.add_argument(
        "--port", type=port_number, help=f"the port that must be free ({DEFAULT_PORT} or next)"
    )
    parser.add_argument(
        "--overlay", type=Path, metavar="DIR", help="write the picture with its remarks there"
    )
    parser.add_argument("--explain", choices=LANGUAGES, default="en", help="the language (%(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")


def run(arguments: argparse.Namespace) -> int:
    """Check one thing after the other, saying each as soon as it is known; 1 if play is not possible."""
    from companion.cli.checkups.finding import State
    from companion.cli.checkups.words import CATALOGUES

    language: str = arguments.explain
    found = []
    for finding in _examined(arguments):
        found.append(finding)
        if not arguments.json:
            print(_line(finding, language), flush=True)
    possible = all(finding.state is not State.PROBLEM for finding in found)
    verdict = CATALOGUES[language][_verdict_key(found)]
    if arguments.json:
        checks = [finding.fields(language) for finding in found]
        print(json.dumps({"play": possible, "verdict": verdict, "checks": checks}, ensure_ascii=False))
    else:
        print(f"\n{verdict}")
    return 0 if possible else NOT_PLAYABLE


def _verdict_key(found: list[Finding]) -> str:
    from companion.cli.checkups.finding import State

    states = {finding.state for finding in found}
    if State.PROBLEM in states:
        return "verdict.not"
    if any(finding.code == "camera.none" for finding in found):
        return "verdict.by-hand"
    return "verdict.playable" if State.WARNING in states else "verdict.good"


def _examined(arguments: argparse.Namespace) -> Iterator[Finding]:
    from companion.cli.addresses import lan_addresses
    from companion.cli.checkups.data_folder import check_data
    from companion.cli.checkups.installed import check_decks, check_models, check_program
    from companion.cli.checkups.network import check_network
    from companion.cli.data_folder import data_folder
    from companion.cli.serve import ports_to_try

    data = data_folder(arguments.data)
    looking = Progress(arguments.explain)
    yield from check_program()
    looking.at("models")
    yield from check_models(_models_folder())
    looking.at("decks")
    yield from check_decks(arguments.deck, data)
    looking.at("data")
    yield from check_data(data)
    looking.at("network")
    yield from check_network(lan_addresses(), ports_to_try(arguments.port))
    yield from _through_the_camera(arguments, data, looking)


def _through_the_camera(arguments: argparse.Namespace, data: Path, looking: Progress) -> Iterator[Finding]:
    from calibration.lens_store import BrokenLens
    from companion.cli.checkups.camera import check_camera
    from companion.cli.checkups.finding import Check, problem
    from companion.cli.lenses import lenses_in
    from vision.frame_source import UnreadableSource
    from vision.frames import open_frames

    wanted = arguments.camera if arguments.camera is not None else FIRST_CAMERA
    try:
        source: FrameSource = open_frames(wanted, lens_of=lenses_in(data))
    except UnreadableSource as trouble:
        yield problem(Check.CAMERA, "camera.unreadable", trouble=str(trouble))
        return
    except BrokenLens as trouble:
        yield problem(Check.CAMERA, "camera.lens", trouble=str(trouble))
        return
    with source:
        looking.at("camera", source=source.name)
        yield from check_camera(
            source,
            arguments.deck,
            lambda: _references(arguments.deck, data),
            arguments.camera is not None,
            lambda view: _draw(arguments, view),
        )


def _references(name: str, data: Path) -> DeckReferences | None:
    """The deck to read with; a broken one was named before."""
    from companion.cli.main import UsageError
    from companion.cli.read import load_references

    try:
        return load_references(name, data)
    except (UsageError, OSError):
        return None


def _draw(arguments: argparse.Namespace, view: TableView) -> None:
    if arguments.overlay is None:
        return
    import cv2

    from companion.cli.checkups.camera import about_the_view
    from companion.cli.files import write_whole
    from vision.view_overlay import draw_view

    said = [finding.words(arguments.explain) for finding in about_the_view(view, flickers=False)]
    name = f"{Path(view.frame.source).name.replace(' ', '-').lower()}.doctor.png"
    write_whole(arguments.overlay / name, cv2.imencode(".png", draw_view(view, said))[1].tobytes())


def _models_folder() -> Path:
    import models

    return Path(str(models.__file__)).parent


def _line(finding: Finding, language: str) -> str:
    from companion.cli.checkups.words import CATALOGUES

    words = CATALOGUES[language]
    name, state = words[f"check.{finding.check}"], words[f"state.{finding.state}"]
    mend = finding.mend(language)
    told = f"{MARKS[finding.state]} {name:9} {state:10} {finding.words(language)}"
    return f"{told}\n{'':23}→ {mend}" if mend else told


class Progress:
    """Says on the terminal what is being looked at, so that nobody waits before a blank line."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._is_seen = sys.stderr is not None and sys.stderr.isatty()

    def at(self, what: str, **facts: str) -> None:
        """Begin with the next thing."""
        from companion.cli.checkups.words import CATALOGUES

        if self._is_seen:
            line = CATALOGUES[self._language][f"looking.{what}"].format(**facts)
            print(f"\r\x1b[2m{line}\x1b[0m", file=sys.stderr, flush=True)
