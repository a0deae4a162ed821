"""What the table and the process that watches it say to each other."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import Cell
from companion.server.camera import CameraView, Sighted
from companion.table.underway import Underway
from companion.watching.happenings import WatchEvent
from companion.watching.opening import Opening

# --- to the process that watches ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Follow:
    """Watch for this game: one that goes on, or one that begins when the table shows it.

    `waiting` says that nobody has begun one: cards are looked for, and a film stands still.
    """

    generation: int
    opening: Opening
    underway: Underway | None = None
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class GoOnFrom:
    """People decided or corrected something: explain the table from this game on."""

    generation: int
    underway: Underway


@dataclass(frozen=True, slots=True)
class SayCard:
    """A person's word for what lies in a cell."""

    cell: Cell
    card: Mage | None


@dataclass(frozen=True, slots=True)
class PushFrame:
    """A picture that a phone brought."""

    jpeg: bytes


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """Show the film from its beginning."""


Wish = Follow | GoOnFrom | SayCard | PushFrame | PlayAgain

# --- from it ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Happened:
    """What was seen, told of the game that the watcher was last given."""

    generation: int
    events: tuple[WatchEvent, ...]


@dataclass(frozen=True, slots=True)
class Doing:
    """How the camera is doing and what it asks; `layout` is what the table shows, as codes.

    `guessed` are the cells whose card is only the likeliest one, whether anybody is asked yet or not.
    """

    view: CameraView
    layout: tuple[str, ...] = ()
    guessed: tuple[tuple[int, int], ...] = ()


Word = Happened | Doing | Sighted
