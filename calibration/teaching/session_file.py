"""What a teaching session remembers, as values and as the file session.json, checked on reading."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from calibration.deck_folder import DECK_NAME
from calibration.deck_manifest import CARD_CODE, FILE_NAME
from calibration.teaching.errors import BadSession
from calibration.teaching.labels import card_code
from calibration.teaching.photo_cards import PhotoKind
from calibration.teaching.remarks import Remark, read_remark

FORMAT_VERSION = 2
SESSION_NAME = "session.json"
LARGEST_SESSION_BYTES = 16_000_000
MOST_COPIES = 72


@dataclass(frozen=True, slots=True)
class SessionCard:
    """A card that was cut out: where it lay, its label if it has one, and the file of its picture."""

    place: str
    code: str | None
    file: str
    blur_mm: float

    def __post_init__(self) -> None:
        if self.code is not None and card_code(self.code) != self.code:
            raise ValueError(f"unknown card code {self.code!r}")
        if FILE_NAME.fullmatch(self.file) is None:
            raise ValueError(f"not a plain file name: {self.file!r}")


@dataclass(frozen=True, slots=True)
class SessionPhoto:
    """One photo as it was understood. `expected` are the labels given to it, found or not."""

    name: str
    digest: str
    kind: PhotoKind
    ratio: float | None
    cards: tuple[SessionCard, ...]
    expected: tuple[str, ...]
    troubles: tuple[Remark, ...]
    advice: tuple[str, ...]

    @property
    def unlabelled(self) -> tuple[SessionCard, ...]:
        """Cards of which nobody said what they are."""
        return tuple(card for card in self.cards if card.code is None)


@dataclass(frozen=True, slots=True)
class SessionState:
    """A whole session."""

    name: str
    card_mm: tuple[float, float] | None = None
    photos: tuple[SessionPhoto, ...] = ()
    copies: Mapping[str, int] | None = None
    """Which cards the deck holds and how many of each, if the teacher said so."""

    def __post_init__(self) -> None:
        if DECK_NAME.fullmatch(self.name) is None:
            raise ValueError(f"not a name for a deck: {self.name!r}")
        for code, count in (self.copies or {}).items():
            if CARD_CODE.fullmatch(code) is None or not 1 <= count <= MOST_COPIES:
                raise ValueError(f"not a card with its count: {code!r}, {count}")


def session_text(state: SessionState) -> str:
    """The session as it is written."""
    return json.dumps({"format": FORMAT_VERSION, **asdict(state)}, indent=1) + "\n"


def read_session(path: Path) -> SessionState:
    """Read and check a session; anything wrong with it is a BadSession of one line."""
    try:
        if path.stat().st_size > LARGEST_SESSION_BYTES:
            raise BadSession(f"{path}: larger than {LARGEST_SESSION_BYTES} bytes")
        written = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(written, dict) or written.get("format") != FORMAT_VERSION:
            raise ValueError(f"not a session of format {FORMAT_VERSION}")
        return _state(written)
    except OSError as error:
        raise BadSession(f"{path}: {error.strerror or 'cannot be read'}") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadSession(f"{path}: {error}") from error


def _state(written: Mapping[str, object]) -> SessionState:
    size = written["card_mm"]
    photos = written["photos"]
    if not isinstance(photos, list):
        raise TypeError("photos: expected a list")
    return SessionState(
        name=str(written["name"]),
        card_mm=None if size is None else _size(size),
        photos=tuple(_photo(photo) for photo in photos),
        copies=_copies(written["copies"]),
    )


def _size(written: object) -> tuple[float, float]:
    if not isinstance(written, list) or len(written) != 2:
        raise TypeError("card_mm: expected width and height")
    return float(written[0]), float(written[1])


def _copies(written: object) -> dict[str, int] | None:
    if written is None:
        return None
    if not isinstance(written, dict) or not all(type(count) is int for count in written.values()):
        raise TypeError("copies: expected cards with their counts")
    return {str(code): count for code, count in written.items()}


def _photo(written: Mapping[str, object]) -> SessionPhoto:
    ratio, cards = written["ratio"], written["cards"]
    if not isinstance(cards, list) or not isinstance(ratio, float | int | None):
        raise TypeError("expected cards and their ratio")
    return SessionPhoto(
        name=str(written["name"]),
        digest=str(written["digest"]),
        kind=PhotoKind(str(written["kind"])),
        ratio=None if ratio is None else float(ratio),
        cards=tuple(_card(card) for card in cards),
        expected=_words(written["expected"]),
        troubles=_remarks(written["troubles"]),
        advice=_words(written["advice"]),
    )


def _card(written: Mapping[str, object]) -> SessionCard:
    code, blur = written["code"], written["blur_mm"]
    if not isinstance(blur, float | int):
        raise TypeError("blur_mm: expected a number")
    return SessionCard(
        str(written["place"]), None if code is None else str(code), str(written["file"]), float(blur)
    )


def _remarks(written: object) -> tuple[Remark, ...]:
    if not isinstance(written, list):
        raise TypeError("expected a list of remarks")
    return tuple(read_remark(one) for one in written)


def _words(written: object) -> tuple[str, ...]:
    if not isinstance(written, list):
        raise TypeError("expected a list of words")
    return tuple(str(word) for word in written)
