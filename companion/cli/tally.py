"""`conclave tally`: scores the end of games, one a line."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from companion.cli.rule_options import LANGUAGES, add_rule_options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rule_options(parser, deck=None)
    parser.add_argument("--explain", choices=LANGUAGES, help="add the tally in sentences of this language")


def run(arguments: argparse.Namespace) -> int:
    """Answer each game of standard input."""
    from companion.cli.json_lines import answer_lines

    return answer_lines("tally", answerer(arguments))


def answerer(arguments: argparse.Namespace) -> Callable[[object], object]:
    """The function that answers one line under these options."""
    from companion.cli.decks import deck_limits
    from companion.cli.json_lines import BadLine
    from companion.cli.positions import zones_of
    from companion.games.conclave.errors import ConclaveError
    from companion.games.conclave.game_setup import require_players
    from companion.games.conclave.give_influence import InfluenceZone
    from companion.games.conclave.scoring import tally
    from companion.games.conclave.words.explain import explain_tally
    from companion.sharing.tally_files import tally_fields

    deck = deck_limits(arguments.deck, arguments.data) if arguments.deck is not None else None

    def answer(value: object) -> object:
        zones = zones_of(value)
        try:
            require_players(tuple(name for name, _ in zones))
            if deck is not None:
                deck.require_holds(mage for _, zone in zones for mage in zone)
        except ConclaveError as refusal:
            raise BadLine(f"players: {refusal}") from refusal
        result = tally([(name, InfluenceZone(zone)) for name, zone in zones])
        reply = tally_fields(result)
        if arguments.explain:
            reply["explanation"] = explain_tally(result, arguments.explain)
        return reply

    return answer
