"""Structure of a round: whose turn it is, and the five phases of a turn in their order."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.games.conclave.components import Card
from companion.games.conclave.give_influence import InfluenceZone


class TurnPhase(StrEnum):
    """The five phases of a turn."""

    GIVE = "give"
    SEND = "send"
    GAIN = "gain"
    DRAW = "draw"
    REFILL = "refill"


class Stage(StrEnum):
    """How far the game has come."""

    ROUNDS = "rounds"
    LAST_TURNS = "last-turns"
    SHOWING_HANDS = "showing-hands"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table: the hand nobody else sees, and the Influence Zone everybody sees."""

    name: str
    hand: tuple[Card, ...]
    zone: InfluenceZone = InfluenceZone()  # noqa: RUF009 - an immutable value


def seat_to_the_left(seat: int, players: int) -> int:
    """Who plays next: the player to the left, which is the next seat."""
    return (seat + 1) % players
