"""The doctor's words, one catalogue a language, all with the same keys; `.mend` says what to do."""

from __future__ import annotations

from companion.cli.checkups import words_english, words_spanish

CATALOGUES = {"en": words_english.CATALOGUE, "es": words_spanish.CATALOGUE}
