"""JSON Lines in, JSON Lines out: one answer a line, in order, streaming; a bad line never stops the rest."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO, NoReturn

from companion.cli.main import complain

AT_ONCE = 1 << 16  # bytes asked for in one read
LONGEST_LINE = 1 << 20  # bytes; the longest honest tally is a few kilobytes
BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # some Windows shells put one before piped text


class BadLine(Exception):
    """A line that cannot be answered; the message names the field."""


Answer = Callable[[object], object]


def answer_lines(command: str, answer: Answer) -> int:
    """Answer every line of standard input; the exit status is 2 if any could not be."""
    if sys.stdin is None:
        raise OSError("standard input is closed")
    calm_collector()
    failed = number = 0
    for lines in _lines_as_they_come(sys.stdin.buffer):
        for line in lines:
            number += 1
            try:
                reply = answer(parse_line(line))
            except BadLine as problem:
                reply = {"error": str(problem), "line": number}
                failed += 1
            sys.stdout.buffer.write(print_line(reply))
        sys.stdout.buffer.flush()
    if failed:
        complain(f"conclave {command}: {failed} of {number} lines could not be answered")
    return 2 if failed else 0


def calm_collector() -> None:
    """Look for circles of garbage less often: answers make none, and looking costs time."""
    gc.set_threshold(100_000)


def print_line(reply: object) -> bytes:
    """An answer as one line of JSON."""
    return _ENCODE(reply).encode() + b"\n"


def parse_line(line: bytes) -> object:
    """The JSON value of a line, refusing what is not JSON to the letter."""
    if len(line) > LONGEST_LINE:
        raise BadLine(f"the line is longer than {LONGEST_LINE} bytes")
    try:
        value: object = _DECODE(line.removeprefix(BYTE_ORDER_MARK).decode())
    except RecursionError:
        raise BadLine("not JSON: nested too deeply") from None
    except ValueError as problem:
        raise BadLine(
            f"not JSON: {str(problem).partition(';')[0]}"
        ) from None  # Python adds advice to its users
    return value


def _lines_as_they_come(source: BinaryIO) -> Iterator[list[bytes]]:
    """Whatever whole lines each read brings, so that answers never wait for more input."""
    blank = 0  # blank lines at the end of the input do not count
    for lines in _whole_lines(source):
        answerable: list[bytes] = []
        for line in lines:
            if line.strip():
                answerable += [b""] * blank
                answerable.append(line)
                blank = 0
            else:
                blank += 1
        yield answerable


def _whole_lines(source: BinaryIO) -> Iterator[list[bytes]]:
    """The lines of each read; one that grows too long is cut off, and its rest passed over."""
    rest = b""
    read = getattr(source, "read1", source.read)
    cut = False
    while chunk := read(AT_ONCE):
        *lines, rest = (rest + chunk).split(b"\n")
        if cut and lines:
            lines, cut = lines[1:], False
        if cut:
            rest = b""
        elif len(rest) > LONGEST_LINE:
            lines.append(rest[: LONGEST_LINE + 1])
            rest, cut = b"", True
        yield lines
    if not cut:
        yield [rest]


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON value")


def _no_field_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"field {twice[:40]!r} is given twice")
    return fields


_ENCODE = json.JSONEncoder(check_circular=False).encode  # our answers hold no circles
_DECODE = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=_no_field_twice).decode
