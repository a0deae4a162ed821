"""What only the teacher can say: cards without a label, the same ones grouped, with guesses.

A card that is known already needs no question. The others are compared with what was taught: their colour
with the cards of each colour, their drawing with those of each Brotherhood; then each group gets one of the
codes that are still open, all at once, so that no code is guessed twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.teaching.card_ink import card_ink, ink_distance
from calibration.teaching.codes import ALL_CODES, is_back
from calibration.teaching.common_frame import cut_out
from calibration.teaching.eyes import Eyes, plain_eyes, prepare_deck
from calibration.teaching.largest_difference import largest_difference
from calibration.teaching.photo_cards import trimmed
from calibration.teaching.references import REFERENCE_PX, Reference, best_references, make_references
from calibration.teaching.session import Session
from calibration.teaching.session_file import SessionCard
from calibration.teaching.sheet import lay_out
from vision.arrays import Floats, Picture
from vision.assignment import cheapest_assignment
from vision.shapes import outlines
from vision.table_reading import read_with_corners

CARDS_AT_ONCE = 18
SAME_CARD = 0.93
"""The likeness of outlines from which two cards without a label are taken for one."""
DIFFERENT = 26.0
"""Grey levels by which photos of one card differ nowhere, and prints of a number do."""
CANDIDATES = 4
COLOUR_SAYS, DRAWING_SAYS = 6.0, 4.0
STRANGE_COLOUR, STRANGE_DRAWING = 0.3, 0.3
"""What a colour not taught yet loses beside one that was; what stands for a Brotherhood not taught yet."""
USUAL_INKS = {"be": (2, 24), "bl": (7, -47), "pu": (42, -40), "or": (38, 66), "re": (58, 34), "gr": (-39, 26)}
"""What people call by the names of the colours, as a* and b*: a first guess before any of them was taught."""


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A card without a label: its photo, and where it lies in it."""

    photo: str
    card: SessionCard


@dataclass(frozen=True, slots=True)
class Question:
    """Cards that look the same, and which codes they could be, the likeliest first."""

    cards: tuple[OpenCard, ...]
    candidates: tuple[str, ...]


def label_known_cards(session: Session, eyes: Eyes = plain_eyes) -> int:
    """Label the cards that are surely ones already taught; how many there were."""
    open_cards = _open_cards(session)
    known = best_references(make_references(session.labelled())) if open_cards else {}
    if not any(not is_back(code) for code in known):
        return 0
    deck = prepare_deck(known, eyes)
    named = 0
    for start in range(0, len(open_cards), CARDS_AT_ONCE):
        some = open_cards[start : start + CARDS_AT_ONCE]
        sheet = lay_out([session.picture(one.card) for one in some])
        laid = read_with_corners(sheet.frame_bgr, sheet.cells(), deck)
        cut = cut_out(sheet, laid.corners, REFERENCE_PX)
        for one, reading, picture in zip(some, laid.reading, cut, strict=True):
            # A card never taught may differ from a taught one by a small number alone.
            held = known[reading.code] if reading.accepted and reading.code is not None else ()
            if any(largest_difference(picture, reference.picture_bgr) < DIFFERENT for reference in held):
                session.answer(one.photo, one.card.place, reading.code)
                named += 1
    return named


def open_questions(session: Session) -> tuple[Question, ...]:
    """One question for each group of cards that look the same and are not known."""
    open_cards = _open_cards(session)
    if not open_cards:
        return ()
    pictures = [trimmed(session.picture(one.card)) for one in open_cards]
    groups = _groups(pictures)
    made = make_references(session.labelled())
    taught = {reference.code for reference in made}
    free = [code for code in session.copies or ALL_CODES if code not in taught] or list(ALL_CODES)
    looks = _Looks.of(made)
    scores = np.stack([_scores(pictures[group[0]], looks, free) for group in groups])
    order = _assigned_first(scores)
    return tuple(
        Question(tuple(open_cards[at] for at in group), tuple(free[at] for at in codes[:CANDIDATES]))
        for group, codes in zip(groups, order, strict=True)
    )


