"""`conclave check`: one photo of a table, the Emissary pointed at, and the verdict."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from companion.cli.data_folder import add_data_option
from companion.cli.rule_options import EDITIONS, LANGUAGES

if TYPE_CHECKING:
    from companion.games.conclave.conclave import Cell, Conclave
    from companion.games.conclave.verdict import Verdict
    from companion.table.layout import Seen
    from vision.readings import TableReading


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("photo", metavar="PHOTO", help="a photo of the Conclave")
    parser.add_argument(
        "--emissary",
        required=True,
        metavar="ROW,COLUMN",
        help="where the Emissary stands, from 0,0 at the top left",
    )
    parser.add_argument("--deck", default="house", help="the deck on the table (%(default)s)")
    parser.add_argument(
        "--edition",
        choices=EDITIONS,
        default=EDITIONS[0],
        help="whose rules for a Magic Crisis (%(default)s)",
    )
    parser.add_argument("--explain", choices=LANGUAGES, default="en", help="the language (%(default)s)")
    add_data_option(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")


def run(arguments: argparse.Namespace) -> int:
    """Read, judge, and name what must be asked before the verdict holds."""
    from companion.cli.main import UsageError
    from companion.cli.read import load_references, read_photo
    from companion.cli.resolve import verdict_fields
    from companion.games.conclave.errors import ConclaveError, Unreadable
    from companion.games.conclave.notation import parse_cell
    from companion.games.conclave.rulings import Edition
    from companion.games.conclave.verdict import judge
    from companion.games.conclave.words.explain import explain_verdict

    try:
        emissary_cell = parse_cell(arguments.emissary, "--emissary")
    except Unreadable as problem:
        raise UsageError(str(problem)) from problem
    answer = read_photo(arguments.photo, load_references(arguments.deck, arguments.data))
    if answer.reading is None:
        raise UsageError(answer.text)
    conclave = conclave_read(answer.reading, emissary_cell)
    try:
        verdict = judge(conclave, emissary_cell, Edition(arguments.edition))
    except ConclaveError as refusal:
        raise UsageError(str(refusal)) from refusal
    unsure = cells_to_ask(answer.reading, verdict)
    sentences = explain_verdict(verdict, arguments.explain)
    if arguments.json:
        fields = {**answer.fields, **verdict_fields(verdict), "unsure": unsure, "explanation": sentences}
        print(json.dumps(fields))
        return 0
    print("\n".join([answer.text, *sentences]))
    if unsure:
        print(
            "Ask first, since these cards are not sure: "
            + " ".join(f"{row},{column}" for row, column in unsure)
        )
    return 0


def conclave_read(reading: TableReading, emissary_cell: Cell) -> Conclave:
    """The Conclave as it was read, sure or not; the Emissary must be a card that shows its face."""
    from companion.cli.main import UsageError
    from companion.games.conclave.components import FaceDownMage, Mage
    from companion.games.conclave.conclave import Conclave
    from companion.table.layout import Doubt
    from companion.table.meaning import meaning_of

    seen: list[Seen] = [meaning_of(cell) for cell in reading]
    cards = tuple(FaceDownMage() if isinstance(one, Doubt) else one for one in seen)
    conclave = Conclave(cards)
    if not isinstance(conclave[emissary_cell], Mage):
        state = reading.cell(emissary_cell.row, emissary_cell.column).state
        raise UsageError(
            f"--emissary: the cell {emissary_cell} is read as {state}, and no Emissary can stand there"
        )
    return conclave


def cells_to_ask(reading: TableReading, verdict: Verdict) -> list[tuple[int, int]]:
    """The unsure cells that could change the verdict: those of both lines, and all where a crisis is near.

    A crisis depends on the Conclave being full, so while nobody follows every unsure cell matters.
    """
    here = verdict.emissary_cell
    nobody_follows = verdict.magic_crisis or not verdict.taken
    return [
        (cell.row, cell.column)
        for cell in reading.unsure
        if nobody_follows or cell.row == here.row or cell.column == here.column
    ]
