"""The `conclave` program: finds the command that was asked for and loads nothing else."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn, Protocol

COMMANDS = {
    "resolve": "companion.cli.resolve",
    "tally": "companion.cli.tally",
    "simulate": "companion.cli.simulate",
    "read": "companion.cli.read",
    "bench": "companion.cli.bench",
    "deck": "companion.cli.deck",
    "mat": "companion.cli.mat",
}
DESCRIPTION = "The companion for the card game Cónclave: it judges, tallies and explains."
BAD_INPUT = 2
INTERRUPTED = 130


class UsageError(Exception):
    """Bad usage or bad input: one clear line for the person who typed it."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


class CommandModule(Protocol):
    """What each module in this package offers."""

    SUMMARY: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Carry the command out; the exit status."""


def command_module(name: str) -> CommandModule:
    """The module behind a command."""
    module: CommandModule = importlib.import_module(COMMANDS[name])
    return module


def command_parser(name: str) -> argparse.ArgumentParser:
    """The parser of one command."""
    module = command_module(name)
    parser = Parser(prog=f"conclave {name}", description=module.SUMMARY)
    module.add_arguments(parser)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; the exit status is 0, or 2 for bad usage or input."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        return _run(words)
    except UsageError as problem:
        print(f"conclave {words[0]}: {problem}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the answers has left. Python flushes once more on exit: give it a place to do so.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(words: list[str]) -> int:
    if words and words[0] in COMMANDS:
        arguments = command_parser(words[0]).parse_args(words[1:])
        status = command_module(words[0]).run(arguments)
        sys.stdout.flush()
        return status
    return _without_command(words)


def _without_command(words: list[str]) -> int:
    parser = Parser(
        prog="conclave",
        description=DESCRIPTION,
        epilog="\n".join(f"  {name:10} {command_module(name).SUMMARY}" for name in COMMANDS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="conclave [-h] [--version] COMMAND …",
    )
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    arguments, rest = parser.parse_known_args(words)
    if arguments.version:
        from importlib.metadata import version

        print(f"conclave {version('conclave-companion')}")
        return 0
    if rest:
        parser.error(f"unknown command {rest[0]!r}; there are {', '.join(COMMANDS)}")
    parser.print_help()
    return 0 if not words else BAD_INPUT
