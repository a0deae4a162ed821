"""Corrections: what replaces a past decision. The past entry stays as it was written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import Cell, Corner
from companion.games.conclave.events import TurnEvent
from companion.journal.decisions import parse_events, parse_laid, print_events, print_laid
from companion.journal.errors import Damaged


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The decision of an entry did not happen: undo."""

    place: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """Another decision was made in the place of that entry's."""

    place: int
    events: tuple[TurnEvent, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """Another card lay in the first Conclave."""

    cell: Cell
    card: Mage | None


@dataclass(frozen=True, slots=True)
class StartsAt:
    """Refilling starts from another corner."""

    corner: Corner


Correction = Withdrawn | Replaced | Laid | StartsAt


def print_correction(correction: Correction, names: Sequence[str]) -> str:
    """A correction as text, its first line saying what is corrected."""
    match correction:
        case Withdrawn():
            return f"withdraw {correction.place}"
        case Laid():
            return f"lay {print_laid(correction.cell, correction.card)}"
        case StartsAt():
            return f"corner {correction.corner}"
        case Replaced():
            return f"replace {correction.place}\n{print_events(correction.events, names)}"


def parse_correction(text: str, names: Sequence[str]) -> Correction:
    """The correction that a text tells."""
    first, _, rest = text.partition("\n")
    word, _, facts = first.partition(" ")
    match word:
        case "withdraw":
            return Withdrawn(_place(facts))
        case "replace":
            return Replaced(_place(facts), parse_events(rest, names))
        case "lay":
            return Laid(*parse_laid(facts))
        case "corner":
            return StartsAt(_corner(facts))
    raise Damaged("a correction", f"{first[:60]!r}")


def _corner(text: str) -> Corner:
    if text not in list(Corner):
        raise Damaged("a correction", f"{text[:20]!r} is no corner")
    return Corner(text)


def _place(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise Damaged("a correction", f"{text[:20]!r} is no entry")
    return int(text)
