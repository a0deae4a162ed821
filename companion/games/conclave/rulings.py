"""The codes under which rules are cited: rulings for what the rulebook leaves open, and its plain rules.

Codes travel between programs; their words live in the catalogues of `words/`.
"""

from __future__ import annotations

from enum import StrEnum


class Ruling(StrEnum):
    """How this companion decides where the rulebooks are silent, differ or contradict themselves."""

    EMISSARY_COUNTS = "emissary-counts"
    UNBROKEN_LINE = "unbroken-line"
    MATCH_EITHER = "match-either"
    LINES_APART = "lines-apart"
    CRISIS_MOMENT = "crisis-moment"
    CRISIS_TAKES = "crisis-takes"
    CRISIS_EMPTY = "crisis-empty"
    ADJACENT_PLACE = "adjacent-place"
    GIVE_PILE = "give-pile"
    REFILL_ORDER = "refill-order"
    REFILL_DECK = "refill-deck"
    LAST_TURN = "last-turn"
    CONTROL_TIE = "control-tie"
    ELIMINATED = "eliminated"
    TIE_BREAK = "tie-break"
    NOBODY_CONTROLS = "nobody-controls"
    DECK_LIST = "deck-list"
    REMOVE_FEWER = "remove-fewer"


class PlainRule(StrEnum):
    """What the rulebook says outright; a refused command names one of these or a ruling."""

    PLAYERS = "players"
    TURN_ORDER = "turn-order"
    PHASE_ORDER = "phase-order"
    EMPTY_SPACE = "empty-space"
    OWN_HAND = "own-hand"
    OWN_PILE = "own-pile"
    MUST_SEND = "must-send"
    REMAINING_DECK = "remaining-deck"
    LAST_THREE = "last-three"
    GAME_OVER = "game-over"


Rule = Ruling | PlainRule


class Edition(StrEnum):
    """Which printing of the rules is played."""

    CONCLAVE = "conclave"
    KLEINE_KLAEFFER = "kleine-klaeffer"
