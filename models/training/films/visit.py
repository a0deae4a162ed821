"""One hand's visit over the table: where it is at each moment, and which card it carries."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from enum import Enum

from companion.games.conclave.conclave import Cell
from models.training.films.seat import Seat
from models.training.scenes.card import CardBody


class Figure(Enum):
    """What reaches or leans over the table."""

    HAND = "hand"
    OTHER_HAND = "other hand"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Reach:
    """Where the finger tips are at a moment."""

    seconds: float
    x_mm: float
    y_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True)
class Carry:
    """A card between the fingers for a while; `grip_mm` is where its middle lies beside the finger tips."""

    from_seconds: float
    to_seconds: float
    body: CardBody
    grip_mm: tuple[float, float]

    def body_at(self, tip: Reach) -> CardBody:
        """The card as it hangs from the finger tips."""
        return replace(
            self.body,
            x_mm=tip.x_mm + self.grip_mm[0],
            y_mm=tip.y_mm + self.grip_mm[1],
            floor_mm=tip.height_mm,
        )


@dataclass(frozen=True, slots=True)
class Mark:
    """A cell changes: a card is laid there, or (with no body) lifted from it.

    A card lifted only to be put back `stays`: its cell is covered meanwhile, not empty.
    """

    seconds: float
    cell: Cell
    body: CardBody | None
    stays: bool = False


@dataclass(frozen=True, slots=True)
class Visit:
    """One hand from where it enters the picture until it has left."""

    figure: Figure
    seat: Seat
    reaches: tuple[Reach, ...]
    carries: tuple[Carry, ...] = ()
    marks: tuple[Mark, ...] = ()

    @property
    def from_seconds(self) -> float:
        """When it enters."""
        return self.reaches[0].seconds

    @property
    def to_seconds(self) -> float:
        """When it has left."""
        return self.reaches[-1].seconds

    @property
    def deepest(self) -> Reach:
        """The reach that the figure is painted at: the middle one, farthest from where it enters."""
        return self.reaches[len(self.reaches) // 2]

    def tip_at(self, seconds: float) -> Reach:
        """Where the finger tips are, on a smooth way between the reaches."""
        after = bisect_right(self.reaches, seconds, key=lambda reach: reach.seconds)
        if after == 0 or after == len(self.reaches):
            return replace(self.reaches[min(after, len(self.reaches) - 1)], seconds=seconds)
        start, end = self.reaches[after - 1], self.reaches[after]
        share = (seconds - start.seconds) / max(end.seconds - start.seconds, 1e-9)
        share = share * share * (3 - 2 * share)
        return Reach(
            seconds,
            start.x_mm + share * (end.x_mm - start.x_mm),
            start.y_mm + share * (end.y_mm - start.y_mm),
            start.height_mm + share * (end.height_mm - start.height_mm),
        )

    def carried_at(self, seconds: float) -> list[CardBody]:
        """The cards in the hand, the ones taken first lowest."""
        tip = self.tip_at(seconds)
        return [
            carry.body_at(tip) for carry in self.carries if carry.from_seconds <= seconds < carry.to_seconds
        ]
