"""Zip files written in one way only, so that every byte of one can be checked.

Nothing is compressed, no date or right is kept, names stand in a given order: the same content is always the
same bytes, on every machine. What differs anywhere, even in the zip's own tables, is not what was written.
Nothing is ever unpacked to a disk, and no file can unfold into more than its own size.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

LOCAL, CENTRAL, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_LOCAL_FORM, _CENTRAL_FORM, _END_FORM = "<4s5H3L2H", "<4s6H3L5H2L", "<4s4H2LH"
_VERSION, _STORED, _UTF8_NAMES = 20, 0, 1 << 11
_DAY = (1 << 5) | 1  # 1 January 1980, the first day a zip knows
_PLAIN_FILE = 0o100644 << 16
_MADE_ON_UNIX = (3 << 8) | _VERSION
_LONGEST_NAME = 200
MOST_MEMBERS = 20_000
LARGEST_ARCHIVE = 512 * 2**20


class NotAsWritten(ValueError):
    """Bytes that `pack` would not have written; `at` is the first of them, `inside` the member it lies in."""

    def __init__(self, at: int, inside: str, problem: str) -> None:
        super().__init__(f"byte {at}{f', in {inside}' if inside else ''}: {problem}")
        self.at = at
        self.inside = inside


@dataclass(frozen=True, slots=True)
class _Member:
    name: bytes
    content: bytes
    at: int

    @property
    def local(self) -> bytes:
        return struct.pack(_LOCAL_FORM, LOCAL, _VERSION, *self._facts, len(self.name), 0) + self.name

    @property
    def central(self) -> bytes:
        rights = (0, 0, 0, 0, _PLAIN_FILE, self.at)
        head = struct.pack(
            _CENTRAL_FORM, CENTRAL, _MADE_ON_UNIX, _VERSION, *self._facts, len(self.name), *rights
        )
        return head + self.name

    @property
    def _facts(self) -> tuple[int, ...]:
        size = len(self.content)
        return _UTF8_NAMES, _STORED, 0, _DAY, zlib.crc32(self.content), size, size


def pack(members: Mapping[str, bytes]) -> bytes:
    """These members as a zip file, in their order."""
    if len(members) > MOST_MEMBERS:
        raise ValueError(f"expected at most {MOST_MEMBERS} members, got {len(members)}")
    packed, table = bytearray(), bytearray()
    for name, content in members.items():
        member = _Member(name.encode(), content, len(packed))
        packed += member.local + content
        table += member.central
    at, count = len(packed), len(members)
    packed += table + struct.pack(_END_FORM, END, 0, 0, count, count, len(table), at, 0)
    if len(packed) > LARGEST_ARCHIVE:
        raise ValueError(f"expected at most {LARGEST_ARCHIVE} bytes, got {len(packed)}")
    return bytes(packed)


def unpack(packed: bytes) -> dict[str, bytes]:
    """The members of a file that `pack` wrote; `NotAsWritten` names the first byte that it did not write."""
    if len(packed) > LARGEST_ARCHIVE:
        raise NotAsWritten(LARGEST_ARCHIVE, "", "the file is too large")
    members, place = _walk(packed)
    again = pack(members)
    if again != packed:
        at = next(
            (at for at in range(place, len(again)) if packed[at : at + 1] != again[at : at + 1]), len(again)
        )
        raise NotAsWritten(at, "", "the zip's table is not what was written")
    return members


def _walk(packed: bytes) -> tuple[dict[str, bytes], int]:
    """Every member in order, each checked as it comes, and where the table begins."""
    members: dict[str, bytes] = {}
    place = 0
    while packed[place : place + 4] == LOCAL:
        name, content = _member_at(packed, place)
        if name in members:
            raise NotAsWritten(place, name, "it is there twice")
        if len(members) == MOST_MEMBERS:
            raise NotAsWritten(place, name, "there are too many members")
        members[name] = content
        place += struct.calcsize(_LOCAL_FORM) + len(name.encode()) + len(content)
    return members, place


def _member_at(packed: bytes, place: int) -> tuple[str, bytes]:
    start = place + struct.calcsize(_LOCAL_FORM)
    if start > len(packed):
        raise NotAsWritten(len(packed), "", "the file is cut short")
    *_, size, name_length, _ = struct.unpack(_LOCAL_FORM, packed[place:start])
    if name_length > _LONGEST_NAME:
        raise NotAsWritten(place + 26, "", "a name is too long")
    raw = packed[start : start + name_length]
    try:
        name = raw.decode()
    except UnicodeDecodeError as problem:
        raise NotAsWritten(start, "", "a name is no text") from problem
    content = packed[start + name_length : start + name_length + size]
    written = _Member(raw, content, place).local
    found = packed[place : start + name_length]
    if found != written or len(content) != size:
        at = next(
            (at for at, (one, other) in enumerate(zip(found, written, strict=False)) if one != other), 0
        )
        raise NotAsWritten(place + at, name, "it is not what was written")
    return name, content
