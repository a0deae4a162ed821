"""What to expect at the table: photos read by a deck that has not seen them (leave one photo out)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.teaching.codes import is_back
from calibration.teaching.eyes import Eyes, prepare_deck
from calibration.teaching.largest_difference import difference_of_print
from calibration.teaching.references import LabelledCard, Reference, best_references
from calibration.teaching.sheet import lay_out
from calibration.teaching.wrong_labels import TriedCard, compared, hardly_alike, wrong_labels
from vision.evidence import gather
from vision.references import DeckReferences
from vision.table_reading import read_cells

MOST_FOLDS = 3
CARDS_AT_ONCE = 18


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Cards of photos as the other photos' cards read them; `copies` are those of one photo by each other."""

    tried: tuple[TriedCard, ...] = ()
    copies: tuple[TriedCard, ...] = ()

    @property
    def cards(self) -> int:
        """How many cards could be tried so."""
        return len(self.tried)

    @property
    def right(self) -> int:
        """How many of them were right."""
        return sum(one.is_right for one in self.tried)

    @property
    def asked(self) -> int:
        """How many it would ask about."""
        return sum(not one.accepted for one in self.tried)

    @property
    def silent(self) -> int:
        """Cards that were wrong without a question."""
        return sum(one.accepted for one in self.misread)

    @property
    def misread(self) -> tuple[TriedCard, ...]:
        """Cards that were read as another, or hardly known at all."""
        return tuple(one for one in self.tried if not one.is_right)

    @property
    def wrong(self) -> tuple[TriedCard, ...]:
        """Cards of which the label must be wrong."""
        return wrong_labels((*self.tried, *self.copies))

    @property
    def hardly_alike(self) -> tuple[TriedCard, ...]:
        """Cards that somebody should compare with others of their label."""
        return hardly_alike((*self.tried, *self.copies))

    def knows(self, code: str) -> bool:
        """Whether every photo of a card was read right by the others, without a question."""
        own = [one.is_right and one.accepted for one in self.tried if one.card.code == code]
        return bool(own) and all(own)

    def shows(self, card: LabelledCard) -> bool:
        """Whether a card was read as it is labelled by pictures of other photos, without a question."""
        return any(one.card is card and one.is_right and one.accepted for one in self.tried)


def read_left_out(references: Sequence[Reference], eyes: Eyes) -> LeftOut:
    """Read every photo whose cards other photos show too, by those others alone."""
    tried: list[TriedCard] = []
    for fold in _folds(references):
        others = [one for one in references if one.source.photo not in fold]
        tried += _tried([one for one in references if one.source.photo in fold], others, eyes)
    seen = {one.card.code for one in tried}
    copies: list[TriedCard] = []
    for some in _copies_in_a_photo([one for one in references if one.code not in seen]):
        copies += _tried(some, [one for one in references if one not in some], eyes)
    return LeftOut(tuple(tried), tuple(copies))


def _tried(shown: Sequence[Reference], others: Sequence[Reference], eyes: Eyes) -> Iterator[TriedCard]:
    """Cards as a deck of others reads them, as far as it has them."""
    taught = best_references(others)
    known = [one for one in shown if one.code in taught]
    if not known or all(is_back(code) for code in taught):
        return
    deck = prepare_deck(taught, eyes)
    for photo in dict.fromkeys(one.source.photo for one in known):
        own = [one for one in known if one.source.photo == photo]
        for start in range(0, len(own), CARDS_AT_ONCE):
            yield from _read(own[start : start + CARDS_AT_ONCE], taught, deck)


def _read(
    shown: Sequence[Reference], taught: Mapping[str, Sequence[Reference]], deck: DeckReferences
) -> list[TriedCard]:
    sheet = lay_out([one.seen_bgr for one in shown])
    readings = tuple(read_cells(sheet.frame_bgr, sheet.cells(), deck))
    plain = [TriedCard(one.source, its.code, its.accepted) for one, its in zip(shown, readings, strict=True)]
    if all(one.is_right and one.accepted for one in plain):
        return plain
    evidence = gather(sheet.frame_bgr, sheet.quads, deck)
    told = zip(evidence.scores(), evidence.digit, strict=True)
    return [
        _beside_its_label(
            compared(one.source, reading, deck.codes, (scores, numbers, evidence.drawings)),
            one,
            taught[one.code],
        )
        for one, reading, (scores, numbers) in zip(shown, readings, told, strict=True)
    ]


def _beside_its_label(tried: TriedCard, one: Reference, others: Sequence[Reference]) -> TriedCard:
    """A card with how far it differs from the one most like it of its label."""
    in_one_light = all(
        (one.source.is_scan and other.source.is_scan) or other.source.photo == one.source.photo
        for other in others
    )
    apart = min(difference_of_print(one.picture_bgr, other.picture_bgr) for other in others)
    return replace(tried, apart=apart, in_one_light=in_one_light)


def _copies_in_a_photo(references: Sequence[Reference]) -> list[list[Reference]]:
    """Cards that lie in one photo more than once: the first of each label, and all others."""
    first = {one.code: one for one in reversed(references)}
    again = [one for one in references if one is not first[one.code]]
    return [[first[code] for code in dict.fromkeys(one.code for one in again)], again] if again else []


def _folds(references: Sequence[Reference]) -> list[set[str]]:
    """Photos of cards that others show too, in a few groups; those of one card are in different ones."""
    shown_by: dict[str, dict[str, None]] = {}
    for reference in references:
        shown_by.setdefault(reference.code, {})[reference.source.photo] = None
    shows: dict[str, set[str]] = {}
    for code, photos in shown_by.items():
        for photo in photos if len(photos) > 1 else ():
            shows.setdefault(photo, set()).add(code)
    folds: list[tuple[set[str], set[str]]] = [(set(), set()) for _ in range(MOST_FOLDS)]
    for photo, codes in sorted(shows.items(), key=lambda item: -len(item[1])):
        shared = [len(codes & seen) for _, seen in folds]
        together, seen = folds[int(np.argmin(shared))]
        together.add(photo)
        seen |= codes
    return [together for together, _ in folds if together]
