"""What is expected now: how far a game has come, and who does what next."""

from __future__ import annotations

from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.game_setup import RING
from companion.games.conclave.position import Position
from companion.games.conclave.refill_the_conclave import cells_to_refill
from companion.games.conclave.send_emissary import legal_places
from companion.games.conclave.simulate import possible_gifts
from companion.games.conclave.structure_of_a_round import Stage, TurnPhase
from companion.journal.story import Story
from companion.server.verdict_views import pair
from companion.server.views import GiftView, NextView

ENDS = {"counting": "count", "over": "over"}  # stages in which nobody plays, and what is expected then


def stage_of(story: Story) -> str:
    """How far the game has come, its laying and counting included."""
    if story.is_being_laid:
        return "laying"
    if story.count is not None and story.count.tallied is None:
        return "counting"
    return story.game.position.stage.value


def next_step(story: Story) -> NextView:
    """What is expected now, and of whom."""
    position = story.game.position
    name = position.player.name
    if story.is_being_laid:
        return NextView("lay", None, tuple(pair(cell) for cell in RING if position.conclave[cell] is None))
    if stage_of(story) in ENDS:
        return NextView(ENDS[stage_of(story)], None)
    if position.stage is Stage.SHOWING_HANDS:
        hands = tuple((player.name, len(player.hand)) for player in position.players if player.hand)
        return NextView("show", None, hands=hands)
    if position.phase is TurnPhase.DRAW:
        decks = tuple(deck.value for deck in DrawDeck if position.draw_decks.holds_cards(deck))
        return NextView("draw", name, decks=decks)
    if position.phase is TurnPhase.REFILL:
        return NextView("refill", name, tuple(pair(cell) for cell in _to_refill(position)))
    places = tuple(pair(cell) for cell in legal_places(position.conclave))
    return NextView("send" if places else "pass", name, places, gifts=_gifts(position))


def _to_refill(position: Position) -> tuple[Cell, ...]:
    return cells_to_refill(position.conclave, position.starting_corner, position.draw_decks.cards_left)


def _gifts(position: Position) -> tuple[GiftView, ...]:
    if position.phase is not TurnPhase.GIVE:
        return ()
    found: dict[str, list[str]] = {}
    for magic, receiver in possible_gifts(position):
        found.setdefault(magic.value, []).append(receiver)
    return tuple(GiftView(magic, tuple(names)) for magic, names in found.items())
