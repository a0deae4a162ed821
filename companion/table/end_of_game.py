"""The end of the game by photo: every player's zone checked, then the tally of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.conclave.give_influence import InfluenceZone
from companion.games.conclave.scoring import Tally, tally
from companion.table.zone_check import IN_ZONE, KnownZones, Question, ZoneCheck, missing_key
from companion.table.zone_photos import ZoneCard


@dataclass(frozen=True, slots=True)
class EndOfGame:
    """Every player's zone, in the order of the table."""

    zones: tuple[tuple[str, ZoneCheck], ...]

    @property
    def questions(self) -> tuple[tuple[str, Question], ...]:
        """What is still open, by player."""
        return tuple((name, question) for name, check in self.zones for question in check.questions)

    def answer(self, player: str, key: str, choice: str) -> EndOfGame:
        """Return the end of the game with one player's question settled."""
        if player not in dict(self.zones):
            raise ValueError(f"{player!r} has no zone here")
        return EndOfGame(
            tuple(
                (name, check.answer(key, choice) if name == player else check) for name, check in self.zones
            )
        )

    def tally(self) -> Tally:
        """The tally of the rules; while a question is open there is none."""
        return tally([(name, InfluenceZone(check.zone)) for name, check in self.zones])


def check_zones(
    photographed: Sequence[tuple[str, tuple[ZoneCard, ...]]],
    copies: Mapping[str, int],
    tracked: Mapping[str, Mapping[str, int]] | None = None,
) -> EndOfGame:
    """Compare every player's photographed zone with the tracked one, if the game was watched.

    `tracked` holds each player's cards with the last three of the hand. Without it, a card that another zone
    surely shows is not counted a second time without asking, if the deck does not hold two.
    """
    zones = []
    for name, cards in photographed:
        elsewhere: Counter[str] = Counter()
        for other, others_cards in photographed:
            if other != name:
                elsewhere.update(tracked.get(other, {}) if tracked is not None else _sure_codes(others_cards))
        own = tracked.get(name, {}) if tracked is not None else None
        zones.append((name, ZoneCheck(cards, KnownZones(copies, own, elsewhere))))
    return EndOfGame(tuple(zones))


def confirm_tracked(copies: Mapping[str, int], tracked: Mapping[str, int]) -> ZoneCheck:
    """The zone of a player who confirms what the game saw, and takes no photo."""
    answers = {missing_key(code, copy): IN_ZONE for code in tracked for copy in range(tracked[code])}
    return ZoneCheck((), KnownZones(copies, tracked), answers)


def _sure_codes(cards: Sequence[ZoneCard]) -> list[str]:
    return [card.code for card in cards if card.sure and card.face_up]
