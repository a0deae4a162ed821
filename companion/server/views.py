"""Views: what phones are shown of a game, as plain values. Hands and decks appear only as counts."""

from __future__ import annotations

from dataclasses import dataclass

from companion.server.camera import CameraView


@dataclass(frozen=True, slots=True)
class PileView:
    """One pile of an Influence Zone."""

    magic: str
    influence: int
    cards: tuple[str, ...]
    controls: bool


@dataclass(frozen=True, slots=True)
class GiftView:
    """A pile that may be given now, and to whom."""

    magic: str
    receivers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player as everybody sees them; the Resentment Points are those if the game ended now."""

    name: str
    hand: int
    followers: int
    piles: tuple[PileView, ...]
    resentment: int | None  # None: a card of some zone is not known yet
    eliminated: bool


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of a verdict."""

    cells: tuple[tuple[int, int], ...]
    influence: int
    convinces: bool


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule by its code and in words."""

    code: str
    words: str


@dataclass(frozen=True, slots=True)
class VerdictView:
    """The last verdict, in cells to light and in words."""

    place: int
    player: str
    emissary: str
    cell: tuple[int, int]
    column: LineView
    row: LineView
    magic_crisis: bool
    taken: tuple[tuple[int, int, str], ...]  # row, column, card
    sentences: tuple[str, ...]
    rulings: tuple[RuleView, ...]


@dataclass(frozen=True, slots=True)
class NextView:
    """What is expected now: lay, send, pass, draw, refill, show, count or nothing."""

    action: str
    player: str | None
    cells: tuple[tuple[int, int], ...] = ()  # where cards may or must go, in order
    decks: tuple[str, ...] = ()
    gifts: tuple[GiftView, ...] = ()
    hands: tuple[tuple[str, int], ...] = ()  # whose hand is still to be shown, and how many cards


@dataclass(frozen=True, slots=True)
class TallyView:
    """Who would win now; final once every hand has been shown."""

    frozen: bool
    final: bool
    winners: tuple[str, ...]
    sentences: tuple[str, ...]
    rulings: tuple[RuleView, ...]


@dataclass(frozen=True, slots=True)
class DisputeView:
    """The open dispute."""

    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class ChangeView:
    """What the judge's word changed for one player: points and followers, before and after, and cards."""

    player: str
    resentment: tuple[int | None, int | None]
    followers: tuple[int, int]
    gained: tuple[str, ...]
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SettledView:
    """The judge's word on the last dispute."""

    place: int
    author: str
    reason: str
    upheld: bool
    changes: tuple[ChangeView, ...]  # of the players for whom something changed


@dataclass(frozen=True, slots=True)
class DisputeToldView:
    """A dispute that was opened after a decision, and the judge's word on it if it was spoken."""

    author: str
    reason: str
    upheld: bool | None = None
    settled_by: str = ""
    settled_reason: str = ""


@dataclass(frozen=True, slots=True)
class ToldView:
    """A decision and what came of it, in words; `entry` says who entered it, to judges only."""

    place: int
    turn: int
    player: str
    sentences: tuple[str, ...]
    corrected: bool
    author: str | None = None
    decision: str | None = None  # in the notation, for corrections
    frame: bool = False  # whether a frame was kept, to judges only
    disputes: tuple[DisputeToldView, ...] = ()


@dataclass(frozen=True, slots=True)
class SetAsideView:
    """A decision that a correction has made impossible."""

    place: int
    sentence: str
    rule: RuleView | None


@dataclass(frozen=True, slots=True)
class View:
    """One moment of a game as one audience sees it."""

    game: str
    entries: int
    language: str
    stage: str  # laying, rounds, last-turns, showing-hands, counting, over
    edition: str
    starting_corner: str
    turn: int
    phase: str
    player: str
    conclave: tuple[str | None, ...]
    cards_left: int | None
    possible: tuple[str, ...]  # cards that do not lie open yet, each as often as there are copies left
    players: tuple[PlayerView, ...]
    next: NextView
    verdict: VerdictView | None
    tally: TallyView
    dispute: DisputeView | None
    settled: SettledView | None
    told: tuple[ToldView, ...]  # the latest first
    set_aside: tuple[SetAsideView, ...]
    can_undo: int | None  # the place of the last decision
    last_laid: tuple[int, int] | None  # before the first turn: the cell whose card was laid last
    camera: CameraView | None = None  # None: the game is entered by hand
