"""What to expect at the table: photos read by a deck that has not seen them (leave one photo out)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.teaching.codes import is_back
from calibration.teaching.eyes import Eyes, prepare_deck
from calibration.teaching.references import LabelledCard, Reference, best_references
from calibration.teaching.sheet import lay_out
from vision.evidence import gather
from vision.references import DeckReferences
from vision.table_reading import read_cells

MOST_FOLDS = 3
CARDS_AT_ONCE = 18
SURELY_ANOTHER = 8.0
"""The margin, as a logarithm of odds, from which another label is no slip of the reader."""


@dataclass(frozen=True, slots=True, eq=False)
class Misread:
    """A card that a deck taught by the other photos reads as another, or hardly knows at all."""

    card: LabelledCard
    read_as: str | None
    accepted: bool
    margin: float

    @property
    def is_mislabelled(self) -> bool:
        """Whether the label must be wrong."""
        return self.accepted and self.read_as is not None and self.margin > SURELY_ANOTHER


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut:
    """How many cards could be tried so, how many of them were right, and how many it would ask about."""

    cards: int = 0
    right: int = 0
    asked: int = 0
    misread: tuple[Misread, ...] = ()
    surely_right: frozenset[str] = frozenset()
    doubted: frozenset[str] = frozenset()

    def with_more(self, other: LeftOut) -> LeftOut:
        """Both together."""
        return LeftOut(
            self.cards + other.cards,
            self.right + other.right,
            self.asked + other.asked,
            (*self.misread, *other.misread),
            self.surely_right | other.surely_right,
            self.doubted | other.doubted,
        )

    def knows(self, code: str) -> bool:
        """Whether every photo of a card was read right by the others, without a question."""
        return code in self.surely_right - self.doubted

    @property
    def silent(self) -> int:
        """Cards that were wrong without a question."""
        return sum(one.accepted for one in self.misread)


def read_left_out(references: Sequence[Reference], eyes: Eyes) -> LeftOut:
    """Read every photo whose cards other photos show too, by those others alone."""
    total = LeftOut()
    for fold in _folds(references):
        others = best_references([one for one in references if one.source.photo not in fold])
        tried = [one for one in references if one.source.photo in fold and one.code in others]
        if tried and any(not is_back(code) for code in others):
            deck = prepare_deck(others, eyes)
            for photo in dict.fromkeys(one.source.photo for one in tried):
                own = [one for one in tried if one.source.photo == photo]
                for start in range(0, len(own), CARDS_AT_ONCE):
                    total = total.with_more(_read(own[start : start + CARDS_AT_ONCE], deck))
    return total


def _read(shown: Sequence[Reference], deck: DeckReferences) -> LeftOut:
    sheet = lay_out([one.seen_bgr for one in shown])
    readings = tuple(read_cells(sheet.frame_bgr, sheet.cells(), deck))
    wrong = [at for at, reading in enumerate(readings) if reading.code != shown[at].code]
    scores = gather(sheet.frame_bgr, sheet.quads, deck).scores() if wrong else None
    misread = []
    for at in wrong:
        own = 0.0 if scores is None else float(scores[at, deck.codes.index(shown[at].code)])
        misread.append(Misread(shown[at].source, readings[at].code, readings[at].accepted, -own))
    asked = sum(not reading.accepted for reading in readings)
    sure = [
        reading.accepted and reading.code == one.code for reading, one in zip(readings, shown, strict=True)
    ]
    right, doubted = (
        frozenset(one.code for one, known in zip(shown, sure, strict=True) if known == wanted)
        for wanted in (True, False)
    )
    return LeftOut(len(shown), len(shown) - len(wrong), asked, tuple(misread), right, doubted)


def _folds(references: Sequence[Reference]) -> list[set[str]]:
    """Photos in a few groups such that photos of the same cards are in different ones."""
    shows: dict[str, set[str]] = {}
    for reference in references:
        shows.setdefault(reference.source.photo, set()).add(reference.code)
    folds: list[tuple[set[str], set[str]]] = [(set(), set()) for _ in range(MOST_FOLDS)]
    for photo, codes in sorted(shows.items(), key=lambda item: -len(item[1])):
        shared = [len(codes & seen) for _, seen in folds]
        photos, seen = folds[int(np.argmin(shared))]
        photos.add(photo)
        seen |= codes
    return [photos for photos, _ in folds if photos]
