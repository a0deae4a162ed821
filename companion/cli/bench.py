"""`conclave bench`: the performance table, measured now on this machine."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.cli.benchmarks.measure import Measurement

SUMMARY = "measure this machine: the performance table, as ratios within one run"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--json", action="store_true", help="one JSON line a measurement, for programs")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print, each row as soon as it is known."""
    from companion.cli.benchmarks.rules import rule_measurements

    if not arguments.json:
        print(f"{'what':58} {'measured':>12} {'reference':>12} {'ratio':>7}  {'goal':12}")
    for measurement in rule_measurements():
        print(json.dumps(_fields(measurement)) if arguments.json else _row(measurement), flush=True)
    return 0


def _row(one: Measurement) -> str:
    verdict = "" if one.holds else "  MISSED"
    figures = f"{one.measured:>12.4g} {one.reference:>12.4g} {one.ratio:>7.2f}"
    return f"{one.what:58} {figures}  {one.goal:12}{verdict}"


def _fields(one: Measurement) -> dict[str, object]:
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
