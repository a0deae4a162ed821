"""What a watcher tells: plain values, each with its frame, its time and the evidence it rests on."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from companion.games.conclave.commands import Command
from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import Cell, Corner
from companion.games.conclave.events import GameSetUp
from companion.games.conclave.game import Game
from companion.games.conclave.verdict import Verdict
from companion.table.layout import ConfirmedLayout
from companion.table.referee import Discrepancy, EmissarySeen, Notice
from vision.lattice import Lattice
from vision.readings import CardReading, TableReading


@dataclass(frozen=True, slots=True)
class LayoutConfirmed:
    """The frames agree on all sixteen cells: something new lies there, or the game begins.

    `guessed` are cells whose card is only the likeliest one: they must be asked about.
    """

    layout: ConfirmedLayout
    guessed: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class GameBegun:
    """The table shows a Conclave to play from; `mid_game` if that is not the ring of the setup.

    `assumed` names what nobody said and no camera sees: `first_player`, `starting_corner`, `cards_removed`.
    """

    setup: GameSetUp
    mid_game: bool
    assumed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameResumed:
    """A game that had stopped goes on where it stopped, whatever the table shows by now."""

    players: tuple[str, ...]
    player: str
    turn: int


@dataclass(frozen=True, slots=True)
class MagicCrisisSeen:
    """The Emissary just sent filled the Conclave and convinced nobody."""

    player: str
    mage: Mage
    cell: Cell
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class TurnOver:
    """Nothing is left to do but the draw, which no camera sees. `upcoming` is next, if anybody is."""

    player: str
    upcoming: str | None


@dataclass(frozen=True, slots=True)
class StartingCornerSeen:
    """The first refill that tells showed where refilling starts; nobody had said so before."""

    corner: Corner


@dataclass(frozen=True, slots=True)
class CardReadAnew:
    """A card that had only been guessed, or asked about, is another one: what followed was judged again."""

    cell: Cell
    before: Mage
    mage: Mage


@dataclass(frozen=True, slots=True)
class CardSettled:
    """A card that was unsure is sure now by further looks, or by all that is seen none lies there.

    Whatever was told with that cell in doubt holds, unless it was taken back in the same moment.
    """

    cell: Cell
    mage: Mage | None


@dataclass(frozen=True, slots=True)
class CellsCovered:
    """A hand or a thing lies over these cells: nothing is said of them until it is gone."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class CardAsked:
    """A card stays unsure although nothing moves: nudge it a little, or say what it is."""

    cell: Cell
    reading: CardReading


@dataclass(frozen=True, slots=True)
class TableLost:
    """The grid of cards is out of sight; `reason` is what a person can do about it."""

    reason: str


@dataclass(frozen=True, slots=True)
class TableFound:
    """The grid of cards is in sight again."""


@dataclass(frozen=True, slots=True)
class CameraStalled:
    """No frames come; play can go on by hand. `words` say what the source's health says."""

    words: str


@dataclass(frozen=True, slots=True)
class CameraBack:
    """Frames come again."""


Happening = (
    Notice
    | LayoutConfirmed
    | GameBegun
    | GameResumed
    | MagicCrisisSeen
    | TurnOver
    | StartingCornerSeen
    | CardReadAnew
    | CardSettled
    | CellsCovered
    | CardAsked
    | TableLost
    | TableFound
    | CameraStalled
    | CameraBack
)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What was seen: the frame as a JPEG, where the cells lay in it, and what was read last in each.

    `pieces` are what an entry cites: the frame and all that is needed to read it again, once somebody has
    testified to it (see companion.witness); the frame alone otherwise.
    """

    frame_jpeg: bytes
    lattice: Lattice | None
    reading: TableReading
    pieces: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class WatchEvent:
    """One thing that happened at the table.

    `commands` are what it means to the game, in order: a journal records them with the evidence's frame.
    Decisions that no camera sees, such as the draw, stand before the one that shows they were made.
    `unsure` are cells that a person should look at before the event is relied on.
    """

    frame: int
    seconds: float
    happening: Happening
    evidence: Evidence | None = field(default=None, compare=False)
    commands: tuple[Command, ...] = ()
    unsure: tuple[Cell, ...] = ()


class Watching(StrEnum):
    """What a watcher is doing."""

    SEARCHING = "searching"  # no grid of cards has been found yet
    WAITING = "waiting"  # cards are being laid: no game has begun
    FOLLOWING = "following"  # the table and the rules agree
    LOST_THREAD = "lost-thread"  # the table cannot be explained; resumes when it fits again
    TABLE_LOST = "table-lost"  # the grid is out of sight


@dataclass(frozen=True, slots=True, eq=False)
class WatchState:
    """The present moment, for a preview: where the cells are, what they show, what is in doubt."""

    watching: Watching
    lattice: Lattice | None
    layout: ConfirmedLayout
    reading: TableReading
    covered: tuple[Cell, ...]
    to_ask: tuple[Cell, ...]
    guessed: tuple[Cell, ...]
    game: Game | None
    discrepancy: Discrepancy | None


def verdict_of(event: WatchEvent) -> Verdict | None:
    """The verdict an event brings, if it does."""
    if isinstance(event.happening, EmissarySeen | MagicCrisisSeen):
        return event.happening.verdict
    return None
