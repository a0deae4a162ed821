"""What a person is asked about a zone, and the words in which the answers are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.table.zone_photos import Crop

NOT_IN_ZONE = "not-in-zone"
IN_ZONE = "in-zone"
VISITORS, COUNT = "visitors", "count"
CARD, ADDED, MISSING, HAND = "card-", "added-", "missing-", "hand-"


class Concern(Enum):
    """Why a person is asked."""

    UNSURE = "unsure"  # a card shows, and its reading is not sure
    NOT_TRACKED = "not-tracked"  # a card shows that the game did not see come into this zone
    MISSING = "missing"  # a card came into the zone and no photo shows it
    TOO_MANY = "too-many"  # more of a card show than the deck holds or others leave
    OTHER_ZONE = "other-zone"  # cards show that lie in another player's zone
    WRONG_ZONE = "wrong-zone"  # most cards that show never came into this zone
    HAND = "hand"  # a card of the hand joins the zone, and nobody has seen which
    COUNT = "count"  # nobody followed the game, so only a person knows whether these are all


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to settle in a tap: the options, likeliest first, and the pictures to look at."""

    key: str
    concern: Concern
    card: str
    options: tuple[str, ...]
    crops: tuple[Crop, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownZones:
    """What is known without photos: this zone as tracked, the hand, the other zones, and the deck's list."""

    copies: Mapping[str, int]
    tracked: Mapping[str, int] | None = None
    hand: int = 0  # cards of the hand that join the zone and that nobody has seen
    elsewhere: Mapping[str, int] = field(default_factory=dict)
    claimed: Mapping[str, int] = field(default_factory=dict)  # people said that they lie in another zone
