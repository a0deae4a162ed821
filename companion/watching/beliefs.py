"""What is believed of each cell: sure, likely, being read again, or under a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from companion.games.conclave.components import Deck, Mage
from companion.games.conclave.conclave import CELLS, SIDE, Cell
from companion.games.conclave.game import Game
from companion.games.conclave.notation import CARDS_BY_CODE
from companion.table.confirmation import CellBelief, Confirmation
from companion.table.layout import ConfirmedLayout, Doubt, Seen
from companion.table.meaning import meaning_of
from companion.watching.glimpse import NO_CELL
from companion.watching.guesses import Guesses
from companion.watching.pace import Pace
from companion.watching.taken import Taken
from companion.watching.vain_reads import VainReads
from vision.readings import CardReading, CellState, TableReading
from vision.table_reading import KnownCards

STAYED_FROM = 0.02
"""How likely an unsure reading must find the card that lay there before for it to be taken as unmoved."""


class Beliefs:
    """Gathers readings until each cell is sure, and takes the likeliest card where it does not get so."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._confirmation = Confirmation(pace.confirmation)
        self._readings: dict[Cell, CardReading] = {}
        self._vain_reads = VainReads()
        self._guesses = Guesses()
        self._said: dict[Cell, Taken] = {}  # what people said of cards, and how each of these looked then

    @property
    def reading(self) -> TableReading:
        """What was read last in each cell."""
        return TableReading(tuple(self._readings[cell] for cell in CELLS if cell in self._readings))

    def reading_at(self, cell: Cell) -> CardReading:
        """What was read last in one cell."""
        return self._readings[cell]

    @property
    def guesses(self) -> tuple[Cell, ...]:
        """The cells whose card was only the likeliest one when it was last seen."""
        return tuple(cell for cell in CELLS if cell in self._guesses.taken_for)

    @property
    def left_unread(self) -> tuple[Cell, ...]:
        """The empty cells whose last card was only the likeliest one."""
        return self._guesses.left_unread

    @property
    def to_ask(self) -> tuple[Cell, ...]:
        """The cells about which somebody should be asked."""
        return self._guesses.to_ask

    @property
    def settled(self) -> frozenset[Cell]:
        """Cells that rest unsure without a hand over them: asked about, hidden for long, likely unmoved."""
        alike = {cell for cell, one in self._readings.items() if meaning_of(one) == self.confirmed(cell)}
        return frozenset({*self.hidden, *alike, *self.to_ask, *self._guesses.standing})

    def take_in(self, reading: TableReading, alike: frozenset[Cell] = NO_CELL) -> tuple[Cell, ...]:
        """Weigh what was read; returns the cells that are sure now.

        Those that look just as when they were last sure are `alike`.
        """
        self._confirmation = self._confirmation.after(held_back(reading))
        sure = []
        for one in reading:
            cell = Cell(one.row, one.column)
            self._readings[cell] = one
            self._vain_reads.note(cell, one)
            if self._is_sure(cell, one) or (cell in alike and self._was_said(cell, one)):
                sure.append(cell)
                self._make_sure(cell)
            if cell in sure or (one.state is CellState.COVERED and self._vain_reads[cell] <= 1):
                self._guesses.forget_doubt(cell)
            elif self._guesses.is_again(cell, one):
                self._guesses.stand_again(cell)
        return tuple(sure)

    def _make_sure(self, cell: Cell) -> None:
        """One likely look at what lay there before ends whatever covered it."""
        seen = self._belief(cell).confirmed
        self._set(cell, CellBelief(confirmed=seen, candidate=seen))
        self._guesses.is_sure(cell, is_empty=seen is None)
        self._vain_reads.end(cell)

    def is_covered(self, cell: Cell) -> bool:
        """Whether neither a card nor bare table was read there last."""
        return cell in self._readings and self._readings[cell].state is CellState.COVERED

    def guess(self) -> None:
        """Take cells that stay unsure for their likeliest card before anybody is asked.

        So a verdict is told in time, with its doubt; the next looks may settle it by themselves.
        """
        for cell in CELLS:
            belief = self._belief(cell)
            is_known = belief.covered or cell in self._guesses.standing or self._stays(cell)
            if belief.unsure_frames >= self._pace.guess_reads and not is_known:
                self._take_likeliest(cell, asked=False)

    def ask(self, *, patiently: bool = False) -> tuple[Cell, ...]:
        """The cells to ask about from now on; until somebody answers, the likeliest card stands.

        Patiently is how to ask while hands are about: one may hide half of the card.
        """
        unsure = [cell for cell in self._confirmation.to_ask if not self._stays(cell)]
        if patiently:
            unsure = [cell for cell in unsure if self._vain_reads[cell] >= self._pace.hidden_reads]
        taken = self._guesses.taken_for
        known = [
            cell
            for cell in unsure
            if self._guesses.is_again(cell, self._readings[cell]) and taken[cell].asked
        ]
        for cell in unsure:
            self._take_likeliest(cell, asked=True)
        asked = tuple(cell for cell in unsure if cell not in self.to_ask and cell not in known)
        self._guesses.ask(asked)
        return asked

    @property
    def strange(self) -> tuple[Cell, ...]:
        """Cells that rest and show neither a card nor bare table, however often they are looked at."""
        reads = max(self._pace.confirmation.ask_after_frames, 2)
        return self._vain_reads.strange_from(reads)

    @property
    def hidden(self) -> tuple[Cell, ...]:
        """Cells that have shown so, or a card now and then, for longer than a hand rests."""
        return self.hidden_for(self._pace.hidden_reads)

    def hidden_for(self, reads: int) -> tuple[Cell, ...]:
        """Cells that have rested so for that many reads, whatever each of them took the card for."""
        return tuple(cell for cell in self._vain_reads.from_reads(reads) if self._belief(cell).covered)

    def ask_hidden(self) -> tuple[Cell, ...]:
        """The cells to ask about from now on because what lies there stays hidden, say by a mirrored lamp.

        A card that was known before is left in peace: whatever lies on it, it is taken to lie there still.
        """
        asked = tuple(
            cell
            for cell in self.hidden
            if cell not in self.to_ask
            and not self._guesses.is_settled_for_now(cell)
            and not isinstance(self._belief(cell).confirmed, Mage)
        )
        self._guesses.ask(asked)
        return asked

    def take_for_empty(self, cell: Cell) -> None:
        """By all that is known nothing lies there, whatever the table looks like: to be checked."""
        self._take(cell, None)

    def take_for_card(self, cell: Cell, deck: Deck, game: Game | None) -> bool:
        """By all that is known a card lies there that nobody can read: the likeliest one, to be checked."""
        elsewhere = self.known_cards(frozenset({cell}), game).elsewhere
        before = self._belief(cell).confirmed
        names = [str(before), *(guess.name for guess in self._readings[cell].candidates)]
        for name in names:
            card = CARDS_BY_CODE.get(name)
            if isinstance(card, Mage) and elsewhere.get(name, 0) < deck.copies.get(card, 0):
                self._take(cell, card)
                return True
        return False

    def _take_likeliest(self, cell: Cell, *, asked: bool) -> None:
        seen = self._likeliest(cell)
        if isinstance(seen, Mage):
            self._guesses.take(cell, Taken(seen, self._readings[cell], asked))
        else:
            self._guesses.let_stand(cell, seen)

    def _take(self, cell: Cell, seen: Mage | None) -> None:
        self._guesses.take(cell, Taken(seen, self._readings[cell]))
        self._guesses.ask((cell,))

    def disturb(self, cell: Cell) -> None:
        """Something moves in the cell: nothing is said of it until it rests and is read again.

        What spoke for a card goes on to do so if that card is read again, but as the same view: a hand that
        passes does not take the glare away.
        """
        belief = self._belief(cell)
        self._vain_reads.end(cell)
        if belief.unsure_frames:
            self._set(cell, replace(belief, unsure_frames=0))
        self._guesses.forget_doubt(cell)

    def tell(self, cell: Cell, seen: Seen) -> None:
        """Somebody says what lies there: that holds for as long as the card looks no other than then."""
        if isinstance(seen, Mage) and cell in self._readings:
            self._said[cell] = Taken(seen, self._readings[cell])
        self._set(cell, CellBelief(confirmed=seen, candidate=seen))
        self._vain_reads.end(cell)
        self._guesses.is_said(cell)

    def layout(self, hidden: frozenset[Cell]) -> ConfirmedLayout:
        """What the table shows; nothing is said of cells that are hidden now."""
        return ConfirmedLayout(tuple(self._shown(cell, hidden) for cell in CELLS))

    def shows_nothing(self, cell: Cell) -> bool:
        """Whether the cell was last believed to be bare table."""
        taken = self._guesses.taken_for.get(cell)
        if taken is not None:
            return taken.seen is None
        return self._belief(cell).confirmed is None

    def is_bare_again(self, cell: Cell) -> None:
        """The cell looks as it did when it was believed to be bare table."""
        self._vain_reads.end(cell)
        if not self._guesses.is_bare_again(cell):
            self._set(cell, CellBelief(confirmed=None, candidate=None))

    def confirmed(self, cell: Cell) -> Seen:
        """What is sure of a cell, whatever it may be read as now."""
        return self._belief(cell).confirmed

    @property
    def taken_for(self) -> Mapping[Cell, Taken]:
        """The guesses that the game rests on."""
        return self._guesses.taken_for

    def known_cards(self, being_read: frozenset[Cell], game: Game | None) -> KnownCards:
        """Cards that lie elsewhere: in cells that are not being read, and with followers' piles."""
        elsewhere: Counter[str] = Counter()
        for cell in CELLS:
            seen = self._belief(cell).confirmed
            if cell not in being_read and isinstance(seen, Mage):
                elsewhere[str(seen)] += 1
        if game is not None:
            for player in game.position.players:
                elsewhere.update(str(one) for one in player.zone.followers if isinstance(one, Mage))
        return KnownCards(elsewhere=elsewhere)

    def _shown(self, cell: Cell, hidden: frozenset[Cell]) -> Seen:
        if cell in self._guesses.standing:
            return self._guesses.standing[cell]
        return Doubt.COVERED if cell in hidden else self._belief(cell).shown

    def _is_sure(self, cell: Cell, reading: CardReading) -> bool:
        """Whether enough frames agree; for what lay there before, that it looks likely is enough."""
        belief, seen = self._belief(cell), meaning_of(reading)
        if self._is_as_said(cell, reading):
            return True
        if belief.confirmed is Doubt.UNREAD or belief.confirmed != seen:
            return False
        return reading.confidence >= self._pace.likely_from or belief.unsure_frames == 0

    def _is_as_said(self, cell: Cell, reading: CardReading) -> bool:
        """Whether a card of which somebody said what it is gives the same doubtful reading again."""
        said = self._said.get(cell)
        if said is None or not self._was_said(cell, reading) or reading.state is not CellState.CARD:
            return False
        # What is read of a card that nobody can read is another one each time.
        unread = max(said.reading.confidence, reading.confidence) < self._pace.guessed_from
        return said.is_read_again(reading) or (unread and said.reading.state is CellState.CARD)

    def _was_said(self, cell: Cell, reading: CardReading) -> bool:
        """Whether somebody said what lies there, and this reading says nothing surely."""
        said = self._said.get(cell)
        return said is not None and said.seen == self._belief(cell).confirmed and not reading.accepted

    def _stays(self, cell: Cell) -> bool:
        """Whether an unsure reading names the card that lies there anyway."""
        belief = self._belief(cell)
        return belief.confirmed is not Doubt.UNREAD and belief.candidate == belief.confirmed

    def _likeliest(self, cell: Cell) -> Seen:
        """The card that lay there while it may still be that one, else the reader's first guess."""
        reading, before = self._readings[cell], self._belief(cell).confirmed
        if isinstance(before, Mage) and reading.state is CellState.CARD:
            odds = {guess.name: guess.confidence for guess in reading.candidates}
            if odds.get(str(before), 0.0) >= STAYED_FROM:
                return before
        return meaning_of(reading) if reading.confidence >= self._pace.guessed_from else Doubt.UNREAD

    def _belief(self, cell: Cell) -> CellBelief:
        return self._confirmation.beliefs[SIDE * cell.row + cell.column]

    def _set(self, cell: Cell, belief: CellBelief) -> None:
        self._confirmation = self._confirmation.with_belief(cell, belief)


def held_back(reading: TableReading) -> TableReading:
    """A reading as it counts beside others: no cell surer than many looks at it may make somebody."""
    return TableReading(tuple(_held_back(one) for one in reading))


def _held_back(one: CardReading) -> CardReading:
    return one if one.confidence <= one.surest_by_looks else replace(one, confidence=one.surest_by_looks)
