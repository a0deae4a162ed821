"""Follows the table from glimpse to glimpse: what was read, what rests, what that means. No pixels here."""

from __future__ import annotations

from dataclasses import replace

from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import CELLS, Cell
from companion.games.conclave.game import Game
from companion.table.layout import ConfirmedLayout, Doubt, Seen
from companion.table.underway import Underway
from companion.watching.beliefs import Beliefs
from companion.watching.cells_by_the_rules import CellsByTheRules
from companion.watching.covered_cells import CoveredCells
from companion.watching.glimpse import NO_CELL, Glimpse
from companion.watching.gone_cards import GoneCards
from companion.watching.happenings import (
    CardAsked,
    CardSettled,
    GameBegun,
    LayoutConfirmed,
    TableFound,
    TableLost,
    Watching,
)
from companion.watching.opening import Opening, begin_game, cells_of_copies_too_many
from companion.watching.pace import Pace
from companion.watching.taken import Taken
from companion.watching.thread import GameThread, Moment, Told
from vision.readings import CardReading, CellState, TableReading

LAID_ANEW_CELLS = 4  # that differ: fewer may be a mishap with the game that had stopped


class TableFollower:
    """Keeps beliefs about the cells and the thread of the game."""

    def __init__(
        self, opening: Opening, pace: Pace, underway: Underway | None = None, anew: Opening | None = None
    ) -> None:
        self._opening, self._pace, self._anew = opening, pace, anew
        self.beliefs = Beliefs(pace)
        self.thread = None if underway is None else GameThread(underway, pace, opening.starting_corner)
        self.sure_now = NO_CELL  # cells that the last glimpse made sure
        self._glimpse = Glimpse(0.0)
        self._told_layout: ConfirmedLayout | None = None
        self._refused_layout: ConfirmedLayout | None = None
        self._last_still: ConfirmedLayout | None = None
        self._covered = CoveredCells(pace)
        self._lost_since: float | None = None
        self._lost_told = False
        self._unbroken = underway is None  # nobody looked before
        self._gone = GoneCards()
        self._hands_about = False

    @property
    def game(self) -> Game | None:
        """The game as far as the table has shown it; None before one has begun."""
        return None if self.thread is None else self.thread.game

    @property
    def _rules(self) -> CellsByTheRules:
        return CellsByTheRules(self.beliefs, self.thread, self._pace)

    @property
    def layout(self) -> ConfirmedLayout:
        """What the table shows; nothing is said of cells that changed since they were last sure."""
        return self.beliefs.layout(self._glimpse.touched)

    @property
    def watching(self) -> Watching:
        """What it is doing."""
        if self._lost_since is not None:
            return Watching.SEARCHING if self.thread is None else Watching.TABLE_LOST
        if self.thread is None:
            return Watching.SEARCHING if self._told_layout is None else Watching.WAITING
        return Watching.LOST_THREAD if self.thread.lost else Watching.FOLLOWING

    @property
    def at_peace(self) -> bool:
        """Whether nothing moves and every cell is known, or was asked about."""
        known = {*self.beliefs.to_ask, *self.beliefs.guesses}
        return not self._glimpse.restless and not self._gone and self._glimpse.touched <= known

    def misses_a_card(self, reading: TableReading) -> bool:
        """Whether a card seems to be gone, by this reading or since before."""
        return bool(self._gone) or any(self._is_gone(Cell(one.row, one.column), one) for one in reading)

    def out_of_sight(self, reason: str, seconds: float) -> list[Told]:
        """The grid of cards cannot be seen."""
        self._unbroken = False
        if self._lost_since is None:
            self._lost_since = seconds
        if self._lost_told or seconds - self._lost_since < self._pace.lost_seconds:
            return []
        self._lost_told = True
        return [Told(TableLost(reason))]

    def break_off(self) -> None:
        """No frames come: whatever happens meanwhile is not seen."""
        self._unbroken = False

    def take_in(self, glimpse: Glimpse) -> list[Told]:
        """What a frame adds, in order."""
        told = [Told(TableFound())] if self._lost_told else []
        self._lost_since, self._lost_told = None, False
        for cell in glimpse.restless:
            self.beliefs.disturb(cell)
        told += self._weigh(glimpse)
        self._glimpse = glimpse = replace(glimpse, touched=glimpse.touched - self.sure_now)
        layout = self.layout
        told += self._covered.take_in(layout, glimpse.seconds, is_first=self._told_layout is None)
        return [*told, *self._judge(layout, glimpse)]

    def finish(self) -> list[Told]:
        """Nothing more comes: say what was still being waited for."""
        if self.thread is None or self._lost_since is not None:
            return []
        seconds = self._glimpse.seconds + self._pace.discrepancy_seconds
        return self.thread.watch(self.layout, Moment(seconds, unbroken=self._unbroken))

    def say_card(self, cell: Cell, mage: Mage | None) -> list[Told]:
        """Somebody says which card lies in a cell, or that none does."""
        before = None if self.game is None else self.game.position.conclave[cell]
        told = self._read_anew(cell, before, mage)
        self.beliefs.tell(cell, mage)
        return told

    def go_on_from(self, underway: Underway) -> None:
        """Take another game for the truth."""
        if self.thread is None:
            self.thread = GameThread(underway, self._pace, self._opening.starting_corner)
        else:
            self.thread.go_on_from(underway)

    def _weigh(self, glimpse: Glimpse) -> list[Told]:
        guesses = self.beliefs.taken_for
        told: list[Told] = []
        self.sure_now = self._sure_after(glimpse)
        self.sure_now |= self._rules.believe_empty(glimpse.vacant)
        for cell in sorted(self.sure_now.intersection(guesses)):
            told += self._settled(cell, guesses[cell])
        if not self._hands_about:
            self.beliefs.guess()
        asked = [
            *self.beliefs.ask(patiently=self._hands_about),
            *self._rules.take_for_empty(),
            *([] if glimpse.restless else self._rules.take_for_cards(self.layout, self._opening.deck)),
            *self._bare_under_a_thing(glimpse.seconds),
            *self.beliefs.ask_hidden(),
        ]
        return told + [Told(CardAsked(cell, self.beliefs.reading_at(cell))) for cell in asked]

    def _settled(self, cell: Cell, guess: Taken) -> list[Told]:
        """A guessed cell is sure now; what was told by another card is judged again."""
        seen = self.beliefs.confirmed(cell)
        if isinstance(seen, Mage) and guess.may_be(seen):
            return [*self._read_anew(cell, guess.seen, seen), Told(CardSettled(cell, seen))]
        return [Told(CardSettled(cell, None))] if seen is None and guess.seen is None else []

    def _sure_after(self, glimpse: Glimpse) -> frozenset[Cell]:
        """The cells that are sure now. That a card is gone is believed only once no hand is about."""
        read = {Cell(one.row, one.column): one for one in glimpse.reading}
        bare = {cell: one for cell, one in read.items() if self._is_gone(cell, one)}
        self._gone.take_in(glimpse, bare)
        there = TableReading(
            tuple(self._rules.expected(cell, one) for cell, one in read.items() if cell not in bare)
        )
        sure = frozenset(self.beliefs.take_in(there, glimpse.alike))
        hidden = glimpse.touched - sure - frozenset(self._gone) - self.beliefs.settled - glimpse.alike
        self._hands_about = bool(glimpse.restless) or any(map(self.beliefs.is_covered, hidden))
        expected = (
            CELLS if self._pace.is_stills else self._rules.to_be_taken | self._taken_already(glimpse, sure)
        )
        left = self._gone.believed(glimpse, hidden, expected)
        gone = TableReading(tuple(self._rules.expected(cell, self._gone.pop(cell)) for cell in left))
        # What looks like a card gone too soon may be the hand that hides the digit of the one beside it.
        self._hands_about = self._hands_about or bool(self._gone)
        return sure | frozenset(self.beliefs.take_in(gone))

    def _taken_already(self, glimpse: Glimpse, sure: frozenset[Cell]) -> frozenset[Cell]:
        """Followers whom somebody took before the Emissary could be read, by all that is seen now."""
        if self.thread is None or not self._gone or glimpse.restless:
            return NO_CELL
        layout = self.beliefs.layout(glimpse.touched - sure)
        cells = [None if cell in self._gone else layout[cell] for cell in CELLS]
        return self.thread.followers_gone(ConfirmedLayout(tuple(cells)))

    def _is_gone(self, cell: Cell, reading: CardReading) -> bool:
        return reading.state is CellState.EMPTY and isinstance(self.beliefs.confirmed(cell), Mage)

    def _bare_under_a_thing(self, seconds: float) -> list[Cell]:
        """Places that have looked bare for long while something reaches there: taken so, and asked about."""
        bare = self._gone.reached_for_long(seconds)
        for cell in bare:
            self._gone.pop(cell)
            self.beliefs.take_for_empty(cell)
        return bare

    def _read_anew(self, cell: Cell, before: Seen, mage: Seen) -> list[Told]:
        if self.thread is None or not isinstance(before, Mage) or not isinstance(mage, Mage):
            return []
        return self.thread.read_anew(cell, before, mage)

    def _judge(self, layout: ConfirmedLayout, glimpse: Glimpse) -> list[Told]:
        if self._gone:
            return []
        calm = not glimpse.restless and not (self._pace.is_stills and Doubt.COVERED in layout.cells)
        layout = self._twice_seen(layout)
        told: list[Told] = []
        if calm and not layout.doubts and layout != self._told_layout:
            self._told_layout = layout
            told.append(Told(LayoutConfirmed(layout, self.beliefs.guesses)))
        if calm and not layout.doubts:
            self._let_a_new_game_begin(layout)
        if self.thread is None:
            return [*told, *self._begin(layout, calm=calm)]
        told += self.thread.watch(layout, Moment(glimpse.seconds, calm, self._unbroken))
        self._unbroken = self._unbroken or not layout.doubts
        return told

    def _twice_seen(self, layout: ConfirmedLayout) -> ConfirmedLayout:
        """A still with a hand in it may show a card in flight: only what two stills show is taken for so."""
        before, self._last_still = self._last_still, layout
        if not self._pace.is_stills or before is None or Doubt.COVERED not in layout.cells:
            return layout
        cells = zip(layout.cells, before.cells, strict=True)
        return ConfirmedLayout(tuple(now if now == then else Doubt.COVERED for now, then in cells))

    def _let_a_new_game_begin(self, layout: ConfirmedLayout) -> None:
        """The first table seen may be laid for a new game: then nobody went on with the one of before."""
        anew, self._anew = self._anew, None
        if anew is None or self.thread is None or self.thread.explains(layout):
            return
        begun, stopped = begin_game(anew, layout), self.thread.game.position.conclave
        if begun is None or begun.mid_game:
            return
        if sum(layout[cell] != stopped[cell] for cell in CELLS) >= LAID_ANEW_CELLS:
            self._opening, self.thread = anew, None

    def _begin(self, layout: ConfirmedLayout, *, calm: bool) -> list[Told]:
        if not calm or layout.doubts:
            return []
        begun = begin_game(self._opening, layout)
        if begun is None:
            return self._copies_too_many(layout)
        self.thread = GameThread(Underway(begun.game), self._pace, self._opening.starting_corner)
        # An Emissary that lies there already was sent before anybody looked.
        told = self.thread.watch(layout, Moment(self._glimpse.seconds, unbroken=False))
        self._unbroken = True
        return [Told(GameBegun(begun.setup, begun.mid_game, self._opening.left_unsaid)), *told]

    def _copies_too_many(self, layout: ConfirmedLayout) -> list[Told]:
        """Ask about cards that cannot all be what they were read as, once for each table."""
        strange = cells_of_copies_too_many(self._opening.deck, layout)
        if layout == self._refused_layout:
            return []
        self._refused_layout = layout
        return [Told(CardAsked(cell, self.beliefs.reading_at(cell))) for cell in strange]
