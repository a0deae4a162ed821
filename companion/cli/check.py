"""`conclave check`: one photo of a table, the Emissary pointed at, and the verdict."""

from __future__ import annotations

import argparse
import json
import time

from companion.cli.data_folder import add_data_option
from companion.cli.rule_options import EDITIONS, LANGUAGES


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
    from companion.games.conclave.words.explain import explain_verdict
    from companion.table.table_check import NoEmissaryThere, SeenTable, cells_to_ask, judge_table

    try:
        emissary_cell = parse_cell(arguments.emissary, "--emissary")
    except Unreadable as problem:
        raise UsageError(str(problem)) from problem
    answer = read_photo(arguments.photo, load_references(arguments.deck, arguments.data))
    if answer.reading is None:
        raise UsageError(answer.text)
    table, before = SeenTable(answer.reading), time.perf_counter()
    try:
        verdict = judge_table(table, emissary_cell, Edition(arguments.edition))
    except NoEmissaryThere as refusal:
        raise UsageError(f"--emissary: {refusal}") from refusal
    except ConclaveError as refusal:
        raise UsageError(str(refusal)) from refusal
    unsure = [(cell.row, cell.column) for cell in cells_to_ask(table, verdict)]
    sentences = explain_verdict(verdict, arguments.explain)
    spent = _with_judging(answer.fields["milliseconds"], time.perf_counter() - before)
    if arguments.json:
        told = {"unsure": unsure, "explanation": sentences, "milliseconds": spent}
        print(json.dumps({**answer.fields, **verdict_fields(verdict), **told}))
        return 0
    print("\n".join([answer.text, *sentences]))
    if unsure:
        print(
            "Ask first, since these cards are not sure: "
            + " ".join(f"{row},{column}" for row, column in unsure)
        )
    print("Milliseconds: " + ", ".join(f"{part} {number:.0f}" for part, number in spent.items()) + ".")
    return 0


def _with_judging(reading: object, judging_seconds: float) -> dict[str, float]:
    """What each part took, in milliseconds; the whole comes last."""
    spent = (
        {str(part): float(number) for part, number in reading.items()} if isinstance(reading, dict) else {}
    )
    judge = round(1000 * judging_seconds, 1)
    total = round(spent.pop("total", 0.0) + judge, 1)
    return {**spent, "judge": judge, "total": total}
