"""Give influence to another player, phase 1, and the Influence Zones it moves piles between."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.games.conclave.components import Card, Magic
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.rulings import PlainRule, Ruling


@dataclass(frozen=True, slots=True)
class InfluenceZone:
    """A player's followers, in the order they joined; those of one Magic make up a pile."""

    followers: tuple[Card, ...] = ()

    def pile(self, magic: Magic) -> tuple[Card, ...]:
        """The followers of one Magic."""
        return tuple(card for card in self.followers if card.magic is magic)

    def has_pile(self, magic: Magic) -> bool:
        """Whether at least one follower is of that Magic."""
        return any(card.magic is magic for card in self.followers)

    def joined_by(self, cards: Iterable[Card]) -> InfluenceZone:
        """The zone with more followers."""
        return InfluenceZone((*self.followers, *cards))

    def without_pile(self, magic: Magic) -> InfluenceZone:
        """The zone after a whole pile was given away."""
        return InfluenceZone(tuple(card for card in self.followers if card.magic is not magic))


def can_be_given(giver: InfluenceZone, magic: Magic, receiver: InfluenceZone) -> bool:
    """A pile goes to a player with no such followers; it cannot be refused."""
    return giver.has_pile(magic) and not receiver.has_pile(magic)


def require_gift(giver: InfluenceZone, magic: Magic, receiver: InfluenceZone) -> None:
    """Refuse a pile that the giver does not have, or of which the receiver already has followers."""
    if not giver.has_pile(magic):
        raise AgainstTheRules(PlainRule.OWN_PILE, f"no {magic.value} pile to give")
    if receiver.has_pile(magic):
        raise AgainstTheRules(Ruling.GIVE_PILE, f"the receiver already has {magic.value} followers")
