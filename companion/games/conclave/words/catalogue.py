"""Turns keys into words: one catalogue a language, all with the same keys."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.conclave.components import Mage, Magic
from companion.games.conclave.rulings import Rule
from companion.games.conclave.words import english, spanish

CATALOGUES = {"en": english.CATALOGUE, "es": spanish.CATALOGUE}


def say(language: str, key: str, **facts: object) -> str:
    """The words for a key, with its facts filled in."""
    return CATALOGUES[language][key].format(**facts)


def say_rule(language: str, rule: Rule) -> str:
    """What a rule or ruling says."""
    return say(language, f"rule.{rule}")


def say_mage(language: str, mage: Mage) -> str:
    """A Mage as players would say it: `the purple Gazelle 5`."""
    kind = say(language, f"mage.{mage.magic.value}.{mage.brotherhood.value}")
    return say(language, "mage", kind=kind, influence=mage.influence)


def say_mages(language: str, mages: Sequence[Mage]) -> str:
    """Several Mages in one breath."""
    return say_list(language, [say_mage(language, mage) for mage in mages])


def say_magic(language: str, magic: Magic) -> str:
    """A Magic with its colour."""
    return say(language, f"magic.{magic.value}")


def say_list(language: str, parts: Sequence[str]) -> str:
    """`a, b and c`; in Spanish `Ana e Inés`."""
    if len(parts) < 2:
        return parts[0] if parts else ""
    last = parts[-1]
    sounds_like_i = last.lower().startswith(("i", "í", "hi")) and not last.lower().startswith("hie")
    joint = say(language, "list.and.before-i" if sounds_like_i else "list.and")
    return ", ".join(parts[:-1]) + joint + last
