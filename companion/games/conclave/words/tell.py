"""Tells events in sentences."""

from __future__ import annotations

from companion.games.conclave.events import (
    CardDrawn,
    ConclaveRefilled,
    EmissarySent,
    Event,
    FollowersGained,
    GameEnded,
    GameSetUp,
    HandShown,
    InfluenceGiven,
)
from companion.games.conclave.words.catalogue import say, say_list, say_mage, say_mages, say_magic


def tell_event(event: Event, language: str, *, deck_seen: bool = True) -> str:
    """One sentence on what happened; without `deck_seen` nobody knows from which deck a card was drawn."""
    key = f"event.{type(event).__name__}"
    if _tells_of_nobody(event):
        key += ".none"
    elif isinstance(event, CardDrawn) and not deck_seen:
        key += ".unseen"
    return say(language, key, **_facts(event, language))


def _tells_of_nobody(event: Event) -> bool:
    if isinstance(event, FollowersGained):
        return not event.followers
    return isinstance(event, ConclaveRefilled | HandShown) and not event.mages


def _facts(event: Event, language: str) -> dict[str, object]:
    """The facts that the event's sentence may name."""
    match event:
        case GameSetUp():
            return {
                "players": say_list(language, [player.name for player in event.players]),
                "name": event.first_player,
                "corner": say(language, f"corner.{event.starting_corner}"),
            }
        case GameEnded():
            return {}
    facts: dict[str, object] = {"name": event.player}
    match event:
        case InfluenceGiven():
            facts |= {"magic": say_magic(language, event.magic), "receiver": event.receiver}
        case EmissarySent():
            facts |= {"mage": say_mage(language, event.mage), "cell": event.cell}
        case FollowersGained():
            facts["mages"] = say_mages(language, [mage for _, mage in event.followers])
        case CardDrawn():
            facts["deck"] = say(language, f"deck.{event.deck}")
        case ConclaveRefilled() | HandShown():
            mages = [mage if not isinstance(mage, tuple) else mage[1] for mage in event.mages]
            facts["mages"] = say_mages(language, mages)
    return facts
