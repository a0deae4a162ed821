"""The end of teaching: everything that was understood, judged as one deck."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

import cv2

from calibration.deck_writer import DeckContents
from calibration.teaching.agreement import Agreement, agreement
from calibration.teaching.codes import ALL_CODES, is_back
from calibration.teaching.eyes import Eyes, plain_eyes
from calibration.teaching.left_out import LeftOut, read_left_out
from calibration.teaching.photo_cards import OFF_SHAPE, PhotoKind
from calibration.teaching.questions import OpenCard, open_questions
from calibration.teaching.references import LabelledCard, Reference, best_references, make_references
from calibration.teaching.rehearsal import AlikePair, Rehearsal, rehearse
from calibration.teaching.remarks import Remark, RemarkKind, remark
from calibration.teaching.session import Session
from calibration.teaching.session_file import SessionPhoto
from calibration.teaching.wrong_labels import PERHAPS_ANOTHER_NUMBER, TriedCard
from vision.arrays import Picture
from vision.lattice import CardSize

CARDS_OF_THE_GAME = 72
TOLD_APART_FROM = 0.7
"""The margin, as a logarithm of odds, below which two labels are one card to the reader.

A photo read back is a little liker to itself than to another photo of the same card."""
SCANS_TOLD_APART_FROM = 0.2
"""The same between scans, of which two of one card are the same picture."""
NARROW = 3.0
NEARLY_MISTAKEN = 8.0
"""The margin below which two colours are told apart by a table's light alone, so asked about."""
SCAN_OFF_SHAPE = 0.04  # scans are exact
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
    troubles: tuple[Remark, ...]
    warnings: tuple[Remark, ...]

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces taught, in order."""
        return tuple(code for code in ALL_CODES if code in self.references)

    @property
    def backs(self) -> tuple[str, ...]:
        """The backs taught."""
        return tuple(code for code in self.references if is_back(code))

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
            if self.is_same(pair) and not (is_back(pair.one) and is_back(pair.other))
        )

    def is_same(self, pair: AlikePair) -> bool:
        """Whether the two are usually mistaken, or not told apart even at best.

        Photos that the others read without a question say more than pictures that are worn on purpose.
        """
        if self.left_out.knows(pair.one) and self.left_out.knows(pair.other):
            return False
        scans = all(one.source.is_scan for code in (pair.one, pair.other) for one in self.references[code])
        least = SCANS_TOLD_APART_FROM if scans else TOLD_APART_FROM
        return pair.margin <= 0 or pair.at_best < least

    @property
    def mistaken(self) -> tuple[tuple[str, str], ...]:
        """Faces of two colours that photos mistake for each other, or that worn pictures nearly do."""
        misread = [(one.card.code, one.read_as) for one in self.left_out.misread]
        alike = [(one.one, one.other) for one in self.rehearsal.colours if one.margin < NEARLY_MISTAKEN]
        pairs = dict.fromkeys((one, other) for one, other in (*misread, *alike) if other in self.faces)
        return tuple((one, other) for one, other in pairs if one in self.faces and one[:2] != other[:2])

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
            mistaken=self.mistaken,
            under_lamps=self.rehearsal.under_lamps,
        )


def learn(session: Session, copies: Mapping[str, int] | None = None, eyes: Eyes = plain_eyes) -> Lesson:
    """Make a deck of a session's cards and judge it as those eyes see it; nothing is written."""
    off_shape = off_shape_photos(session)
    cards = [card for card in session.labelled() if card.photo not in off_shape]
    found = agreement(make_references(cards))
    left_out = read_left_out((*found.agreeing, *found.in_doubt), eyes)
    found = found.with_vouched(lambda one: left_out.shows(one.source))
    kept = best_references(found.agreeing)
    faces = [code for code in kept if not is_back(code)]
    rehearsal = rehearse(kept, eyes) if faces else Rehearsal((), 0, 0)
    counts, counted = _copies(cards, faces, copies)
    return Lesson(
        name=session.name,
        card=session.card,
        references=kept,
        copies=counts,
        counted=counted,
        rehearsal=rehearsal,
        left_out=left_out,
        troubles=(
            *_lost(session, kept, off_shape),
            *_open_cards(session),
            *_contradicted(found),
            *_wrong_labels(left_out, cards, {one.code for one in found.in_doubt}),
            *_other_numbers(rehearsal, kept, {one.card.code for one in left_out.wrong}),
        ),
        warnings=(
            *_not_needed(session, kept, off_shape),
            *_left_aside(found, left_out),
            *cards_under_lamps(kept),
        ),
    )


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


def off_shape_photos(session: Session) -> dict[str, Remark]:
    """Photos in which the cards have another shape than in the rest, and how to say so."""
    usual = session.card.height_mm / session.card.width_mm
    found = {}
    for photo in session.photos:
        off = 0.0 if photo.ratio is None else math.log(photo.ratio / usual)
        if abs(off) > (SCAN_OFF_SHAPE if photo.kind is PhotoKind.SCAN else OFF_SHAPE):
            kind = RemarkKind.LONGER if off > 0 else RemarkKind.WIDER
            found[photo.name] = remark(kind, ratio=f"{photo.ratio:.2f}", usual=f"{usual:.2f}")
    return found


