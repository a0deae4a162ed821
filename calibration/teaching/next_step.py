"""What to do next in a lesson: the most useful photo, or what must be said before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from calibration.deck_manifest import COLOUR_OF_CODE
from calibration.teaching.card_places import SMALLEST_GRID
from calibration.teaching.codes import ALL_CODES, is_back
from calibration.teaching.lesson import off_shape_photos
from calibration.teaching.remarks import RemarkKind
from calibration.teaching.session import Session
from calibration.teaching.session_file import SessionPhoto

PHOTOS_OF_EACH = 2


class Do(StrEnum):
    """The kinds of step, in the order in which they come."""

    AGAIN = "again"  # a photo went wrong, and no other shows its cards
    ANSWER = "answer"  # cards whose label nobody said
    MAGIC = "magic"  # all cards of one colour, sorted
    CARDS = "cards"  # the few that are still missing, in any order
    BACKS = "backs"
    SECOND = "second"  # the same cards once more, in another light
    FINISH = "finish"


@dataclass(frozen=True, slots=True)
class NextStep:
    """What to do; with which colour and cards, or with which photo."""

    do: Do
    colour: str = ""
    cards: tuple[str, ...] = ()
    photo: str = ""


def next_step(session: Session) -> NextStep:
    """The first thing that is still to be done."""
    failed = photos_to_take_again(session)
    if failed:
        return NextStep(Do.AGAIN, photo=failed[0].name, cards=failed[0].expected)
    open_photo = next((photo for photo in session.photos if photo.unlabelled), None)
    if open_photo is not None:
        return NextStep(Do.ANSWER, photo=open_photo.name)
    taught = photos_of_each(session)
    missing = missing_cards(session.copies, taught)
    if missing:
        return _to_photograph(missing)
    if not any(is_back(code) for code in taught):
        return NextStep(Do.BACKS)
    once = [code for code in ALL_CODES if 0 < taught[code] < PHOTOS_OF_EACH]
    if once:
        colour = once[0][:2]
        return NextStep(Do.SECOND, colour, tuple(c for c in ALL_CODES if taught[c] and c[:2] == colour))
    return NextStep(Do.FINISH)


def photos_of_each(session: Session, *, clear: bool = False) -> Counter[str]:
    """In how many photos each card is, or in how many clear ones; those of another shape teach nothing."""
    off_shape = off_shape_photos(session)
    return Counter(
        code
        for photo in session.photos
        if photo.name not in off_shape and not (clear and _is_poor(photo))
        for code in {card.code for card in photo.cards if card.code is not None}
    )


def photos_to_take_again(session: Session) -> list[SessionPhoto]:
    """Photos that went wrong and whose cards no other photo shows."""
    taught, off_shape = photos_of_each(session, clear=True), off_shape_photos(session)
    return [
        photo
        for photo in session.photos
        if (photo.troubles or photo.name in off_shape)
        and (not photo.expected or any(not taught[code] for code in photo.expected))
    ]


def _is_poor(photo: SessionPhoto) -> bool:
    """Whether its cards were found but show too little to learn well from."""
    return any(one.kind in (RemarkKind.BLURRED, RemarkKind.TOO_SMALL) for one in photo.troubles)


def missing_cards(copies: Mapping[str, int] | None, taught: Mapping[str, int]) -> tuple[str, ...]:
    """Cards still to be photographed. Where nobody said which there are: all of each colour not begun."""
    if copies is not None:
        return tuple(code for code in ALL_CODES if code in copies and not taught.get(code))
    begun = {code[:2] for code, photos in taught.items() if photos and not is_back(code)}
    return tuple(code for code in ALL_CODES if code[:2] not in begun)


def _to_photograph(missing: Sequence[str]) -> NextStep:
    colour = max(COLOUR_OF_CODE, key=lambda one: sum(code[:2] == one for code in missing))
    cards = tuple(code for code in missing if code[:2] == colour)
    return (
        NextStep(Do.MAGIC, colour, cards) if _is_a_grid(cards) else NextStep(Do.CARDS, cards=tuple(missing))
    )


def _is_a_grid(cards: Sequence[str]) -> bool:
    """Whether rows of one Brotherhood each are enough cards to be found as rows and columns."""
    rows = Counter(code[2] for code in cards)
    return len(rows) * max(rows.values()) >= SMALLEST_GRID
