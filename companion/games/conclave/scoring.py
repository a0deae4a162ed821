"""Scoring: who controls which Magic, whose followers resent it, and who wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from companion.games.conclave.components import Mage, Magic
from companion.games.conclave.errors import NotKnownYet
from companion.games.conclave.give_influence import InfluenceZone
from companion.games.conclave.rulings import Ruling


class DecidedBy(Enum):
    """What made the winner the winner."""

    LEAST_RESENTMENT = "least-resentment"
    MOST_FOLLOWERS = "most-followers"
    SHARED = "shared"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class PlayerTally:
    """One player's end of the game. Resentment Points are bad: the least of them win."""

    name: str
    piles: Mapping[Magic, int]  # Influence of each pile the player has
    controls: tuple[Magic, ...]
    resentment_points: int
    followers: int

    @property
    def eliminated(self) -> bool:
        """A player who controls no Magic cannot win (ruling eliminated)."""
        return not self.controls


@dataclass(frozen=True, slots=True)
class Tally:
    """The end of the game: every player's piles, and the winners with the reason."""

    players: tuple[PlayerTally, ...]
    winners: tuple[str, ...]
    decided_by: DecidedBy
    rulings: tuple[Ruling, ...]


def tally(zones: Sequence[tuple[str, InfluenceZone]]) -> Tally:
    """Score the zones at the end of the game, the last cards of the hands included."""
    piles = [pile_influence(name, zone) for name, zone in zones]
    players = tuple(
        _tally_player(name, zone, own, piles) for (name, zone), own in zip(zones, piles, strict=True)
    )
    winners, decided_by = _winners(players)
    return Tally(players, winners, decided_by, _rulings_used(players, decided_by))


def pile_influence(name: str, zone: InfluenceZone) -> dict[Magic, int]:
    """The Influence of each pile, in the rulebook's order of Magics."""
    for follower in zone.followers:
        if not isinstance(follower, Mage):
            raise NotKnownYet(f"the zone of {name}")
    sums = {
        magic: sum(mage.influence for mage in zone.pile(magic) if isinstance(mage, Mage)) for magic in Magic
    }
    return {magic: influence for magic, influence in sums.items() if influence > 0}


def gains_control_of(magic: Magic, own: Mapping[Magic, int], piles: Sequence[Mapping[Magic, int]]) -> bool:
    """Whether no pile of that Magic is worth more; all who tie control it (ruling control-tie)."""
    return magic in own and own[magic] == max(other[magic] for other in piles if magic in other)


def _tally_player(
    name: str, zone: InfluenceZone, own: Mapping[Magic, int], piles: Sequence[Mapping[Magic, int]]
) -> PlayerTally:
    controls = tuple(magic for magic in own if gains_control_of(magic, own, piles))
    resentment = sum(influence for magic, influence in own.items() if magic not in controls)
    return PlayerTally(name, own, controls, resentment, len(zone.followers))


def _winners(players: Sequence[PlayerTally]) -> tuple[tuple[str, ...], DecidedBy]:
    """The least Resentment Points, then the most followers, then a shared win (ruling tie-break)."""
    candidates = [player for player in players if not player.eliminated]
    if not candidates:
        return (), DecidedBy.NOBODY
    least = min(player.resentment_points for player in candidates)
    tied = [player for player in candidates if player.resentment_points == least]
    most = max(player.followers for player in tied)
    best = tuple(player.name for player in tied if player.followers == most)
    if len(tied) == 1:
        return best, DecidedBy.LEAST_RESENTMENT
    return best, DecidedBy.MOST_FOLLOWERS if len(best) == 1 else DecidedBy.SHARED


def _rulings_used(players: Sequence[PlayerTally], decided_by: DecidedBy) -> tuple[Ruling, ...]:
    controlled = [magic for player in players for magic in player.controls]
    used = []
    if len(set(controlled)) < len(controlled):
        used.append(Ruling.CONTROL_TIE)
    if any(player.eliminated for player in players):
        used.append(Ruling.ELIMINATED)
    if decided_by in (DecidedBy.MOST_FOLLOWERS, DecidedBy.SHARED):
        used.append(Ruling.TIE_BREAK)
    if decided_by is DecidedBy.NOBODY:
        used.append(Ruling.NOBODY_CONTROLS)
    return tuple(used)
