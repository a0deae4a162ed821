"""A game that is gone on with: after a restart, or after people decided something without the camera."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import Cell
from companion.games.conclave.events import EmissarySent, FollowersGained
from companion.games.conclave.game import Game
from companion.journal.entries import CAMERAS
from companion.journal.story import Story


@dataclass(frozen=True, slots=True)
class Underway:
    """How far a game has come, and those gained in this turn whom nobody may have taken yet.

    The rules have them with their player at once; hands are slower, and may have been when it stopped.
    `turn_start` is the game before the last Emissary, who may be withdrawn while nobody watches.
    """

    game: Game
    followers: tuple[tuple[Cell, Mage], ...] = ()
    turn_start: Game | None = None


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
    return Underway(story.game, tuple(gained), _turn_start(story))


def _turn_start(story: Story) -> Game | None:
    """The game before the last Emissary; what a person said of him or since then no camera takes back."""
    sent = [move for move in story.moves if any(isinstance(event, EmissarySent) for event in move.events)]
    if not sent:
        return None
    since = [move for move in story.moves if move.place >= sent[-1].place]
    if any(move.author not in CAMERAS or move.corrected_by is not None for move in since):
        return None
    return story.before(sent[-1].place)
