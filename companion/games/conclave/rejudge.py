"""Judges a recorded game anew: every decision is put to the rules again, and the events must be the same."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.conclave.commands import (
    Command,
    DrawCard,
    GiveInfluence,
    PassTurn,
    RefillConclave,
    SendEmissary,
    ShowHand,
)
from companion.games.conclave.errors import AgainstTheRules, ConclaveError
from companion.games.conclave.events import (
    CardDrawn,
    ConclaveRefilled,
    DrawDecksRanOut,
    EmissarySent,
    Event,
    GameSetUp,
    HandShown,
    InfluenceGiven,
    TurnEvent,
    TurnPassed,
)
from companion.games.conclave.game import Game
from companion.games.conclave.position import Position, position_at_start
from companion.games.conclave.rulings import Ruling


class DoesNotHold(ConclaveError):
    """An event that the rules do not give; `place` counts the events from 0, the setup."""

    def __init__(self, place: int, event: Event, reason: str) -> None:
        super().__init__(f"event {place}, {type(event).__name__}: {reason}")
        self.place = place
        self.event = event
        self.reason = reason


def rejudge(events: Sequence[Event]) -> Game:
    """The game these events tell; DoesNotHold names the first that the rules do not lead to."""
    setup = events[0] if events else None
    if not isinstance(setup, GameSetUp):
        raise ValueError("a game begins with its setup")
    game, place = Game(position_at_start(setup)), 1
    try:
        require_whole_deck(game.position)
    except ConclaveError as refusal:
        raise DoesNotHold(0, setup, str(refusal)) from refusal
    while place < len(events):
        event = events[place]
        decision = decision_behind(event, events[place + 1 : place + 2])
        if decision is None:
            raise DoesNotHold(place, event, "it follows from no decision")
        try:
            game, derived = game.apply(decision)
        except ConclaveError as refusal:
            raise DoesNotHold(place, event, str(refusal)) from refusal
        place = _compare(events, place, derived)
    return game


def require_whole_deck(position: Position) -> None:
    """Refuse a table that shows other cards, or another number of them, than the deck holds."""
    position.deck.require_holds(position.known_mages())
    count = position.card_count
    if count is not None and count != len(position.deck):
        raise AgainstTheRules(
            Ruling.DECK_LIST, f"{count} cards on the table, and the deck holds {len(position.deck)}"
        )


def _compare(events: Sequence[Event], place: int, derived: Sequence[TurnEvent]) -> int:
    """Walk over the derived events; a log may end before all that follows was written down."""
    for event in derived:
        if place == len(events):
            break
        if events[place] != event:
            raise DoesNotHold(place, events[place], f"the rules give {event}")
        place += 1
    return place


def decision_behind(  # noqa: PLR0911 - one an event
    event: Event, following: Sequence[Event]
) -> Command | None:
    """The command behind an event; None for events that follow by themselves."""
    ran_out = any(isinstance(later, DrawDecksRanOut) for later in following)
    match event:
        case InfluenceGiven():
            return GiveInfluence(event.player, event.magic, event.receiver)
        case EmissarySent():
            return SendEmissary(event.player, event.mage, event.cell)
        case TurnPassed():
            return PassTurn(event.player)
        case CardDrawn():
            return DrawCard(event.player, event.deck, decks_ran_out=ran_out)
        case ConclaveRefilled():
            mages = tuple(mage for _, mage in event.mages)
            return RefillConclave(event.player, mages, decks_ran_out=ran_out)
        case HandShown():
            return ShowHand(event.player, event.mages)
    return None
