"""`conclave resolve`: judges positions, one a line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.cli.rule_options import LANGUAGES, add_rule_options

if TYPE_CHECKING:
    from companion.games.conclave.conclave import Cell
    from companion.games.conclave.gain_followers import Line
    from companion.games.conclave.verdict import Verdict

SUMMARY = "judge positions: who follows the Emissary, is it a Magic Crisis (JSON Lines)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rule_options(parser, deck=None)
    parser.add_argument("--explain", choices=LANGUAGES, help="add the verdict in sentences of this language")


def run(arguments: argparse.Namespace) -> int:
    """Answer each position of standard input."""
    from companion.cli.json_lines import answer_lines
    from companion.games.conclave.errors import ConclaveError

    return answer_lines("resolve", answerer(arguments), (ConclaveError,))


def answerer(arguments: argparse.Namespace) -> Callable[[object], object]:
    """The function that answers one line under these options."""
    from companion.cli.decks import deck_list
    from companion.cli.positions import position_of
    from companion.games.conclave.components import Mage
    from companion.games.conclave.rulings import Edition
    from companion.games.conclave.verdict import judge
    from companion.games.conclave.words.explain import explain_verdict

    edition = Edition(arguments.edition)
    deck = deck_list(arguments.deck) if arguments.deck else None

    def answer(value: object) -> object:
        conclave, emissary_cell = position_of(value)
        if deck is not None:
            deck.require_holds(card for card in conclave.cards if isinstance(card, Mage))
        verdict = judge(conclave, emissary_cell, edition)
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
        "taken": [_cell_field(taken.cell) for taken in verdict.taken],
        "rulings": verdict.rulings,
        "stands_apart": verdict.stands_apart,
    }


def _line_fields(line: Line) -> dict[str, object]:
    return {
        "cells": [_cell_field(cell) for cell in line.cells],
        "influence": line.influence,
        "convinced": [_cell_field(taken.cell) for taken in line.convinced],
    }


def _cell_field(cell: Cell) -> tuple[int, int]:
    return cell.row, cell.column
