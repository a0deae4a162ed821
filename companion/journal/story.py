"""The story of a game: the fold of its entries, with corrections replayed and everything after re-judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import Cell
from companion.games.conclave.errors import AgainstTheRules, NotKnownYet
from companion.games.conclave.events import GameSetUp, TurnEvent
from companion.games.conclave.game import Game
from companion.games.conclave.game_setup import lay_card, ring_is_laid
from companion.games.conclave.position import position_at_start
from companion.journal.corrections import Correction, Laid, Replaced, StartsAt, Withdrawn, parse_correction
from companion.journal.counting import Count, ZonePhoto, count_after, parse_step
from companion.journal.decisions import decision_again, parse_events, parse_laid, parse_setup
from companion.journal.entries import Entry, Kind
from companion.journal.errors import Damaged, NotInTheGame

CORNER_UNTOLD = "corner-untold"  # said of a setup whose starting corner is only assumed


@dataclass(frozen=True, slots=True)
class Move:
    """One decision that stands, the events it led to, and the game after it."""

    place: int  # of the entry that recorded it
    author: str
    events: tuple[TurnEvent, ...]
    after: Game
    evidence: tuple[str, ...] = ()
    corrected_by: int | None = None  # the entry that last replaced it


@dataclass(frozen=True, slots=True)
class SetAside:
    """A decision that a correction before it has made impossible, and the rule that now forbids it."""

    move: Move
    refusal: AgainstTheRules | NotKnownYet | None  # None: it came after one that was refused


@dataclass(frozen=True, slots=True)
class Dispute:
    """An open question to the judge; while it is open the public tally stands still."""

    place: int  # of the entry that opened it
    author: str
    reason: str
    frozen: Game  # what everybody had seen when it was opened


@dataclass(frozen=True, slots=True)
class Settled:
    """The judge's word on the last dispute, and the game before and after it."""

    place: int  # of the entry that settled it
    author: str
    reason: str
    upheld: bool
    before: Game
    after: Game


@dataclass(frozen=True, slots=True)
class Judged:
    """A dispute of the past and the judge's word on it."""

    dispute: Dispute
    settled: Settled


