"""The classroom: lessons of a data folder, step by step, in a process of its own since it decodes photos."""

from __future__ import annotations

import errno
import hashlib
import json
import shutil
import signal
from collections.abc import Mapping, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

import cv2
import numpy as np

from calibration.corrections import add_correction, card_picture
from calibration.deck_folder import MANIFEST_NAME, DeckFolder, find_deck
from calibration.deck_manifest import DeckError
from calibration.deck_writer import write_deck
from calibration.teaching.errors import BadLabels, TeachingError
from calibration.teaching.labels import NO_LABELS
from calibration.teaching.lesson import learn
from calibration.teaching.questions import label_known_cards, open_questions
from calibration.teaching.report_page import write_report
from calibration.teaching.session import Session
from calibration.teaching.session_file import SESSION_NAME
from calibration.teaching.sorted_layout import sorted_labels
from companion.cli.deck_import import may_be_taught, take_in_deck
from companion.cli.lesson_notes import PhotoNotes, read_notes, with_guesses, write_notes
from companion.cli.lesson_report import REPORT_FILE, in_the_way, write_page_report
from companion.cli.lesson_view import lesson_view, sheet_jpeg
from companion.cli.photo_worker import NAME, require_photo
from companion.cli.read import seen_by_network
from companion.journal.errors import Damaged
from companion.server.teaching import Corrected, Lesson, NotTeachable, TeachingTrouble, Unfinished
from companion.table.photographed import PhotoTrouble, UnusablePhoto
from companion.witness.deck_file import pack_deck
from vision.held_memory import keep_memory_steady
from vision.network_manifest import UnusableModel
from vision.photos import UnreadablePhoto

LESSONS = "lessons"  # not where `conclave teach` keeps its sessions: that forgets photos it does not find

Wish = tuple[str, tuple[object, ...]]


def work(connection: Connection, data: Path) -> None:
    """Carry out each wish that comes through the connection until it is closed."""
    keep_memory_steady()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table; it then closes the connection
    cv2.setNumThreads(1)
    classroom = Classroom(data)
    while True:
        try:
            wish: Wish = connection.recv()
        except (EOFError, OSError):
            return
        connection.send(carried_out(classroom, wish))


def carried_out(classroom: Classroom, wish: Wish) -> object:
    """What came of a wish, or the refusal of it."""
    do, arguments = wish
    try:
        return getattr(classroom, do)(*arguments)
    except (NotTeachable, UnusablePhoto) as refusal:
        return refusal
    except (UnreadablePhoto, cv2.error, MemoryError) as problem:
        return UnusablePhoto(PhotoTrouble.DAMAGED, str(problem)[:200])
    except BadLabels as problem:
        return NotTeachable(TeachingTrouble.BAD_LAYOUT, str(problem))
    except (TeachingError, DeckError, UnusableModel) as problem:
        return NotTeachable(TeachingTrouble.DAMAGED, str(problem))
    except OSError as problem:
        full = problem.errno in (errno.ENOSPC, errno.EDQUOT)
        return NotTeachable(
            TeachingTrouble.DISK_FULL if full else TeachingTrouble.DISK, problem.strerror or str(problem)
        )


