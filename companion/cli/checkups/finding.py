"""What a check found: a state for programs, a sentence for people, and how to mend it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.cli.checkups.words import CATALOGUES


class Check(StrEnum):
    """What is looked at."""

    PROGRAM = "program"
    MODELS = "models"
    DECKS = "decks"
    DATA = "data"
    NETWORK = "network"
    CAMERA = "camera"
    LIGHT = "light"
    TABLE = "table"


class State(StrEnum):
    """How it stands: `problem` alone means that play is not possible."""

    FINE = "fine"
    NOTE = "note"
    WARNING = "warning"
    PROBLEM = "problem"


Fact = str | int | float | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found."""

    check: Check
    state: State
    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def words(self, language: str) -> str:
        """What was found, as a sentence."""
        return CATALOGUES[language][self.code].format(**self._said(language))

    def mend(self, language: str) -> str:
        """What to do about it; nothing where nothing is to be done."""
        return CATALOGUES[language].get(f"{self.code}.mend", "").format(**self._said(language))

    def fields(self, language: str) -> dict[str, object]:
        """For programs."""
        return {
            "check": self.check.value,
            "state": self.state.value,
            "code": self.code,
            "message": self.words(language),
            "mend": self.mend(language),
            "facts": dict(self.facts),
        }

    def _said(self, language: str) -> dict[str, str]:
        return {name: said(fact, language) for name, fact in self.facts.items()}


def said(fact: Fact, language: str) -> str:
    """A fact in words; those that start with a colon are keys of the catalogue."""
    if isinstance(fact, tuple):
        parts = [said(one, language) for one in fact]
        joint = CATALOGUES[language]["and"]
        return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}{joint}{parts[-1]}" if parts else ""
    if isinstance(fact, str) and fact.startswith(":"):
        return CATALOGUES[language].get(fact[1:], fact[1:])
    return str(fact)


def fine(check: Check, code: str, **facts: Fact) -> Finding:
    """All is well."""
    return Finding(check, State.FINE, code, facts)


def note(check: Check, code: str, **facts: Fact) -> Finding:
    """Worth knowing, nothing to mend."""
    return Finding(check, State.NOTE, code, facts)


def warning(check: Check, code: str, **facts: Fact) -> Finding:
    """Play is possible and would be better without it."""
    return Finding(check, State.WARNING, code, facts)


def problem(check: Check, code: str, **facts: Fact) -> Finding:
    """Play is not possible."""
    return Finding(check, State.PROBLEM, code, facts)
