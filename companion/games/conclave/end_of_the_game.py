"""End of the Game: when both draw decks run out, everybody takes one last turn and then shows the hand."""

from __future__ import annotations

from companion.games.conclave.components import Card, Mage
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.rulings import PlainRule
from companion.games.conclave.send_emissary import card_played
from companion.games.conclave.structure_of_a_round import Stage


def last_turns_for(players: int) -> int:
    """One more turn each, the player who emptied the decks included (ruling last-turn)."""
    return players


def stage_after_turn(
    stage: Stage, *, decks_ran_out: bool, last_turns_left: int, passes: int, players: int
) -> Stage:
    """How far the game has come once a turn is over.

    `last_turns_left` no longer counts the turn that just ended; `passes` are the turns passed in a row.
    """
    if passes >= players:  # ruling crisis-empty: nobody could place for a whole round
        return Stage.SHOWING_HANDS
    if stage is Stage.LAST_TURNS and last_turns_left == 0:
        return Stage.SHOWING_HANDS
    return Stage.LAST_TURNS if decks_ran_out else stage


def require_shown_hand(hand: tuple[Card, ...], mages: tuple[Mage, ...]) -> None:
    """Refuse to let other cards join the zone than those that were held."""
    if len(mages) != len(hand):
        raise AgainstTheRules(PlainRule.LAST_THREE, f"{len(mages)} cards shown of a hand of {len(hand)}")
    left = list(hand)
    for mage in mages:
        held = card_played(tuple(left), mage)
        if held is None:
            raise AgainstTheRules(PlainRule.OWN_HAND, f"{mage} is not in the hand")
        left.remove(held)
