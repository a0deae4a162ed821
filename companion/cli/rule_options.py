"""The options that commands about the rules share: which edition, which deck, which language."""

from __future__ import annotations

import argparse

from companion.cli.data_folder import add_data_option

EDITIONS = ("conclave", "kleine-klaeffer")
LANGUAGES = ("en", "es")


def add_rule_options(parser: argparse.ArgumentParser, deck: str | None) -> None:
    """Declare --edition, --deck and --data."""
    parser.add_argument(
        "--edition",
        choices=EDITIONS,
        default=EDITIONS[0],
        help="whose rules for a Magic Crisis (%(default)s)",
    )
    unlimited = (
        "refuse more copies of a card than this deck holds" if deck is None else "the deck (%(default)s)"
    )
    parser.add_argument("--deck", metavar="NAME", default=deck, help=unlimited)
    add_data_option(parser)
