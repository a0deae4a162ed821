"""Confirmation over time: readings of many frames become one layout that can be judged.

Each cell gathers evidence for what it shows. How many frames that takes follows from how sure they are: the
best is worth its log-odds, and each further one that looks the same only half of the one before, since
glare on a still card does not average out; where another colour is near it is worth nothing. A cell under a
hand is frozen; one that stays unsure is asked about.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from companion.games.conclave.conclave import CELLS, SIDE, Cell
from companion.table.layout import ConfirmedLayout, Doubt, Seen
from companion.table.meaning import meaning_of
from vision.readings import CardReading, TableReading


@dataclass(frozen=True, slots=True)
class ConfirmationSettings:
    """How much evidence makes a fact."""

    enough_evidence: float = 8.0  # log-odds: about one error in three thousand
    like_frame_share: float = 0.5  # what a further frame of the same view adds to the one before
    fewest_frames: int = 2  # a single frame may catch a card in flight
    surest_confidence: float = 0.9995  # no single reading is believed beyond this
    ask_after_frames: int = 30  # unsure for two seconds at fifteen frames a second: ask for a nudge


@dataclass(frozen=True, slots=True)
class CellBelief:
    """What one cell is believed to show, and what speaks for something else."""

    confirmed: Seen = Doubt.UNREAD
    covered: bool = False
    candidate: Seen = Doubt.UNREAD
    evidence: float = 0.0
    frames: int = 0  # that spoke for the candidate in a row
    unsure_frames: int = 0

    @property
    def shown(self) -> Seen:
        """What the layout says of this cell: nothing new is said from under a hand."""
        return Doubt.COVERED if self.covered else self.confirmed

    def after(self, reading: CardReading, settings: ConfirmationSettings) -> CellBelief:
        """The belief once one more frame has been read."""
        seen = meaning_of(reading)
        if seen is Doubt.COVERED:
            return replace(self, covered=True, candidate=Doubt.UNREAD, evidence=0.0, frames=0)
        same = seen == self.candidate
        frames = self.frames + 1 if same else 1
        gained = max(log_odds(reading.confidence, settings), 0.0)
        # The light that lets one colour look like another is the same in every frame.
        share = 0.0 if reading.colour_in_doubt else settings.like_frame_share
        evidence = self._evidence_with(gained, frames, share) if same else gained
        sure = evidence >= settings.enough_evidence and frames >= settings.fewest_frames
        told = reading.accepted or not reading.colour_in_doubt  # of a colour the reader has the last word
        believed = sure and told and seen is not Doubt.UNREAD
        return CellBelief(
            confirmed=seen if believed else self.confirmed,
            covered=self.covered and not believed,
            candidate=seen,
            evidence=evidence,
            frames=frames,
            unsure_frames=0 if believed else self.unsure_frames + 1,
        )

    def _evidence_with(self, gained: float, frames: int, share: float) -> float:
        """What speaks for the candidate: the best view in full, each other one half as much as the last."""
        return max(self.evidence + gained * share ** (frames - 1), gained + self.evidence * share)


def log_odds(confidence: float, settings: ConfirmationSettings) -> float:
    """How much one reading speaks for what it says."""
    bounded = min(max(confidence, 1 - settings.surest_confidence), settings.surest_confidence)
    return math.log(bounded / (1 - bounded))


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The beliefs of all sixteen cells. Immutable: each frame gives a new one."""

    settings: ConfirmationSettings = ConfirmationSettings()
    beliefs: tuple[CellBelief, ...] = (CellBelief(),) * (SIDE * SIDE)

    def after(self, reading: TableReading) -> Confirmation:
        """The beliefs once one more frame has been read; cells it does not tell of stay as they are."""
        beliefs = list(self.beliefs)
        for cell in reading:
            place = SIDE * cell.row + cell.column
            beliefs[place] = beliefs[place].after(cell, self.settings)
        return replace(self, beliefs=tuple(beliefs))

    def with_belief(self, cell: Cell, belief: CellBelief) -> Confirmation:
        """The same beliefs but for one cell, of which somebody knows better."""
        beliefs = list(self.beliefs)
        beliefs[SIDE * cell.row + cell.column] = belief
        return replace(self, beliefs=tuple(beliefs))

    @property
    def layout(self) -> ConfirmedLayout:
        """What the table shows, as far as it is sure."""
        return ConfirmedLayout(tuple(belief.shown for belief in self.beliefs))

    @property
    def to_ask(self) -> tuple[Cell, ...]:
        """The cells unsure for so long that somebody should nudge the card or say what it is."""
        return tuple(
            cell
            for cell, belief in zip(CELLS, self.beliefs, strict=True)
            if not belief.covered and belief.unsure_frames >= self.settings.ask_after_frames
        )
