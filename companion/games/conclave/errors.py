"""What can go wrong with a game, as exceptions that carry the facts.

ConclaveError
├── Unreadable          a text is not in the notation
├── AgainstTheRules     a command that the rulebook or a ruling forbids; it changes nothing
└── NotKnownYet         the rule is clear, but a card it needs is face down
"""

from __future__ import annotations

from companion.games.conclave.rulings import Rule


class ConclaveError(Exception):
    """The root of all that this game refuses."""


class Unreadable(ConclaveError):
    """A text that is not in the notation; `where` names the part of it."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where = where
        self.problem = problem


class AgainstTheRules(ConclaveError):
    """A command that may not be carried out, the rule that forbids it, and the position it met."""

    def __init__(self, rule: Rule, fact: str) -> None:
        super().__init__(f"{fact} [{rule}]")
        self.rule = rule
        self.fact = fact
        self.position: object = None  # the whole position, set by the game that refused


class NotKnownYet(ConclaveError):
    """A card that must be turned up, or asked for, before the rule can be applied."""

    def __init__(self, where: str) -> None:
        super().__init__(f"{where}: a card that lies face down cannot be judged")
        self.where = where
