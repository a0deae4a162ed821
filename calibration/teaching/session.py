"""Teaching step by step, kept on disk: add a photo, see what was understood, answer, finish.

Nothing needs a terminal, and every step is on disk before it is answered, so that a session goes on where it
stopped. The folder holds session.json and the pictures of the cards; the photos themselves are not kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from calibration.teaching.card_ratio import size_of_ratio
from calibration.teaching.errors import BadLabels, BadSession
from calibration.teaching.labels import NO_LABELS, PhotoLabels, card_code
from calibration.teaching.photo_cards import OFF_SHAPE, CutCard, PhotoCards, PhotoKind, cut_cards, trimmed
from calibration.teaching.references import LabelledCard
from calibration.teaching.session_file import (
    SESSION_NAME,
    SessionCard,
    SessionPhoto,
    SessionState,
    read_session,
    session_text,
)
from calibration.whole_file import write_whole_file
from vision.arrays import Picture
from vision.lattice import CardSize
from vision.photos import load_photo

CARD_SUFFIX = ".png"


class Session:
    """One deck being taught. Two sessions must not share a folder."""

    def __init__(self, folder: Path, state: SessionState) -> None:
        self.folder = folder
        self._state = state

    @classmethod
    def begin(cls, folder: Path, name: str, card_mm: tuple[float, float] | None = None) -> Session:
        """Go on with the session in the folder, or begin one."""
        if (folder / SESSION_NAME).is_file():
            session = cls(folder, read_session(folder / SESSION_NAME))
            if session._state.name != name:
                raise BadSession(f"{folder}: is a session for the deck {session._state.name!r}")
            if card_mm is not None:
                session._keep(replace(session._state, card_mm=card_mm))
            return session
        folder.mkdir(parents=True, exist_ok=True)
        session = cls(folder, SessionState(name, card_mm))
        session._keep(session._state)
        return session

    @property
    def name(self) -> str:
        """The deck's name."""
        return self._state.name

    @property
    def photos(self) -> tuple[SessionPhoto, ...]:
        """The photos so far, in the order in which they came."""
        return self._state.photos

    @property
    def copies(self) -> Mapping[str, int] | None:
        """Which cards the deck holds and how many of each, if the teacher said so."""
        return self._state.copies

    def say_copies(self, copies: Mapping[str, int] | None) -> None:
        """Say which cards the deck holds; with None, that nobody knows."""
        self._keep(replace(self._state, copies=copies))

    @property
    def card(self) -> CardSize:
        """The size of the cards: as told, or as the photos so far show it."""
        if self._state.card_mm is not None:
            return CardSize(*self._state.card_mm)
        scans = [photo.ratio for photo in self.photos if photo.ratio and photo.kind is PhotoKind.SCAN]
        ratios = scans or [photo.ratio for photo in self.photos if photo.ratio]
        return size_of_ratio(float(np.median(ratios))) if ratios else CardSize()

    def add_photo(
        self,
        name: str,
        content: bytes,
        labels: PhotoLabels = NO_LABELS,
        is_scan: bool | None = None,
        *,
        again: bool = False,
    ) -> SessionPhoto:
        """Look at a photo; one of the same name is replaced, the very same one looked at only once.

        With `again` it is looked at anew, by what is known of the deck now.

        A file that is no photo raises UnreadablePhoto and changes nothing.
        """
        digest = hashlib.sha256(repr((labels, is_scan)).encode() + content).hexdigest()
        known = next((photo for photo in self.photos if photo.name == name), None)
        if known is not None and known.digest == digest and not again:
            return known
        frame = load_photo(content, name=name).frame_bgr
        found = cut_cards(frame, labels, self.card, is_scan, lambda: self._prints(name))
        photo = self._kept(name, digest, labels, found)
        others = tuple(other for other in self.photos if other.name != name)
        self._keep(replace(self._state, photos=(*others, photo)))
        return photo

    def drop_photo(self, name: str) -> None:
        """Forget a photo."""
        self._keep(replace(self._state, photos=tuple(photo for photo in self.photos if photo.name != name)))

    def keep_only(self, names: Sequence[str]) -> None:
        """Forget every photo that is not among these."""
        wanted = set(names)
        if any(photo.name not in wanted for photo in self.photos):
            self._keep(replace(self._state, photos=tuple(one for one in self.photos if one.name in wanted)))

    def answer(self, photo_name: str, place: str, code: str | None) -> None:
        """Say what a card is, or with None that it is not to be learned."""
        if code is not None and card_code(code) is None:
            raise BadLabels(f"unknown card code {code!r}")
        photos = []
        found = False
        for photo in self.photos:
            cards = []
            for card in photo.cards:
                is_it = (photo.name, card.place) == (photo_name, place)
                found = found or is_it
                if not is_it:
                    cards.append(card)
                elif code is not None:
                    cards.append(replace(card, code=card_code(code)))
            photos.append(replace(photo, cards=tuple(cards)))
        if not found:
            raise BadLabels(f"{photo_name}: there is no card at {place or 'it'}")
        self._keep(replace(self._state, photos=tuple(photos)))

    def labelled(self) -> list[LabelledCard]:
        """Every card whose label is known, with its picture."""
        return [
            LabelledCard(
                card.code,
                photo.name,
                card.place,
                self.picture(card),
                photo.kind is PhotoKind.SCAN,
                card.blur_mm,
            )
            for photo in self.photos
            for card in photo.cards
            if card.code is not None
        ]

    def picture(self, card: SessionCard) -> Picture:
        """The picture of a card, with its margin."""
        path = self.folder / card.file
        stored = np.fromfile(path, np.uint8) if path.is_file() else np.zeros(0, np.uint8)
        picture = cv2.imdecode(stored, cv2.IMREAD_COLOR) if stored.size else None
        if picture is None:
            raise BadSession(f"{path}: the picture of a card is missing or damaged")
        return np.asarray(picture, np.uint8)

    def _prints(self, besides: str) -> list[Picture]:
        """Cards of other photos that have the deck's shape."""
        usual = self.card.height_mm / self.card.width_mm
        return [
            trimmed(self.picture(card))
            for photo in self.photos
            if photo.name != besides and photo.ratio and abs(np.log(photo.ratio / usual)) < OFF_SHAPE
            for card in photo.cards
        ]

    def close(self) -> None:
        """Forget everything: the deck is finished, or given up."""
        for path in self.folder.glob(f"*{CARD_SUFFIX}"):
            path.unlink(missing_ok=True)
        (self.folder / SESSION_NAME).unlink(missing_ok=True)
        if not any(self.folder.iterdir()):
            self.folder.rmdir()

    def _kept(self, name: str, digest: str, labels: PhotoLabels, found: PhotoCards) -> SessionPhoto:
        said = (labels.single,) if labels.single else tuple(cell.code for cell in labels.cells)
        return SessionPhoto(
            name=name,
            digest=digest,
            kind=found.kind,
            ratio=found.ratio,
            cards=tuple(self._kept_card(digest, number, card) for number, card in enumerate(found.cards)),
            expected=said,
            troubles=found.troubles,
            advice=found.advice,
        )

    def _kept_card(self, digest: str, number: int, card: CutCard) -> SessionCard:
        file = f"{digest[:16]}-{number}{CARD_SUFFIX}"
        # Kept small and exact: half the time of the best compression is plenty for what lives so shortly.
        encoded = cv2.imencode(CARD_SUFFIX, card.picture_bgr, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1]
        write_whole_file(self.folder / file, encoded.tobytes())
        return SessionCard(card.place.name, card.code, file, round(card.blur_mm, 3))

    def _keep(self, state: SessionState) -> None:
        write_whole_file(self.folder / SESSION_NAME, session_text(state).encode())
        self._state = state
        named = {card.file for photo in state.photos for card in photo.cards}
        for path in self.folder.glob(f"*{CARD_SUFFIX}"):
            if path.name not in named:
                path.unlink(missing_ok=True)
