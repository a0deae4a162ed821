"""`conclave resolve`: judges positions, one a line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.cli.rule_options import LANGUAGES, add_rule_options

if TYPE_CHECKING:
    from companion.games.conclave.gain_followers import Line, Taken
    from companion.games.conclave.verdict import Verdict


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rule_options(parser, deck=None)
    parser.add_argument("--explain", choices=LANGUAGES, help="add the verdict in sentences of this language")


def run(arguments: argparse.Namespace) -> int:
    """Answer each position of standard input."""
    from companion.cli.json_lines import answer_lines

    return answer_lines("resolve", answerer(arguments))


def answerer(arguments: argparse.Namespace) -> Callable[[object], object]:
    """The function that answers one line under these options."""
    from companion.cli.decks import deck_limits
    from companion.cli.json_lines import BadLine
    from companion.cli.positions import position_of
    from companion.games.conclave.components import Mage
    from companion.games.conclave.errors import ConclaveError
    from companion.games.conclave.rulings import Edition
    from companion.games.conclave.verdict import judge
    from companion.games.conclave.words.explain import explain_verdict

    edition = Edition(arguments.edition)
    deck = deck_limits(arguments.deck, arguments.data) if arguments.deck is not None else None

    def answer(value: object) -> object:
        conclave, emissary_cell = position_of(value)
        try:
            if deck is not None:
                deck.require_holds(card for card in conclave.cards if isinstance(card, Mage))
            verdict = judge(conclave, emissary_cell, edition)
        except ConclaveError as refusal:
            raise BadLine(f"grid: {refusal}") from refusal
        reply = verdict_fields(verdict)
        if arguments.explain:
            reply["explanation"] = explain_verdict(verdict, arguments.explain)
        return reply

    return answer


def verdict_fields(verdict: Verdict) -> dict[str, object]:
    """A verdict as the contract writes it."""
    return {
        "column": _line_fields(verdict.column),
        "row": _line_fields(verdict.row),
        "magic_crisis": verdict.magic_crisis,
        "taken": _taken_cells(verdict.taken),
        "rulings": verdict.rulings,
        "stands_apart": verdict.stands_apart,
    }


def _line_fields(line: Line) -> dict[str, object]:
    return {
        "cells": [(cell.row, cell.column) for cell in line.cells],
        "influence": line.influence,
        "convinced": _taken_cells(line.convinced),
    }


def _taken_cells(taken: tuple[Taken, ...]) -> list[tuple[int, int]]:
    return [(one.cell.row, one.cell.column) for one in taken]
