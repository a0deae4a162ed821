"""`conclave bench`: the performance table, measured now on this machine."""

from __future__ import annotations

import argparse
import json

from companion.cli.benchmarks.measure import Measurement, NotMeasured


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--json", action="store_true", help="one JSON line a measurement, for programs")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print, each row as soon as it is known."""
    from itertools import chain

    from companion.cli.benchmarks.finding import finding_measurements
    from companion.cli.benchmarks.reading import reading_measurements
    from companion.cli.benchmarks.rules import rule_measurements

    if not arguments.json:
        print(f"{'what':50} {'measured':>9} {'against':42} {'ratio':>6}  goal")
    for measurement in chain(rule_measurements(), finding_measurements(), reading_measurements()):
        print(json.dumps(_fields(measurement)) if arguments.json else _row(measurement), flush=True)
    return 0


def _row(one: Measurement | NotMeasured) -> str:
    if not isinstance(one, Measurement):
        return f"{one.what:50} not measured: {one.reason}"
    against = f"{one.against} ({one.reference:.3g})"
    verdict = "" if one.holds else "  MISSED"
    return f"{one.what:50} {one.measured:>9.4g} {against:42} {one.ratio:>6.2f}  {one.goal}{verdict}"


def _fields(one: Measurement | NotMeasured) -> dict[str, object]:
    if isinstance(one, NotMeasured):
        return {"what": one.what, "not_measured": one.reason}
    return {
        "what": one.what,
        "unit": one.unit,
        "measured": one.measured,
        "against": one.against,
        "reference": one.reference,
        "ratio": one.ratio,
        "goal": one.goal,
        "holds": one.holds,
    }