def _open_cards(session: Session) -> list[OpenCard]:
    return [OpenCard(photo.name, card) for photo in session.photos for card in photo.unlabelled]


def _groups(pictures: Sequence[Picture]) -> list[list[int]]:
    """Indices of pictures that show the same card, either way up."""
    seen = outlines(np.stack([_small(picture) for picture in pictures]))
    flat, turned = seen.reshape(len(seen), -1), seen[:, :, ::-1, ::-1].reshape(len(seen), -1)
    alike = np.maximum(flat @ flat.T, flat @ turned.T) > SAME_CARD
    groups: list[list[int]] = []
    for index in range(len(pictures)):
        home = next((group for group in groups if alike[index, group[0]]), None)
        if home is None:
            groups.append([index])
        else:
            home.append(index)
    return groups


@dataclass(frozen=True, slots=True, eq=False)
class _Looks:
    """What taught cards look like: their codes, their inks, and their drawings as outlines."""

    codes: tuple[str, ...]
    inks: tuple[Floats, ...]
    drawings: Floats

    @classmethod
    def of(cls, made: Sequence[Reference]) -> _Looks:
        drawings = np.zeros((0, 0), np.float32)
        if made:
            drawings = outlines(np.stack([_small(one.picture_bgr) for one in made])).reshape(len(made), -1)
        return cls(
            tuple(one.code for one in made), tuple(card_ink(one.picture_bgr) for one in made), drawings
        )


def _scores(picture: Picture, looks: _Looks, free: Sequence[str]) -> Floats:
    """How well each open code fits a card, by the taught cards that share its colour or its Brotherhood."""
    ink = card_ink(picture)
    colour = {code: -ink_distance(ink, usual) / 20 - STRANGE_COLOUR for code, usual in USUAL_INKS.items()}
    colour |= _best_by(
        [
            (code[:2], -ink_distance(ink, other) / 20)
            for code, other in zip(looks.codes, looks.inks, strict=True)
        ]
    )
    drawing = _drawing_likeness(picture, looks) if looks.codes else {}
    return np.array(
        [
            COLOUR_SAYS * colour[code[:2]] + DRAWING_SAYS * drawing.get(code[2], STRANGE_DRAWING)
            for code in free
        ],
        np.float32,
    )


def _drawing_likeness(picture: Picture, looks: _Looks) -> Mapping[str, float]:
    """How like the drawings of each Brotherhood a card is."""
    own = outlines(np.stack([_small(picture), _small(picture[::-1, ::-1])])).reshape(2, -1)
    likeness = (own @ looks.drawings.T).max(axis=0)
    return _best_by([(code[2], float(alike)) for code, alike in zip(looks.codes, likeness, strict=True)])


def _assigned_first(scores: Floats) -> list[list[int]]:
    """For each group the open codes, first the one that the best choice for all groups together gives it."""
    groups, codes = scores.shape
    spare = np.zeros((groups, max(groups - codes, 0)))
    chosen = cheapest_assignment(np.concatenate([-scores.astype(np.float64), spare], axis=1))
    order = []
    for group in range(groups):
        ranked = [int(code) for code in np.argsort(-scores[group], kind="stable")]
        first = int(chosen[group])
        order.append([first, *(code for code in ranked if code != first)] if first < codes else ranked)
    return order


def _best_by(said: Sequence[tuple[str, float]]) -> Mapping[str, float]:
    best: dict[str, float] = {}
    for name, value in said:
        best[name] = max(best.get(name, value), value)
    return best


def _small(picture_bgr: Picture) -> Picture:
    return np.asarray(cv2.resize(picture_bgr, (56, 87), interpolation=cv2.INTER_AREA), np.uint8)
