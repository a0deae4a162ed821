"""`conclave check`: one photo of a table, the Emissary pointed at, and the verdict."""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.cli.data_folder import add_data_option
from companion.cli.main import UsageError
from companion.cli.rule_options import EDITIONS, LANGUAGES

if TYPE_CHECKING:
    from companion.cli.read import Answer
    from companion.games.conclave.verdict import Verdict
    from vision.references import DeckReferences


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


@dataclass(frozen=True, slots=True)
class Checked:
    """A photo that was read and judged: what was read, the verdict, whom to ask first, and what it cost."""

    answer: Answer
    verdict: Verdict
    unsure: list[tuple[int, int]]
    milliseconds: dict[str, float]


class NoTable(UsageError):
    """A photo that cannot be read or shows no grid, with what `read` answers about it."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.text)
        self.fields = answer.fields


def checked(photo: str, emissary: str, deck: DeckReferences, edition: str = EDITIONS[0]) -> Checked:
    """Read a photo and judge it; bad input is named in one line."""
    from companion.cli.read import read_photo
    from companion.games.conclave.errors import ConclaveError, Unreadable
    from companion.games.conclave.notation import parse_cell
    from companion.games.conclave.rulings import Edition
    from companion.table.table_check import NoEmissaryThere, SeenTable, cells_to_ask, judge_table

    try:
        emissary_cell = parse_cell(emissary, "--emissary")
    except Unreadable as problem:
        raise UsageError(str(problem)) from problem
    answer = read_photo(photo, deck)
    if answer.reading is None:
        raise NoTable(answer)
    table, before = SeenTable(answer.reading), time.perf_counter()
    try:
        verdict = judge_table(table, emissary_cell, Edition(edition))
    except NoEmissaryThere as refusal:
        raise UsageError(f"--emissary: {refusal}") from refusal
    except ConclaveError as refusal:
        raise UsageError(str(refusal)) from refusal
    unsure = [(cell.row, cell.column) for cell in cells_to_ask(table, verdict)]
    spent = _with_judging(answer.fields["milliseconds"], time.perf_counter() - before)
    return Checked(answer, verdict, unsure, spent)


def run(arguments: argparse.Namespace) -> int:
    """Read, judge, and name what must be asked before the verdict holds."""
    from companion.cli.read import load_references
    from companion.cli.resolve import verdict_fields
    from companion.games.conclave.words.explain import explain_verdict

    deck = load_references(arguments.deck, arguments.data)
    try:
        found = checked(arguments.photo, arguments.emissary, deck, arguments.edition)
    except NoTable as refusal:
        if arguments.json:
            print(json.dumps(refusal.fields), flush=True)
        raise
    sentences = explain_verdict(found.verdict, arguments.explain)
    if arguments.json:
        told = {"unsure": found.unsure, "explanation": sentences, "milliseconds": found.milliseconds}
        print(json.dumps({**found.answer.fields, **verdict_fields(found.verdict), **told}))
        return 0
    print("\n".join([found.answer.text, *sentences]))
    if found.unsure:
        print(
            "Ask first, since these cards are not sure: "
            + " ".join(f"{row},{column}" for row, column in found.unsure)
        )
    split = ", ".join(f"{part} {number:.0f}" for part, number in found.milliseconds.items())
    print(f"Milliseconds: {split}.")
    return 0


def _with_judging(reading: object, judging_seconds: float) -> dict[str, float]:
    """What each part took, in milliseconds; the whole comes last."""
    spent = (
        {str(part): float(number) for part, number in reading.items()} if isinstance(reading, dict) else {}
    )
    judge = round(1000 * judging_seconds, 1)
    total = round(spent.pop("total", 0.0) + judge, 1)
    return {**spent, "judge": judge, "total": total}
