"""Cards whose places look bare: each is believed to be gone only once no hand is about.

A sleeve that hides a card and all around it looks like bare table, and so does a hand the colour of wood. But
hands move, and an arm belongs to them that reaches in from outside.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from companion.games.conclave.conclave import Cell
from companion.watching.glimpse import NO_CELL, Glimpse
from vision.readings import CardReading

LONGER_THAN_A_HAND_RESTS = 1.2
HAND_AT_REST_SECONDS = 0.45  # as long as a hand stays that lays a card
NO_HAND_SECONDS = 0.2  # the same, where no arm is seen that reaches there
LONGEST_REST_SECONDS = 5.0  # what reaches over a place for longer may be a thing: somebody is asked


class GoneCards:
    """Keeps the readings of such places until they are believed, or the card is seen again."""

    def __init__(self) -> None:
        self._bare: dict[Cell, CardReading] = {}
        self._reached_since: dict[Cell, float] = {}
        self._calm_since = 0.0

    def __iter__(self) -> Iterator[Cell]:
        return iter(sorted(self._bare))

    def __len__(self) -> int:
        return len(self._bare)

    def take_in(self, glimpse: Glimpse, bare: Mapping[Cell, CardReading]) -> None:
        """Keep the places that look bare now; what moves or was read otherwise is no longer so."""
        read = {Cell(one.row, one.column) for one in glimpse.reading}
        rested = {cell: one for cell, one in self._bare.items() if cell not in glimpse.restless}
        before = {cell: one for cell, one in rested.items() if cell not in read}
        # Nothing moved there since: the surest look counts.
        surest = {cell: max(one, rested.get(cell, one), key=_confidence) for cell, one in bare.items()}
        self._bare = {**before, **surest}
        reached = [cell for cell in self if cell in (glimpse.reached or NO_CELL)]
        self._reached_since = {cell: self._reached_since.get(cell, glimpse.seconds) for cell in reached}
        if glimpse.restless or reached or not self._bare:
            self._calm_since = glimpse.seconds

    def believed(self, glimpse: Glimpse, hidden: Collection[Cell], expected: Collection[Cell]) -> list[Cell]:
        """The places that are bare now, given cells that are hidden and cards that are to be taken.

        A card that nobody was to take is gone only after a while, longer where no arm could be looked for. So
        is any while something is hidden that a hand may hide: not where no arm reaches, say under a lamp.
        """
        calm = glimpse.seconds - self._calm_since
        if glimpse.restless or (hidden and calm < _longest_rest(glimpse, hidden)):
            return []
        patience = HAND_AT_REST_SECONDS if glimpse.reached is None else NO_HAND_SECONDS
        return [
            cell
            for cell in self
            if cell not in self._reached_since and (cell in expected or calm >= patience)
        ]

    def reached_for_long(self, seconds: float) -> list[Cell]:
        """The places that have looked bare for longer than any hand rests while something reaches there."""
        since = self._reached_since
        return [cell for cell in self if seconds - since.get(cell, seconds) >= LONGEST_REST_SECONDS]

    def pop(self, cell: Cell) -> CardReading:
        """Let go of a place; returns what was read there."""
        self._reached_since.pop(cell, None)
        return self._bare.pop(cell)


def _longest_rest(glimpse: Glimpse, hidden: Collection[Cell]) -> float:
    """How long what hides these cells may be a hand."""
    may_be_hands = glimpse.reached is None or not glimpse.reached.isdisjoint(hidden)
    return LONGER_THAN_A_HAND_RESTS if may_be_hands else NO_HAND_SECONDS


def _confidence(reading: CardReading) -> float:
    return reading.confidence