def _reasons(session: Session, off_shape: Mapping[str, Remark]) -> Iterator[tuple[SessionPhoto, Remark]]:
    for photo in session.photos:
        if photo.name in off_shape:
            yield photo, replace(off_shape[photo.name], photo=photo.name)
        elif photo.troubles:
            yield photo, replace(photo.troubles[0], photo=photo.name)


def _lost(
    session: Session, kept: Mapping[str, object], off_shape: Mapping[str, Remark]
) -> tuple[Remark, ...]:
    """Photos that must be taken again, because what they should show is shown by no other."""
    found = []
    for photo, reason in _reasons(session, off_shape):
        lost = tuple(code for code in photo.expected if code not in kept)
        if lost or not photo.expected:
            found.append(replace(reason, missing=lost))
    return tuple(found)


def _not_needed(
    session: Session, kept: Mapping[str, object], off_shape: Mapping[str, Remark]
) -> tuple[Remark, ...]:
    """Photos that went wrong but whose cards are known from others."""
    return tuple(
        reason
        for photo, reason in _reasons(session, off_shape)
        if photo.expected and all(code in kept for code in photo.expected)
    )


def _open_cards(session: Session) -> tuple[Remark, ...]:
    """Cards without a label."""
    return tuple(
        remark(RemarkKind.NO_LABEL, where=_names(question.cards), likely=" or ".join(question.candidates[:2]))
        for question in open_questions(session)
    )


def _names(cards: Sequence[OpenCard]) -> str:
    first = f"{cards[0].photo} ({cards[0].card.place})" if cards[0].card.place else cards[0].photo
    return f"{first} and {len(cards) - 1} more of the same" if len(cards) > 1 else first


def _contradicted(found: Agreement) -> tuple[Remark, ...]:
    """Labels of which no two pictures show one card."""
    names: dict[str, list[str]] = {}
    for one in found.in_doubt:
        names.setdefault(one.code, []).append(one.source.name)
    return tuple(_of_two(code, *its[:2]) for code, its in names.items())


def _wrong_labels(left_out: LeftOut, cards: Sequence[LabelledCard], known: Set[str]) -> Iterator[Remark]:
    """Cards that cannot be what they are labelled, one of each label, beside those whose labels are known."""
    told = set(known)
    for one in left_out.wrong:
        code = one.card.code
        if one.read_as not in (None, code) and one.accepted:
            yield _of_misread(RemarkKind.MISLABELLED, one)
        elif code not in told:
            told.add(code)
            others = [card for card in cards if card.code == code and card is not one.card]
            yield _of_two(code, one.card.name, others[0].name)


def _other_numbers(
    rehearsal: Rehearsal, kept: Mapping[str, tuple[Reference, ...]], known: Set[str]
) -> tuple[Remark, ...]:
    """Labels that were given to cards of another number, of which no other photo tells it."""
    codes = [code for code in rehearsal.other_numbers if code not in known]
    return tuple(
        remark(RemarkKind.OTHER_NUMBER, where=kept[code][0].source.name, card=code) for code in codes
    )


def _of_two(code: str, one: str, other: str) -> Remark:
    return remark(RemarkKind.TWO_CARDS_ONE_LABEL, where=one, other=other, card=code)


def _left_aside(found: Agreement, left_out: LeftOut) -> tuple[Remark, ...]:
    """What was not used, or should be looked at, though the deck can do without."""
    return (
        *(
            remark(RemarkKind.UNLIKE_THE_OTHERS, where=one.source.name, card=one.code)
            for one in found.outvoted
        ),
        *(
            _of_misread(RemarkKind.CHECK_LABEL, one)
            for one in left_out.misread
            if one.read_as is not None and one.should_be_checked and one not in left_out.wrong
        ),
        *(
            remark(RemarkKind.HARDLY_ALIKE, where=one.card.name, card=one.card.code)
            for one in left_out.hardly_alike
        ),
        *(
            remark(RemarkKind.OTHER_NUMBER, where=one.card.name, card=one.card.code)
            for one in left_out.tried
            if one.number > PERHAPS_ANOTHER_NUMBER and one not in left_out.wrong
        ),
    )


def cards_under_lamps(kept: Mapping[str, tuple[Reference, ...]]) -> tuple[Remark, ...]:
    """Cards of which every photo mirrors a lamp, photo by photo."""
    mirrored: dict[str, list[str]] = {}
    for code, held in kept.items():
        if all(one.under_lamp for one in held):
            mirrored.setdefault(held[0].source.photo, []).append(code)
    return tuple(
        remark(RemarkKind.LAMP_MIRRORED, where=photo, cards=tuple(codes)) for photo, codes in mirrored.items()
    )


def _of_misread(kind: RemarkKind, one: TriedCard) -> Remark:
    return remark(kind, where=one.card.name, card=one.card.code, likely=one.read_as or "")