@dataclass(frozen=True, slots=True)
class Story:
    """Everything told of one game so far."""

    game_id: str
    setup: GameSetUp
    started: str
    moves: tuple[Move, ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    dispute: Dispute | None = None
    judged: tuple[Judged, ...] = ()
    count: Count | None = None  # of the zones, once that was begun
    entries: int = 1
    corner_told: bool = True  # False: the first refill will show where refilling starts
    laid: tuple[Cell, ...] = ()  # the cells of the first Conclave that were laid one by one, in their order

    @property
    def first(self) -> Game:
        """The game before its first turn."""
        return Game(position_at_start(self.setup))

    @property
    def played(self) -> Game:
        """The game as far as it was played."""
        return self.moves[-1].after if self.moves else self.first

    @property
    def game(self) -> Game:
        """The game as it stands: as it was played, or with the zones as they were counted in the end."""
        if self.count is None or self.count.tallied is None:
            return self.played
        return Game(self.played.position.counted(self.count.tallied))

    @property
    def names(self) -> tuple[str, ...]:
        """The players in the order of their seats."""
        return tuple(player.name for player in self.setup.players)

    @property
    def settled(self) -> Settled | None:
        """The judge's word on the last dispute."""
        return self.judged[-1].settled if self.judged else None

    @property
    def is_being_laid(self) -> bool:
        """Whether cards of the first Conclave are still missing; a table met in mid-game misses none."""
        return not self.moves and self.count is None and not ring_is_laid(self.setup)

    def index_of(self, place: int) -> int:
        """Which of the standing moves an entry recorded."""
        for index, move in enumerate(self.moves):
            if move.place == place:
                return index
        raise NotInTheGame(place)

    def before(self, place: int) -> Game:
        """The game as the decision of that entry met it."""
        index = self.index_of(place)
        return self.moves[index - 1].after if index else self.first

    def after_entry(self, entry: Entry) -> Story:
        """The story with one more entry told."""
        told = replace(self, entries=self.entries + 1)
        match entry.note.kind:
            case Kind.LAID:
                return told._with_laid(*parse_laid(entry.note.body))
            case Kind.DECISION:
                return told._with_decision(entry)
            case Kind.CORRECTION:
                return told.corrected(parse_correction(entry.note.body, self.names), entry.place)
            case Kind.DISPUTE:
                return told._with_dispute(entry)
            case Kind.COUNT:
                return told._with_count(entry)
            case Kind.SETUP:
                raise Damaged(f"game {self.game_id}", "it is set up twice", entry.place)

    def corrected(self, correction: Correction, by: int) -> Story:
        """Put one thing right and every decision after it to the rules again."""
        again = [*self.moves, *(one.move for one in self.set_aside)]
        match correction:
            case Laid():
                setup = lay_card(self.setup, correction.cell, correction.card)
                return replace(self, setup=setup)._replayed((), again)
            case StartsAt():
                setup = replace(self.setup, starting_corner=correction.corner)
                return replace(self, setup=setup, corner_told=True)._replayed((), again)
            case Withdrawn():
                index = self.index_of(correction.place)
                return self._replayed(self.moves[:index], again[index + 1 :])
            case Replaced():
                index = self.index_of(correction.place)
                right = replace(self.moves[index], events=correction.events, corrected_by=by)
                return self._replayed(self.moves[:index], [right, *again[index + 1 :]])

    def _replayed(self, kept: tuple[Move, ...], again: Sequence[Move]) -> Story:
        """Moves that stand, then moves to be judged anew; those that no longer fit are set aside."""
        told = replace(self, moves=kept, set_aside=())
        for count, move in enumerate(again):
            try:
                game, events = told.played.apply(decision_again(move.events, told.played))
            except (AgainstTheRules, NotKnownYet) as refusal:
                rest = [SetAside(move, refusal), *(SetAside(one, None) for one in again[count + 1 :])]
                return replace(told, set_aside=tuple(rest))
            told = replace(told, moves=(*told.moves, replace(move, events=events, after=game)))
        return told

    def _with_laid(self, cell: Cell, card: Mage | None) -> Story:
        others = tuple(one for one in self.laid if one != cell)
        laid = others if card is None else (*others, cell)
        return replace(self, setup=lay_card(self.setup, cell, card), laid=laid)

    def _with_decision(self, entry: Entry) -> Story:
        events = parse_events(entry.note.body, self.names)
        after = self.played.after(events)
        move = Move(entry.place, entry.note.author, events, after, entry.note.evidence)
        return replace(self, moves=(*self.moves, move), set_aside=())  # play went on without those set aside

    def _with_dispute(self, entry: Entry) -> Story:
        if entry.note.body == "opened":
            return replace(
                self, dispute=Dispute(entry.place, entry.note.author, entry.note.reason, frozen=self.game)
            )
        if self.dispute is None:
            return self
        upheld, before = entry.note.body == "upheld", self.dispute.frozen
        word = Settled(entry.place, entry.note.author, entry.note.reason, upheld, before, self.game)
        return replace(self, dispute=None, judged=(*self.judged, Judged(self.dispute, word)))

    def _with_count(self, entry: Entry) -> Story:
        step, photo = parse_step(entry.note.body), ZonePhoto(entry.place, entry.note.evidence)
        try:
            return replace(self, count=count_after(self.count, step, self.names, photo))
        except ValueError as problem:
            raise Damaged(f"game {self.game_id}", str(problem), entry.place) from problem


def tell(entries: Iterable[Entry]) -> Story:
    """Fold the entries of one game, its setup first."""
    story: Story | None = None
    for entry in entries:
        if story is not None:
            story = story.after_entry(entry)
        elif entry.note.kind is Kind.SETUP:
            told = entry.note.reason != CORNER_UNTOLD
            story = Story(entry.game, parse_setup(entry.note.body), entry.at, corner_told=told)
        else:
            raise Damaged(f"game {entry.game}", "it does not begin with a setup", 0)
    if story is None:
        raise ValueError("a story has at least a setup")
    return story
