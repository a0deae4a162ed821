"""What a watched game means to the journal: how it begins, what is kept, and how it goes on after doubt."""

from __future__ import annotations

from collections import Counter

from companion.games.conclave.commands import Command, LayOutTable
from companion.games.conclave.components import Card, Deck, Mage
from companion.games.conclave.conclave import CELLS, Conclave
from companion.games.conclave.errors import ConclaveError
from companion.games.conclave.game import start
from companion.games.conclave.notation import EMPTY, mage
from companion.games.conclave.refill_the_conclave import CELLS_LEFT_EMPTY
from companion.games.conclave.structure_of_a_round import Stage, TurnPhase
from companion.journal.corrections import Correction
from companion.journal.errors import JournalError
from companion.journal.journal import Journal
from companion.journal.story import Story
from companion.server.refusals import Refused
from companion.server.set_cell import correction_of
from companion.watching.happenings import GameBegun, WatchEvent
from companion.watching.opening import Opening
from companion.watching.recorder import GameRecorder

THE_TABLE_IS_RIGHT = "the-table-is-right"


def opening_of(story: Story) -> Opening:
    """What people said when they began this game."""
    setup = story.setup
    return Opening(
        players=story.names,
        deck=setup.deck,
        first_player=setup.first_player,
        starting_corner=setup.starting_corner if story.corner_told else None,
        cards_removed=None if setup.removed is None else len(setup.removed),
        edition=setup.edition,
    )


def is_in_turns(story: Story) -> bool:
    """Whether turns are still played in this game: whoever watches can go on with it."""
    return story.count is None and story.game.position.in_turns


def began(
    journal: Journal, story: Story | None, begun: GameBegun, author: str, frames: tuple[bytes, ...] = ()
) -> Story:
    """A game that the table shows the beginning of: the one that people have named, or a new one."""
    told = "starting_corner" not in begun.assumed
    if story is None or not story.is_being_laid:
        return journal.start(begun.setup, author, frames, corner_told=told)
    if begun.mid_game:
        started = journal.start(begun.setup, author, frames, corner_told=told)
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
    misread = _misread(story, conclave)
    if misread is None:
        return _go_on_elsewhere(journal, story, conclave, author)
    for correction in misread:
        story = journal.correct(story, correction, author, THE_TABLE_IS_RIGHT)
    return story


def _misread(story: Story, conclave: Conclave) -> list[Correction] | None:
    """Corrections after which just these cards lie there and every decision stands; None if none do."""
    found: list[Correction] = []
    for cell in CELLS:
        lies, card = story.game.position.conclave[cell], conclave[cell]
        if lies == card:
            continue
        if lies is None or not isinstance(card, Mage):
            return None
        try:
            found.append(correction_of(story, cell, card))
            story = story.corrected(found[-1], story.entries)
        except (Refused, ConclaveError, JournalError):
            return None
    return found if not story.set_aside and story.game.position.conclave == conclave else None


def _conclave(layout: tuple[str, ...]) -> Conclave:
    if not layout or any("?" in code or "#" in code for code in layout):
        raise Refused(409, "table-unclear", "not every cell can be read")
    return Conclave(tuple(None if code == EMPTY else mage(code) for code in layout))


def _go_on_elsewhere(journal: Journal, story: Story, conclave: Conclave, author: str) -> Story:
    if conclave.empty_count > CELLS_LEFT_EMPTY:
        raise Refused(409, "table-unfinished", "more than four cells are empty: refill the Conclave first")
    position = story.game.position
    if position.stage is not Stage.ROUNDS:
        raise Refused(409, "table-last-turns", "nobody could say any more whose last turn it is")
    zones = tuple(player.zone.followers for player in position.players)
    _require_held_once(story.setup.deck, conclave, zones)
    done = position.phase in (TurnPhase.DRAW, TurnPhase.REFILL)
    seat = story.names.index(position.player.name)
    _, setup = start(
        LayOutTable(
            players=story.names,
            deck=story.setup.deck,
            conclave=conclave,
            cards_removed=None,
            zones=zones,
            starting_corner=position.starting_corner,
            first_player=story.names[(seat + done) % len(story.names)],
            edition=position.edition,
        )
    )
    return journal.start(setup, author, corner_told=story.corner_told)


def _require_held_once(deck: Deck, conclave: Conclave, zones: tuple[tuple[Card, ...], ...]) -> None:
    """Refuse a table with a card that somebody's zone holds already: then that was taken by mistake."""
    shown = Counter(card for cards in (conclave.cards, *zones) for card in cards if isinstance(card, Mage))
    twice = [str(card) for card, copies in shown.items() if copies > deck.copies.get(card, 0)]
    if twice:
        raise Refused(409, "held-twice", f"on the table and in a zone: {', '.join(twice)}")
