"""What a watched game means to the journal: how it begins, what is kept, and how it goes on after doubt."""

from __future__ import annotations

from companion.games.conclave.commands import Command, LayOutTable
from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import CELLS, Conclave
from companion.games.conclave.game import start
from companion.games.conclave.notation import EMPTY, mage
from companion.games.conclave.refill_the_conclave import CELLS_LEFT_EMPTY
from companion.games.conclave.structure_of_a_round import TurnPhase
from companion.journal.errors import JournalError
from companion.journal.journal import Journal
from companion.journal.story import Story
from companion.server.refusals import Refused
from companion.server.set_cell import set_cell
from companion.watching.happenings import GameBegun, WatchEvent
from companion.watching.opening import Opening
from companion.watching.recorder import GameRecorder

THE_TABLE_IS_RIGHT = "the table shows it so"


def opening_of(story: Story, *, corner_told: bool = True) -> Opening:
    """What people said when they began this game."""
    setup = story.setup
    return Opening(
        players=story.names,
        deck=setup.deck,
        first_player=setup.first_player,
        starting_corner=setup.starting_corner if corner_told else None,
        cards_removed=None if setup.removed is None else len(setup.removed),
        edition=setup.edition,
    )


def began(
    journal: Journal, story: Story | None, begun: GameBegun, author: str, frames: tuple[bytes, ...] = ()
) -> Story:
    """A game that the table shows the beginning of: the one that people have named, or a new one."""
    if story is None or not story.is_being_laid:
        return journal.start(begun.setup, author, frames)
    if begun.mid_game:
        started = journal.start(begun.setup, author, frames)
        journal.delete(story.game_id)  # nothing was played in it
        return started
    conclave = begun.setup.conclave
    for cell in CELLS:
        card = conclave[cell]
        if card != story.setup.conclave[cell] and (card is None or isinstance(card, Mage)):
            story = journal.lay(story, cell, card, author)
    return story


def kept(journal: Journal, story: Story, event: WatchEvent, author: str) -> Story:
    """The story with what was seen."""
    recorder = GameRecorder(journal, story, author)
    recorder.keep(event)
    return recorder.story or story


def chosen(journal: Journal, story: Story, commands: tuple[Command, ...], author: str) -> Story:
    """The story with the course of play that somebody named."""
    for command in commands:
        story = journal.record(story, command, author).story
    return story


def accepted(journal: Journal, story: Story, layout: tuple[str, ...], author: str) -> Story:
    """The story as the table shows it: misread cards are put right; what no rule explains begins anew.

    A new game then goes on with everybody's followers, from the Conclave as it lies there.
    """
    conclave = _conclave(layout)
    differing = [cell for cell in CELLS if conclave[cell] != story.game.position.conclave[cell]]
    now = story
    try:
        for cell in differing:
            card = conclave[cell]
            if not isinstance(card, Mage) or now.game.position.conclave[cell] is None:
                raise Refused(409, "set-what-happened", f"nothing explains {cell}")
            now = set_cell(journal, now, cell, card, (author, THE_TABLE_IS_RIGHT))
    except (Refused, JournalError):
        return _go_on_elsewhere(journal, story, conclave, author)
    return now


def _conclave(layout: tuple[str, ...]) -> Conclave:
    if not layout or any("?" in code or "#" in code for code in layout):
        raise Refused(409, "table-unclear", "not every cell can be read")
    return Conclave(tuple(None if code == EMPTY else mage(code) for code in layout))


def _go_on_elsewhere(journal: Journal, story: Story, conclave: Conclave, author: str) -> Story:
    if conclave.empty_count > CELLS_LEFT_EMPTY:
        raise Refused(409, "table-unfinished", "more than four cells are empty: refill the Conclave first")
    position = story.game.position
    done = position.phase in (TurnPhase.DRAW, TurnPhase.REFILL)
    seat = story.names.index(position.player.name)
    _, setup = start(
        LayOutTable(
            players=story.names,
            deck=story.setup.deck,
            conclave=conclave,
            cards_removed=None,
            zones=tuple(player.zone.followers for player in position.players),
            starting_corner=position.starting_corner,
            first_player=story.names[(seat + done) % len(story.names)],
            edition=position.edition,
        )
    )
    return journal.start(setup, author)
