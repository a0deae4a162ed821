"""Entries: what the journal keeps, each bound to the one before it by its hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from companion.journal.errors import Damaged

CAMERAS = ("camera", "demo")  # the authors of what no person said


class Kind(StrEnum):
    """What an entry tells."""

    SETUP = "setup"  # the table as it was first laid
    LAID = "laid"  # a card of the first Conclave, set by hand
    DECISION = "decision"  # a decision and all events that follow from it
    CORRECTION = "correction"  # another decision in the place of a past one, or none
    DISPUTE = "dispute"  # opened, upheld or overturned
    COUNT = "count"  # the zones at the end of the game, shown, said and counted


@dataclass(frozen=True, slots=True)
class Note:
    """An entry before it has a place: who says what, why, and with which pictures."""

    kind: Kind
    body: str  # lines of the game's own notation
    author: str
    reason: str = ""
    evidence: tuple[str, ...] = ()  # digests of frames, stored before this is

    @property
    def by_camera(self) -> bool:
        """Whether no person said this."""
        return self.author in CAMERAS


@dataclass(frozen=True, slots=True)
class Entry:
    """A note in its place."""

    game: str
    place: int  # counted from 0, without gaps
    at: str  # when, in UTC; for people, never for the order
    note: Note
    previous: str
    digest: str


def first_link(game: str) -> str:
    """What the first entry of a game is bound to."""
    return hashlib.sha256(f"conclave-journal {game}".encode()).hexdigest()


def seal(game: str, place: int, at: str, note: Note, previous: str) -> Entry:
    """Bind a note to the entry before it."""
    fields = [
        game, place, at, note.kind, note.body, note.author, note.reason, list(note.evidence), previous
    ]  # fmt: skip
    text = json.dumps(fields, ensure_ascii=True, separators=(",", ":"))
    return Entry(game, place, at, note, previous, hashlib.sha256(text.encode()).hexdigest())


def require_chain(game: str, entries: Iterable[Entry]) -> None:
    """Refuse entries of which one is missing, moved or changed; the first such place is named."""
    previous = first_link(game)
    for expected, entry in enumerate(entries):
        sealed = seal(game, expected, entry.at, entry.note, previous)
        if entry != sealed:
            raise Damaged(f"game {game}", f"entry {expected} is not what was written", expected)
        previous = entry.digest
