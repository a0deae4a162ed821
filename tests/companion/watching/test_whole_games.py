"""Whole simulated games, shown as a film or as stills."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.games.conclave.commands import RefillConclave
from companion.games.conclave.events import ConclaveRefilled, EmissarySent, FollowersGained, GameSetUp
from companion.games.conclave.simulate import simulate_game
from companion.table.referee import (
    Discrepancy,
    EmissarySeen,
    FollowersSeenLeaving,
    RefillSeen,
)
from companion.watching.follower import TableFollower
from companion.watching.happenings import StartingCornerSeen
from companion.watching.pace import STILLS
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR
from tests.companion.watching.typed import (
    Typist,
    opening,
    tables_of,
)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("is_stills", [True, False], ids=["stills", "film"])
def test_whole_games_of_any_starting_corner_are_followed(seed: int, *, is_stills: bool) -> None:
    played = simulate_game(FOUR_OF_EACH_PAIR, 2 + seed % 3, seed)
    setup = played.events[0]
    assert isinstance(setup, GameSetUp)
    names = tuple(player.name for player in setup.players)
    said = replace(opening(*names), first_player=setup.first_player)
    typist = (
        Typist(TableFollower(said, STILLS), STILLS)
        if is_stills
        else Typist(TableFollower(said, Typist().pace))
    )
    for table in tables_of(played, Random(seed)):
        typist.still(table) if is_stills else typist.show(table, rest_seconds=0.1)
    happened = [one.happening for one in typist.told]
    assert [(one.player, one.mage, one.cell) for one in happened if isinstance(one, EmissarySeen)] == [
        (one.player, one.mage, one.cell) for one in played.events if isinstance(one, EmissarySent)
    ]
    assert [(one.player, one.cells) for one in happened if isinstance(one, FollowersSeenLeaving)] == [
        (one.player, tuple(cell for cell, _ in one.followers))
        for one in played.events
        if isinstance(one, FollowersGained) and one.followers
    ]
    refills = [one for one in played.events if isinstance(one, ConclaveRefilled) and one.mages]
    assert [(one.player, one.mages) for one in happened if isinstance(one, RefillSeen)] == [
        (one.player, one.mages) for one in refills
    ]
    corners = [one.corner for one in happened if isinstance(one, StartingCornerSeen)]
    assert corners == ([setup.starting_corner] if refills else [])
    assert not [one for one in happened if isinstance(one, Discrepancy)]
    commands = [command for one in typist.told for command in one.commands]
    assert sum(isinstance(one, RefillConclave) for one in commands) == len(refills)