class Classroom:
    """Every step is on disk before it is answered; nothing of a lesson is kept here."""

    def __init__(self, data: Path) -> None:
        self._data = data

    def unfinished(self) -> tuple[Unfinished, ...]:
        """Every lesson that is under way."""
        folders = sorted(path.parent for path in (self._data / LESSONS).glob(f"*/{SESSION_NAME}"))
        return tuple(_line(folder) for folder in folders)

    def begin(self, deck: str, copies: Mapping[str, int] | None) -> Lesson:
        """Begin a lesson, or say anew which cards the deck of one holds."""
        if not may_be_taught(deck):
            raise NotTeachable(TeachingTrouble.BAD_NAME, f"{deck!r} cannot be the name of a taught deck")
        session = Session.begin(self._folder(deck), deck)
        session.say_copies(copies)
        return self._changed(session)

    def lesson(self, deck: str) -> Lesson:
        """How a lesson stands."""
        return self._view(self._session(deck))

    def add_photo(self, deck: str, content: bytes, layout: str, again: str) -> Lesson:
        """Look at a photo, in the place of another one if that is named."""
        session = self._session(deck)
        labels = sorted_labels(layout) if layout else NO_LABELS
        require_photo(content)
        notes, digest = read_notes(session.folder), hashlib.sha256(content).hexdigest()
        if again and again not in {photo.name for photo in session.photos}:
            raise NotTeachable(TeachingTrouble.NO_SUCH_CARD, f"there is no photo {again}")
        twin = next((name for name, one in notes.items() if one.digest == digest and name != again), None)
        if twin is not None and twin in {photo.name for photo in session.photos}:
            raise NotTeachable(TeachingTrouble.SAME_PHOTO, f"{NAME} is photo {twin} once more")
        name = again or str(1 + max((int(photo.name) for photo in session.photos), default=0))
        session.add_photo(name, content, labels)
        write_notes(session.folder, {**notes, name: PhotoNotes(digest, layout)})
        return self._changed(session, guess=True)

    def sheet(self, deck: str, photo: str) -> bytes:
        """The cards of a photo side by side, as JPEG."""
        return sheet_jpeg(self._session(deck), photo)

    def answer(self, deck: str, photo: str, cards: Mapping[str, str | None]) -> Lesson:
        """Say which cards lie where in a photo; None: that one is not to be learned."""
        session = self._session(deck)
        there = {card.place for one in session.photos if one.name == photo for card in one.cards}
        unknown = [place for place in cards if place not in there]
        if unknown:
            raise NotTeachable(TeachingTrouble.NO_SUCH_CARD, f"photo {photo} has no card at {unknown[0]!r}")
        for place, code in cards.items():
            session.answer(photo, place, code)
        return self._changed(session)

    def drop_photo(self, deck: str, photo: str) -> Lesson:
        """Forget a photo."""
        session = self._session(deck)
        session.drop_photo(photo)
        return self._changed(session)

    def finish(self, deck: str) -> Lesson:
        """Try the deck out and, if nothing stands in the way, keep it. The lesson can go on."""
        session = self._session(deck)
        label_known_cards(session, seen_by_network)
        lesson = learn(session, session.copies, seen_by_network)
        mend = in_the_way(lesson, session.copies)
        write_page_report(session.folder, lesson, mend)
        if not mend:
            page = write_report(session.folder, lesson)  # before the deck: the disk may be full
            written = write_deck(self._data / "decks", deck, lesson.contents())
            page.replace(written.folder / page.name)
            write_page_report(written.folder, lesson, mend)
        return self._view(session)

    def lesson_report(self, deck: str) -> bytes:
        """What was found when it was last tried out."""
        return _report(self._session(deck).folder)

    def deck_report(self, deck: str) -> bytes:
        """The report on a deck, as it was when it was taught."""
        return _report(self._deck(deck).folder)

    def give_up(self, deck: str) -> None:
        """Forget a lesson; the deck that came of it stays."""
        folder = self._folder(deck)
        if not (folder / SESSION_NAME).is_file():
            raise NotTeachable(TeachingTrouble.NO_LESSON, f"no lesson on {deck} is under way")
        (folder / SESSION_NAME).unlink()  # from here on it is none, whatever stops the rest
        shutil.rmtree(folder)

    def export(self, deck: str) -> bytes:
        """A deck as one file."""
        return pack_deck(self._deck(deck))

    def take_in(self, packed: bytes) -> str:
        """Take in a deck that was exported elsewhere; its name."""
        try:
            return take_in_deck(packed, self._data).name
        except (DeckError, Damaged) as problem:
            raise NotTeachable(TeachingTrouble.DECK_FILE, str(problem)) from problem

    def learn(self, deck: str, picture_jpeg: bytes, cards: Sequence[Corrected]) -> None:
        """Add cards that people named to a deck."""
        frame_bgr = cv2.imdecode(np.frombuffer(picture_jpeg, np.uint8), cv2.IMREAD_COLOR)
        if frame_bgr is None:
            raise UnusablePhoto(PhotoTrouble.DAMAGED)
        held = self._deck(deck).counts
        for one in cards:
            if one.card not in held:
                raise NotTeachable(TeachingTrouble.NO_SUCH_CARD, f"the deck {deck} has no card {one.card}")
        for one in cards:
            picture = card_picture(np.asarray(frame_bgr, np.uint8), np.asarray(one.corners, np.float64))
            add_correction(self._data, deck, one.card, picture)

    def _folder(self, deck: str) -> Path:
        return self._data / LESSONS / deck

    def _session(self, deck: str) -> Session:
        if not may_be_taught(deck) or not (self._folder(deck) / SESSION_NAME).is_file():
            raise NotTeachable(TeachingTrouble.NO_LESSON, f"no lesson on {deck} is under way")
        return Session.begin(self._folder(deck), deck)

    def _deck(self, deck: str) -> DeckFolder:
        try:
            return find_deck(deck, self._data)
        except DeckError as problem:
            raise NotTeachable(TeachingTrouble.NO_DECK, str(problem)) from problem

    def _changed(self, session: Session, *, guess: bool = False) -> Lesson:
        """After a change the last report is of another deck, and what is open may be guessed anew."""
        (session.folder / REPORT_FILE).unlink(missing_ok=True)
        notes = {photo.name: PhotoNotes("") for photo in session.photos} | {
            name: one
            for name, one in read_notes(session.folder).items()
            if name in {photo.name for photo in session.photos}
        }
        if guess and any(photo.unlabelled for photo in session.photos):
            label_known_cards(session, seen_by_network)
            notes = with_guesses(notes, _guesses(session))
        write_notes(session.folder, notes)
        return self._view(session)

    def _view(self, session: Session) -> Lesson:
        there = (self._data / "decks" / session.name / MANIFEST_NAME).is_file()
        found = lesson_view(session, read_notes(session.folder))
        return replace(found, replaces=there, report=_outcome(session.folder))


def _guesses(session: Session) -> dict[tuple[str, str], tuple[str, ...]]:
    return {
        (one.photo, one.card.place): question.candidates
        for question in open_questions(session)
        for one in question.cards
    }


def _line(folder: Path) -> Unfinished:
    try:
        photos = Session.begin(folder, folder.name).photos
    except TeachingError as problem:
        return Unfinished(folder.name, damaged=str(problem))
    return Unfinished(folder.name, len(photos), len({c.code for one in photos for c in one.cards if c.code}))


def _report(folder: Path) -> bytes:
    if not (folder / REPORT_FILE).is_file():
        raise NotTeachable(TeachingTrouble.NO_REPORT, "there is no report")
    return (folder / REPORT_FILE).read_bytes()


def _outcome(folder: Path) -> str:
    """How the deck was found when it was last tried out, if nothing changed since."""
    try:
        done = json.loads((folder / REPORT_FILE).read_text(encoding="utf-8"))["done"]
    except (OSError, ValueError, KeyError, TypeError):
        return ""
    return "taught" if done else "refused"
