"""A cell set by hand in the middle of a game: what must have been otherwise for that card to lie there."""

from __future__ import annotations

from dataclasses import replace

from companion.games.conclave.commands import RefillConclave, SendEmissary
from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import Cell
from companion.games.conclave.events import ConclaveRefilled, EmissarySent
from companion.games.conclave.send_emissary import legal_places
from companion.games.conclave.structure_of_a_round import TurnPhase
from companion.journal.corrections import Correction, Laid, Replaced
from companion.journal.decisions import decision_again
from companion.journal.journal import Journal
from companion.journal.story import Move, Story
from companion.server.refusals import Refused


def set_past_cell(
    journal: Journal, story: Story, place: int, told: tuple[Cell, Mage], said: tuple[str, str]
) -> Story:
    """Put right what lay in a cell when an entry was decided; everything since is judged again."""
    told_until = replace(story, moves=story.moves[: story.index_of(place) + 1])
    return journal.correct(story, correction_of(told_until, *told), *said)


def set_cell(journal: Journal, story: Story, cell: Cell, card: Mage | None, said: tuple[str, str]) -> Story:
    """Put a cell right, with author and reason: the decision that laid its card is told anew.

    A card in an empty cell is the Emissary of whoever's turn it is; an Emissary taken away was not sent.
    """
    lies = story.game.position.conclave[cell]
    if lies == card:
        return story
    origin = origin_of(story, cell) if lies is not None else None
    if card is None:
        if origin is None or not isinstance(origin.events[0], EmissarySent):
            raise Refused(409, "set-what-happened", f"the card at {cell} cannot simply be gone")
        return journal.undo(story, origin.place, *said)
    if lies is None:
        return journal.record(story, _sent(story, cell, card), said[0]).story
    return journal.correct(story, correction_of(story, cell, card), *said)


def correction_of(story: Story, cell: Cell, card: Mage) -> Correction:
    """What was told wrongly if another card lies in a cell than the story says."""
    origin = origin_of(story, cell)
    if origin is None:
        return Laid(cell, card)
    _, events = story.before(origin.place).apply(_told_anew(story, origin, cell, card))
    return Replaced(origin.place, events)


def origin_of(story: Story, cell: Cell) -> Move | None:
    """The move that laid the card now in a cell; None if it lies there since the beginning."""
    for move in reversed(story.moves):
        for event in move.events:
            if isinstance(event, EmissarySent) and event.cell == cell:
                return move
            if isinstance(event, ConclaveRefilled) and any(laid == cell for laid, _ in event.mages):
                return move
    return None


def _told_anew(story: Story, origin: Move, cell: Cell, card: Mage) -> SendEmissary | RefillConclave:
    command = decision_again(origin.events, story.before(origin.place))
    if isinstance(command, SendEmissary):
        return replace(command, mage=card)
    refilled = next(event for event in origin.events if isinstance(event, ConclaveRefilled))
    if not isinstance(command, RefillConclave):
        raise Refused(409, "set-what-happened", f"the card at {cell} was dealt from a deck that is known")
    mages = tuple(card if laid == cell else mage for laid, mage in refilled.mages)
    return replace(command, mages=mages)


def _sent(story: Story, cell: Cell, card: Mage) -> SendEmissary:
    position = story.game.position
    sending = position.in_turns and position.phase in (TurnPhase.GIVE, TurnPhase.SEND)
    if not sending or cell not in legal_places(position.conclave):
        raise Refused(409, "set-what-happened", f"no Emissary can be sent to {cell} now")
    return SendEmissary(position.player.name, card, cell)
