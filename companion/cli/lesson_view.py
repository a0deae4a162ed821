"""A teaching session as pages show it: photo by photo, card by card, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from calibration.teaching.lesson import off_shape_photos
from calibration.teaching.next_step import missing_cards, next_step, photos_of_each, photos_to_take_again
from calibration.teaching.photo_cards import trimmed
from calibration.teaching.remarks import Remark
from calibration.teaching.session import Session
from calibration.teaching.session_file import SessionCard, SessionPhoto
from companion.cli.lesson_notes import PhotoNotes
from companion.server.teaching import CardShown, Lesson, NotTeachable, PhotoShown, Said, Step, TeachingTrouble
from companion.table.photographed import Quad

CARD_PX = (150, 233)
CARDS_IN_A_ROW = 5
JPEG_QUALITY = 82


def lesson_view(session: Session, notes: Mapping[str, PhotoNotes]) -> Lesson:
    """The lesson as it stands; whoever knows the other decks fills in the rest."""
    taught = photos_of_each(session)
    step = next_step(session)
    again = {photo.name for photo in photos_to_take_again(session)}
    off_shape = off_shape_photos(session)
    return Lesson(
        deck=session.name,
        copies=session.copies,
        taught=dict(taught),
        missing=missing_cards(session.copies, taught),
        photos=tuple(
            _photo(
                photo,
                notes.get(photo.name, PhotoNotes("")),
                (*([off_shape[photo.name]] if photo.name in off_shape else []), *photo.troubles),
                needed=photo.name in again,
            )
            for photo in session.photos
        ),
        step=Step(step.do.value, step.colour, step.cards, step.photo),
        replaces=False,
    )


def sheet_jpeg(session: Session, photo_name: str) -> bytes:
    """The cards of a photo side by side."""
    photo = next((one for one in session.photos if one.name == photo_name), None)
    if photo is None or not photo.cards:
        raise NotTeachable(TeachingTrouble.NO_SUCH_CARD, f"no card of photo {photo_name} is known")
    width, height = _sheet_px(len(photo.cards))
    sheet = np.zeros((height, width, 3), np.uint8)
    for number, card in enumerate(photo.cards):
        (left, top), _, (right, bottom), _ = _corners(number)
        picture = trimmed(session.picture(card))
        sheet[int(top) : int(bottom), int(left) : int(right)] = cv2.resize(
            picture, CARD_PX, interpolation=cv2.INTER_AREA
        )
    return cv2.imencode(".jpg", sheet, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def _photo(photo: SessionPhoto, notes: PhotoNotes, wrong: Sequence[Remark], *, needed: bool) -> PhotoShown:
    width, height = _sheet_px(len(photo.cards))
    return PhotoShown(
        name=photo.name,
        layout=notes.layout,
        cards=tuple(_card(number, card, notes) for number, card in enumerate(photo.cards)),
        wrong=tuple(Said(one.kind.value, one.facts, one.photo, one.missing) for one in wrong),
        needed=needed,
        width=width,
        height=height,
        key=f"{photo.digest[:12]}-{len(photo.cards)}",
    )


def _card(number: int, card: SessionCard, notes: PhotoNotes) -> CardShown:
    guesses = notes.guesses.get(card.place, ()) if card.code is None else ()
    return CardShown(card.place, card.code, guesses, _corners(number))


def _sheet_px(cards: int) -> tuple[int, int]:
    rows = -(-cards // CARDS_IN_A_ROW)
    return min(cards, CARDS_IN_A_ROW) * CARD_PX[0], rows * CARD_PX[1]


def _corners(number: int) -> Quad:
    left, top = number % CARDS_IN_A_ROW * CARD_PX[0], number // CARDS_IN_A_ROW * CARD_PX[1]
    right, bottom = left + CARD_PX[0], top + CARD_PX[1]
    return ((left, top), (right, top), (right, bottom), (left, bottom))
