"""What to expect at the table: photos read by a deck that has not seen them (leave one photo out)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.teaching.references import LabelledCard, Reference, best_references
from calibration.teaching.rehearsal import prepare_deck
from calibration.teaching.sheet import lay_out
from vision.cell_images import quads_of
from vision.evidence import gather
from vision.table_reading import read_cells

MOST_FOLDS = 3
CARDS_AT_ONCE = 18
STRANGE = 0.45
"""Pictures less alike than this are not of one card."""


@dataclass(frozen=True, slots=True, eq=False)
class Misread:
    """A card that a deck taught by the other photos reads as another, or hardly knows at all."""

    card: LabelledCard
    read_as: str | None
    accepted: bool
    strange: bool


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut:
    """How many cards could be tried so, how many of them were right, and how many it would ask about."""

    cards: int = 0
    right: int = 0
    asked: int = 0
    misread: tuple[Misread, ...] = ()

    @property
    def silent(self) -> int:
        """Cards that were wrong without a question."""
        return sum(one.accepted for one in self.misread)


def read_left_out(references: Sequence[Reference]) -> LeftOut:
    """Read every photo whose cards other photos show too, by those others alone."""
    cards = right = asked = 0
    misread: list[Misread] = []
    for fold in _folds(references):
        others = best_references([one for one in references if one.source.photo not in fold])
        tried = [one for one in references if one.source.photo in fold and one.code in others]
        if not tried:
            continue
        deck = prepare_deck(others)
        for photo in dict.fromkeys(one.source.photo for one in tried):
            own = [one for one in tried if one.source.photo == photo]
            for start in range(0, len(own), CARDS_AT_ONCE):
                shown = [one.source for one in own[start : start + CARDS_AT_ONCE]]
                sheet = lay_out([source.picture_bgr for source in shown])
                likeness = gather(sheet.frame_bgr, quads_of(sheet.cells()), deck).comparison.likeness
                for number, reading in enumerate(read_cells(sheet.frame_bgr, sheet.cells(), deck)):
                    card = shown[number]
                    cards += 1
                    right += reading.code == card.code
                    asked += not reading.accepted
                    alike = float(likeness[number, deck.codes.index(card.code)])
                    if reading.code != card.code or alike < STRANGE:
                        misread.append(Misread(card, reading.code, reading.accepted, alike < STRANGE))
    return LeftOut(cards, right, asked, tuple(misread))


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
