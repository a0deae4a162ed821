"""The end of teaching: everything that was understood, judged as one deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2

from calibration.deck_manifest import ANIMAL_OF_CODE, BACK_CODE, COLOUR_OF_CODE
from calibration.deck_writer import DeckContents
from calibration.teaching.left_out import LeftOut, read_left_out
from calibration.teaching.references import LabelledCard, Reference, best_references, make_references
from calibration.teaching.rehearsal import AlikePair, Rehearsal, rehearse
from calibration.teaching.session import Session
from vision.arrays import Picture
from vision.lattice import CardSize

ALL_CODES = tuple(f"{c}{a}{v}" for c in COLOUR_OF_CODE for a in ANIMAL_OF_CODE for v in range(1, 6))
CARDS_OF_THE_GAME = 72
TOLD_APART_FROM = 0.7
"""The margin, as a logarithm of odds, below which two labels are one card to the reader."""
NARROW = 3.0
WEBP_QUALITY = 92


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A deck as it would be, and everything there is to say about it."""

    name: str
    card: CardSize
    references: Mapping[str, tuple[Reference, ...]]
    copies: Mapping[str, int]
    counted: bool
    rehearsal: Rehearsal
    left_out: LeftOut
    troubles: tuple[str, ...]
    warnings: tuple[str, ...]

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces taught, in order."""
        return tuple(code for code in ALL_CODES if code in self.references)

    @property
    def backs(self) -> tuple[str, ...]:
        """The backs taught."""
        return tuple(code for code in self.references if _is_back(code))

    @property
    def missing(self) -> tuple[str, ...]:
        """The kinds of card that were not taught; a deck need not have them all."""
        return tuple(code for code in ALL_CODES if code not in self.references)

    @property
    def same(self) -> tuple[AlikePair, ...]:
        """The pairs that cannot be told apart. Backs may be alike: many decks have one for all."""
        return tuple(
            pair
            for pair in self.rehearsal.pairs
            if pair.margin < TOLD_APART_FROM and not (_is_back(pair.one) and _is_back(pair.other))
        )

    def contents(self) -> DeckContents:
        """What is to be written."""
        return DeckContents(
            card_mm=(self.card.width_mm, self.card.height_mm),
            pictures={
                code: [encoded(one.picture_bgr) for one in self.references[code]]
                for code in (*self.faces, *self.backs)
            },
            copies=self.copies,
            counted=self.counted,
        )


def learn(session: Session, copies: Mapping[str, int] | None = None) -> Lesson:
    """Make a deck of a session's cards and judge it; nothing is written."""
    cards = session.labelled()
    made = make_references(cards)
    kept = best_references(made)
    faces = [code for code in kept if not _is_back(code)]
    left_out = read_left_out(made)
    counts, counted = _copies(cards, faces, copies)
    return Lesson(
        name=session.name,
        card=session.card,
        references=kept,
        copies=counts,
        counted=counted,
        rehearsal=rehearse(kept) if faces else Rehearsal((), 0, 0),
        left_out=left_out,
        troubles=(*_photo_troubles(session, kept), *_open_cards(session), *_wrong_labels(left_out)),
        warnings=_photo_warnings(session, kept),
    )


def _is_back(code: str) -> bool:
    return BACK_CODE.fullmatch(code) is not None


def encoded(picture_bgr: Picture) -> bytes:
    """A reference picture as a file."""
    return cv2.imencode(".webp", picture_bgr, [cv2.IMWRITE_WEBP_QUALITY, WEBP_QUALITY])[1].tobytes()


def _copies(
    cards: Sequence[LabelledCard], faces: Sequence[str], said: Mapping[str, int] | None
) -> tuple[dict[str, int], bool]:
    """How many copies of each face there are, and whether that is known.

    A deck holds 72 cards: with that many faces each is there once. With fewer, copies can be anywhere, and
    only what lies in one photo at once is sure.
    """
    at_once: Counter[str] = Counter()
    for photo in dict.fromkeys(card.photo for card in cards):
        seen = Counter(card.code for card in cards if card.photo == photo)
        for code, number in seen.items():
            at_once[code] = max(at_once[code], number)
    counts = {code: max(at_once[code], (said or {}).get(code, 1)) for code in faces}
    return counts, said is not None or len(faces) >= CARDS_OF_THE_GAME


def _photo_troubles(session: Session, kept: Mapping[str, object]) -> tuple[str, ...]:
    """Photos that must be taken again, because what they should show is shown by no other."""
    found = []
    for photo in session.photos:
        lost = [code for code in photo.expected if code not in kept]
        if photo.troubles and (lost or not photo.expected):
            missing = f" (so {_listed(lost)} would be missing)" if lost else ""
            found.append(f"{photo.name}: {photo.troubles[0]}{missing}")
    return tuple(found)


def _photo_warnings(session: Session, kept: Mapping[str, object]) -> tuple[str, ...]:
    """Photos that went wrong but whose cards are known from others."""
    return tuple(
        f"{photo.name}: {photo.troubles[0]}"
        for photo in session.photos
        if photo.troubles and photo.expected and all(code in kept for code in photo.expected)
    )


def _open_cards(session: Session) -> tuple[str, ...]:
    """Cards without a label."""
    return tuple(
        f"{photo.name}{f' ({card.place})' if card.place else ''}: no label says which card this is"
        for photo in session.photos
        for card in photo.unlabelled
    )


def _wrong_labels(left_out: LeftOut) -> tuple[str, ...]:
    found = []
    for one in left_out.misread:
        if one.strange:
            found.append(
                f"{one.card.name}: labelled {one.card.code}, but other photos of {one.card.code} show "
                "another card: a wrong label, or two decks mixed"
            )
        elif one.accepted and one.read_as is not None:
            found.append(f"{one.card.name}: labelled {one.card.code}, but it looks like {one.read_as}")
    return tuple(found)


def _listed(codes: Sequence[str], shown: int = 6) -> str:
    more = f" and {len(codes) - shown} more" if len(codes) > shown else ""
    return ", ".join(codes[:shown]) + more
