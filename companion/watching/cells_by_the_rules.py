"""What the rules say of cells that are hard to see: a card lies there, or none does.

Before the first turn a ring of cards lies around an empty centre. Later followers are to be taken, and
refills to be laid.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.conclave.components import Deck, Mage
from companion.games.conclave.conclave import CELLS, CENTRE, Cell
from companion.table.layout import ConfirmedLayout
from companion.watching.beliefs import Beliefs
from companion.watching.glimpse import NO_CELL
from companion.watching.pace import Pace
from companion.watching.thread import GameThread
from vision.readings import CardReading, CellState

EXPECTED_BARE = 50.0  # to one: a place that looks bare, and is so by the rules, once no hand is about
HIDDEN_AT_MOST = 2  # more than that is a hand, or no Conclave


@dataclass(frozen=True, slots=True)
class CellsByTheRules:
    """What is believed of the cells, and the game, if one has begun."""

    beliefs: Beliefs
    thread: GameThread | None
    pace: Pace

    @property
    def to_be_taken(self) -> frozenset[Cell]:
        """Where followers still lie."""
        return NO_CELL if self.thread is None else frozenset(self.thread.referee.course.lingering)

    @property
    def ring_is_whole(self) -> bool:
        """Whether a card surely lies in every cell of the setup."""
        ring = [cell for cell in CELLS if cell not in CENTRE]
        return all(isinstance(self.beliefs.confirmed(cell), Mage) for cell in ring)

    def expected(self, cell: Cell, look: CardReading) -> CardReading:
        """A look; surer if the place looks bare where by the rules nothing lies.

        That is where a follower is to be taken now, and the centre of a whole ring before the first turn.
        """
        is_centre = self.thread is None and cell in CENTRE and self.ring_is_whole
        if look.state is not CellState.EMPTY or not (is_centre or cell in self.to_be_taken):
            return look
        odds = EXPECTED_BARE * look.confidence / max(1 - look.confidence, 1e-9)
        return replace(look, confidence=odds / (1 + odds))

    def believe_empty(self, vacant: frozenset[Cell]) -> frozenset[Cell]:
        """The centre of a whole ring is bare, strange as it looks, where the search found no card either."""
        if self.thread is not None or not self.ring_is_whole:
            return NO_CELL
        bare = vacant.intersection(self.beliefs.strange, CENTRE)
        for cell in bare:
            self.beliefs.tell(cell, None)
        return bare

    def take_for_empty(self) -> list[Cell]:
        """Cells that look strange, as cloth may, but hold nothing by the rules: taken so, to be asked about.

        That is the centre of a whole ring before the first turn, and where a follower is to be taken.
        """
        if self.thread is not None:
            bare = [cell for cell in self.beliefs.hidden if cell in self.to_be_taken]
        else:
            bare = [cell for cell in self.beliefs.strange if self.ring_is_whole and cell in CENTRE]
        bare = [cell for cell in bare if cell not in self.beliefs.guesses]
        for cell in bare:
            self.beliefs.take_for_empty(cell)
        return bare

    def take_for_cards(self, layout: ConfirmedLayout, deck: Deck) -> list[Cell]:
        """Cells that nobody can read, say under a mirrored lamp, but that hold a card by the rules.

        That is the ring before the first turn, and a refill while one is due. So that one card holds up no
        game it is taken for the likeliest one, asked about, and every event that rests on it says so.
        """
        doubts = set(layout.doubts)
        if len(doubts) > HIDDEN_AT_MOST:
            return []
        hidden = set(self.beliefs.hidden_for(self.pace.card_reads))
        if self.thread is not None:
            hidden &= self.thread.to_be_refilled
        elif doubts - hidden or doubts.intersection(CENTRE):
            return []
        game = None if self.thread is None else self.thread.game
        return [cell for cell in sorted(doubts & hidden) if self.beliefs.take_for_card(cell, deck, game)]
