"""The end of the game by photo: every player's zone checked, then the tally of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.conclave.errors import NotKnownYet
from companion.games.conclave.give_influence import InfluenceZone
from companion.games.conclave.scoring import Tally, tally
from companion.table.zone_check import ZoneCheck
from companion.table.zone_photos import ZoneCard
from companion.table.zone_questions import ADDED, CARD, HAND, NOT_IN_ZONE, KnownZones, Question


@dataclass(frozen=True, slots=True)
class ShownZone:
    """What a player has shown and said of a zone, and what the game saw of it if it was watched."""

    name: str
    cards: tuple[ZoneCard, ...] = ()
    tracked: Mapping[str, int] | None = None
    hand: int = 0  # cards of the hand that nobody has seen
    answers: Mapping[str, str] = field(default_factory=dict)
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class EndOfGame:
    """Every player's zone, in the order of the table."""

    zones: tuple[ShownZone, ...]
    copies: Mapping[str, int]

    @property
    def checks(self) -> tuple[tuple[str, ZoneCheck], ...]:
        """Every zone beside what is known of it and of the others."""
        return tuple((zone.name, self.check(zone.name)) for zone in self.zones)

    def check(self, player: str) -> ZoneCheck:
        """One player's zone."""
        own = next((zone for zone in self.zones if zone.name == player), None)
        if own is None:
            raise ValueError(f"{player!r} has no zone here")
        elsewhere, claimed = Counter[str](), Counter[str]()
        for other in self.zones:
            if other is not own:
                elsewhere.update(_lie_in(other))
                claimed.update(_claimed_by(other))
        known = KnownZones(self.copies, own.tracked, own.hand, elsewhere, claimed)
        return ZoneCheck(own.cards, known, own.answers, own.confirmed)

    @property
    def questions(self) -> tuple[tuple[str, Question], ...]:
        """What is still open, by player."""
        return tuple((name, question) for name, check in self.checks for question in check.questions)

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The players who have not shown their zone."""
        return tuple(name for name, check in self.checks if not check.begun)

    @property
    def overcounted(self) -> tuple[str, ...]:
        """Cards that people have put into more zones than the deck has copies."""
        counted = Counter(code for _, check in self.checks for _, code in check.found)
        return tuple(sorted(code for code in counted if counted[code] > self.copies.get(code, 0)))

    def answer(self, player: str, key: str, choice: str) -> EndOfGame:
        """Return the end of the game with one player's question settled."""
        return self.with_answers(player, self.check(player).answer(key, choice).answers)

    def with_answers(self, player: str, answers: Mapping[str, str]) -> EndOfGame:
        """Return the end of the game with all that was said of one player's zone."""
        zones = [replace(zone, answers=answers) if zone.name == player else zone for zone in self.zones]
        return replace(self, zones=tuple(zones))

    def tally(self) -> Tally:
        """The tally of the rules; while a question is open there is none."""
        if self.overcounted:
            raise NotKnownYet(f"where {self.overcounted[0]} lies, which the deck has not so often")
        return tally([(name, InfluenceZone(check.zone)) for name, check in self.checks])


def _lie_in(zone: ShownZone) -> list[str]:
    """The cards that lie in a zone as tracked, or as its photos surely show and nobody denied."""
    if zone.tracked is not None:
        return list(Counter(zone.tracked).elements())
    untold = [card for card in zone.cards if card.face_up and f"{CARD}{card.name}" not in zone.answers]
    return [card.code for card in untold if card.sure] + _claimed_by(zone)


def _claimed_by(zone: ShownZone) -> list[str]:
    """The cards of which a person said that they lie in this zone."""
    told = [choice for key, choice in zone.answers.items() if key.startswith((CARD, ADDED, HAND))]
    return [choice for choice in told if choice != NOT_IN_ZONE]
