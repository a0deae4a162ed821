"""The starting corner while nobody has said which it is: the refills tell, one after the other."""

from __future__ import annotations

from companion.games.conclave.commands import RefillConclave
from companion.games.conclave.conclave import Corner
from companion.games.conclave.refill_the_conclave import cells_to_refill
from companion.table.referee import EmissarySeen, EmissaryWithdrawn, Notice, Referee, RefillSeen


class StartingCorners:
    """The corners that are still possible, and the one that whoever keeps the game was told of."""

    def __init__(self, said: Corner | None, assumed: Corner) -> None:
        self.possible: tuple[Corner, ...] = tuple(Corner) if said is None else (said,)
        self._is_told = said is not None
        self._kept = assumed
        self._when_sent: tuple[Corner, ...] = self.possible  # possible when the last Emissary was sent

    @property
    def are_known(self) -> bool:
        """Whether only one is left."""
        return len(self.possible) == 1

    def after(self, notices: tuple[Notice, ...], referee: Referee) -> Corner | None:
        """Take in what was noticed; the corner to tell of, if one is to be told."""
        if any(isinstance(notice, EmissaryWithdrawn) for notice in notices):
            # A first refill that was taken up again tells nothing.
            self._is_told = self._is_told and len(self._when_sent) == 1
            self.possible = self._when_sent
        if any(isinstance(notice, EmissarySeen) for notice in notices):
            self._when_sent = self.possible
        if self._is_told or not any(isinstance(notice, RefillSeen) for notice in notices):
            return None
        self._narrow(referee)
        return self._to_tell(referee.game.position.starting_corner)

    def _narrow(self, referee: Referee) -> None:
        for step in referee.steps:
            if isinstance(step.command, RefillConclave):
                position, cells = step.before.position, step.command.cells
                left = position.draw_decks.cards_left
                self.possible = tuple(
                    corner
                    for corner in self.possible
                    if cells_to_refill(position.conclave, corner, left) == cells
                )

    def _to_tell(self, corner: Corner) -> Corner | None:
        """One that alone is possible; else one from which the refill is right, if another was told before."""
        self._is_told = self.are_known
        if not self._is_told and self._kept == corner:
            return None
        self._kept = corner
        return corner
