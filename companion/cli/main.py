"""The `conclave` program: finds the command that was asked for and loads nothing else."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn, Protocol

# Each command is the module of its name in this package. The summaries stand here so that --help loads none.
COMMANDS = {
    "resolve": "judge positions: who follows the Emissary, is it a Magic Crisis (JSON Lines)",
    "tally": "tally the end of games: control, Resentment Points, winners (JSON Lines)",
    "simulate": "play random legal games to the end, the same for the same seed",
    "find": "say where the cards lie in photos of a table, of any game",
    "read": "read the cards in photos of a table: which Mage lies in which cell, and how sure",
    "check": "judge one photo: who follows the Emissary, is it a Magic Crisis, what must be asked first",
    "watch": "follow a game through a camera, a video or stills, and say what happens as it happens",
    "teach": "teach it your own deck from photos or scans of the cards",
    "serve": "open the table: phones scan a code and follow, enter and judge the game",
    "verify": "re-check an exported game: hashes, readings against its frames, verdicts against the rules",
    "doctor": "check camera, light, models, data folder and network, and say how to mend what is wrong",
    "bench": "measure this machine: the performance table, as ratios within one run",
    "deck": "list, export and import decks, and print the house deck",
    "lens": "measure how a camera's lens bends straight lines, with a printed board",
    "mat": "write the printable corner tiles (PDF)",
}
DESCRIPTION = "The companion for the card game Cónclave: it sees, judges, tallies and explains."
BAD_INPUT = 2
INTERRUPTED = 130


class UsageError(Exception):
    """Bad usage or bad input: one clear line for the person who typed it."""


def complain(line: str) -> None:
    """Say what is wrong on standard error; where that is closed, nowhere, and never among the answers."""
    if sys.stderr is not None:
        print(line, file=sys.stderr)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        complain(f"{self.prog}: {message} (see {self.prog} --help)")
        raise SystemExit(BAD_INPUT)


class CommandModule(Protocol):
    """What each command's module offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Carry the command out; the exit status."""


def command_module(name: str) -> CommandModule:
    """The module behind a command."""
    module: CommandModule = importlib.import_module(f"companion.cli.{name}")
    return module


def command_parser(name: str) -> argparse.ArgumentParser:
    """The parser of one command."""
    parser = Parser(prog=f"conclave {name}", description=COMMANDS[name])
    command_module(name).add_arguments(parser)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; the exit status is 0, or 2 for bad usage or input."""
    words = list(sys.argv[1:] if argv is None else argv)
    # The matrices of the reader are small: threads wait for each other longer than they work.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        return _run(words)
    except UsageError as problem:
        complain(f"conclave {words[0]}: {problem}")
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_what_is_left_to_print()  # whoever read the answers has left
        return 0
    except OSError as problem:  # a full disk, a device that is gone: commands name their own files themselves
        _drop_what_is_left_to_print()
        complain(f"conclave {words[0] if words else ''}: {problem.strerror or problem}")
        return BAD_INPUT


def _drop_what_is_left_to_print() -> None:
    """Python flushes once more on exit: give it a place to do so."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    if sys.stdout is None:
        raise OSError("standard output is closed")
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
        epilog="\n".join(f"  {name:10} {summary}" for name, summary in COMMANDS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="conclave [-h] [--version] COMMAND …",
    )
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    arguments, rest = parser.parse_known_args(words)
    if rest:
        parser.error(f"unknown command {rest[0]!r}; there are {', '.join(COMMANDS)}")
    if arguments.version:
        from importlib.metadata import version

        print(f"conclave {version('conclave-companion')}")
        return 0
    parser.print_help()
    return 0 if not words else BAD_INPUT
