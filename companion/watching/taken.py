"""What an unsure cell was taken for, until it is sure or somebody says."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.conclave.components import Mage
from companion.table.layout import Seen
from vision.readings import CardReading, CellState

POSSIBLE_FROM = 0.001


@dataclass(frozen=True, slots=True)
class Taken:
    """What a cell that is not sure was taken for, the reading behind it, and whether somebody was asked."""

    seen: Seen
    reading: CardReading
    asked: bool = True

    def may_be(self, mage: Mage) -> bool:
        """Whether it may have been this card all along; of what was hidden nothing is known."""
        if self.reading.state is CellState.COVERED:
            return self.seen is not None
        return any(
            guess.name == str(mage) and guess.confidence >= POSSIBLE_FROM for guess in self.reading.candidates
        )

    def is_read_again(self, reading: CardReading) -> bool:
        """Whether another reading says the same of the cell."""
        return self.reading.code == reading.code and self.reading.state is reading.state
