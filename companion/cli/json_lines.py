"""JSON Lines in, JSON Lines out: one answer a line, in order, streaming; a bad line never stops the rest."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO, NoReturn

LONGEST_LINE = 1 << 20  # bytes; the longest honest tally is a few kilobytes
BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # some Windows shells put one before piped text


class BadLine(Exception):
    """A line that cannot be answered; the message names the field."""


Answer = Callable[[object], object]


def answer_lines(command: str, answer: Answer, refusals: tuple[type[Exception], ...]) -> int:
    """Answer every line of standard input; the exit status is 2 if any could not be."""
    failed = total = 0
    unanswerable: tuple[type[Exception], ...] = (BadLine, *refusals)
    write, flush = sys.stdout.buffer.write, sys.stdout.buffer.flush
    for number, line in enumerate(_lines(sys.stdin.buffer), start=1):
        total = number
        try:
            reply = answer(parse_line(line))
        except unanswerable as problem:
            reply = {"error": str(problem), "line": number}
            failed += 1
        write(json.dumps(reply).encode() + b"\n")
        flush()
    if failed:
        print(f"conclave {command}: {failed} of {total} lines could not be answered", file=sys.stderr)
    return 2 if failed else 0


def parse_line(line: bytes) -> object:
    """The JSON value of a line, refusing what is not JSON to the letter."""
    if len(line) > LONGEST_LINE:
        raise BadLine(f"the line is longer than {LONGEST_LINE} bytes")
    try:
        value: object = _DECODE(line.decode())
    except RecursionError:
        raise BadLine("not JSON: nested too deeply") from None
    except ValueError as problem:
        raise BadLine(f"not JSON: {problem}") from None
    return value


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Each line, cut off once it is too long; blank lines at the end of the input do not count."""
    blank = 0
    first = True
    while line := source.readline(LONGEST_LINE + 1):
        if first:
            line, first = line.removeprefix(BYTE_ORDER_MARK), False
        if not line.strip():
            blank += 1
            continue
        yield from [b""] * blank
        blank = 0
        yield line
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = source.readline(LONGEST_LINE + 1)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON value")


def _no_field_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"field {twice[:40]!r} is given twice")
    return fields


_DECODE = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=_no_field_twice).decode
