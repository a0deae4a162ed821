"""A game that is gone on with: after a restart, or after people decided something without the camera."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import Cell
from companion.games.conclave.events import FollowersGained
from companion.games.conclave.game import Game
from companion.journal.story import Story


@dataclass(frozen=True, slots=True)
class Underway:
    """How far a game has come, and those gained in this turn whom nobody may have taken yet.

    The rules have them with their player at once; hands are slower, and may have been when it stopped.
    """

    game: Game
    followers: tuple[tuple[Cell, Mage], ...] = ()


def underway(story: Story) -> Underway:
    """The game of a story, to go on with."""
    turn = story.game.position.turn
    gained = [
        follower
        for move in story.moves
        for event in move.events
        if isinstance(event, FollowersGained) and move.after.position.turn == turn
        for follower in event.followers
    ]
    return Underway(story.game, tuple(gained))
