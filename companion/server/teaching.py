"""Teaching as pages see it: decks, lessons that are under way, and whoever teaches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from companion.games.conclave.components import Deck
from companion.table.photographed import Quad

Fact = str | int | tuple[str, ...]


class TeachingTrouble(StrEnum):
    """Why something about decks was not done; the values travel to phones as codes."""

    NO_LESSON = "no-lesson"
    NO_DECK = "no-deck"
    BAD_NAME = "bad-deck-name"
    OWN_DECK = "own-deck"
    DECK_IN_USE = "deck-in-use"
    BAD_LAYOUT = "bad-layout"
    NO_SUCH_CARD = "no-such-card"
    SAME_PHOTO = "same-photo"
    NO_REPORT = "no-report"
    DECK_FILE = "no-deck-file"
    DAMAGED = "lesson-damaged"
    DISK = "deck-disk"
    DISK_FULL = "disk-full"
    BROKE = "lesson-broke"


class NotTeachable(ValueError):
    """Something about decks that was not done, and the fact behind it. Nothing was changed."""

    def __init__(self, trouble: TeachingTrouble, fact: str = "") -> None:
        super().__init__(fact or trouble.value)
        self.trouble, self.fact = trouble, fact

    def __reduce__(self) -> tuple[type[NotTeachable], tuple[TeachingTrouble, str]]:
        return NotTeachable, (self.trouble, self.fact)


@dataclass(frozen=True, slots=True)
class KnownDeck:
    """A deck that can lie on the table; `damaged` says why one cannot."""

    name: str
    kinds: int = 0
    cards: int | None = None  # None: nobody counted
    backs: int = 0
    own: bool = False  # one of the program's, that nobody may change
    on_table: bool = False
    has_report: bool = False
    copies: Mapping[str, int] = field(default_factory=dict)
    damaged: str = ""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A lesson that goes on whenever somebody likes."""

    name: str
    photos: int = 0
    cards: int = 0
    damaged: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """Something to tell whoever teaches, as a code with facts; the words live in the catalogues."""

    kind: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    photo: str = ""
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card cut out of a photo: its label or what it may be, and where it is on the photo's sheet."""

    place: str
    card: str | None
    candidates: tuple[str, ...]
    corners: Quad


@dataclass(frozen=True, slots=True)
class PhotoShown:
    """What was understood of one photo; its cards lie side by side on a sheet of that size."""

    name: str
    layout: str
    cards: tuple[CardShown, ...]
    wrong: tuple[Said, ...]
    needed: bool  # whether it must be taken again, since no other photo shows its cards
    width: int
    height: int
    key: str  # another one when the sheet is another


@dataclass(frozen=True, slots=True)
class Step:
    """What to do next: `again`, `answer`, `magic`, `cards`, `backs`, `second` or `finish`."""

    do: str
    magic: str = ""
    cards: tuple[str, ...] = ()
    photo: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A deck being taught, as it stands."""

    deck: str
    copies: Mapping[str, int] | None
    taught: Mapping[str, int]  # in how many photos each card is
    missing: tuple[str, ...]
    photos: tuple[PhotoShown, ...]
    step: Step
    replaces: bool  # whether there is a deck of that name already
    report: str = ""  # `taught` or `refused`, if it was finished as it is now


@dataclass(frozen=True, slots=True)
class Corrected:
    """A card that somebody named, and where it is in a picture."""

    card: str
    corners: Quad


class Teacher(Protocol):
    """Whoever teaches decks and keeps them. What is not done raises `NotTeachable` or `UnusablePhoto`."""

    @property
    def on_table(self) -> str:
        """The deck that lies on the table."""

    @property
    def busy_with(self) -> str | None:
        """The deck that is being tried out right now."""

    async def decks(self) -> tuple[KnownDeck, ...]:
        """Every deck there is."""

    async def unfinished(self) -> tuple[Unfinished, ...]:
        """Every lesson that is under way."""

    async def use(self, deck: str) -> Deck:
        """Put a deck on the table: photos and camera are read with it from now on."""

    async def delete(self, deck: str) -> None:
        """Forget a taught deck."""

    async def export(self, deck: str) -> bytes:
        """A deck as one file."""

    async def take_in(self, packed: bytes) -> str:
        """Take in a deck that was exported elsewhere; its name."""

    async def deck_report(self, deck: str) -> bytes:
        """The report on a deck as JSON."""

    async def begin(self, deck: str, copies: Mapping[str, int] | None) -> Lesson:
        """Begin a lesson, or say anew which cards the deck of one holds."""

    async def lesson(self, deck: str) -> Lesson:
        """How a lesson stands."""

    async def add_photo(self, deck: str, content: bytes, layout: str, again: str) -> Lesson:
        """Look at a photo whose cards lie as the layout says; `again` names one that it replaces."""

    async def sheet(self, deck: str, photo: str) -> bytes:
        """The cards of a photo side by side, as JPEG."""

    async def answer(self, deck: str, photo: str, cards: Mapping[str, str | None]) -> Lesson:
        """Say which cards lie where in a photo; None: that one is not to be learned."""

    async def drop_photo(self, deck: str, photo: str) -> Lesson:
        """Forget a photo."""

    async def finish(self, deck: str) -> Lesson:
        """Try the deck out and, if nothing stands in the way, keep it. The lesson can go on."""

    async def lesson_report(self, deck: str) -> bytes:
        """What was found when it was last tried out, as JSON."""

    async def give_up(self, deck: str) -> None:
        """Forget a lesson; the deck that came of it stays."""

    async def learn(self, picture_jpeg: bytes, cards: tuple[Corrected, ...]) -> str:
        """Add cards that people named to the deck on the table; the name of the deck."""
