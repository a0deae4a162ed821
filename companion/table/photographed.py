"""A photo of a table as it was read: the picture to show, and what lies where in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from vision.loose_cards import LooseCard
from vision.readings import CardReading, TableReading

LARGEST_PHOTO_BYTES = 24 * 2**20

Quad = tuple[tuple[float, float], ...]


class PhotoTrouble(StrEnum):
    """Why a photo cannot be used; the values travel to phones as codes."""

    NO_PHOTO = "no-photo"
    EMPTY = "photo-empty"
    HEIC = "photo-heic"
    CUT_SHORT = "photo-cut-short"
    TOO_LARGE = "photo-too-large"
    DAMAGED = "photo-damaged"
    TOO_SLOW = "photo-too-slow"
    NO_CARDS = "no-cards"


class UnusablePhoto(ValueError):
    """A photo that cannot be used, and the fact behind it."""

    def __init__(self, trouble: PhotoTrouble, fact: str = "") -> None:
        super().__init__(fact or trouble.value)
        self.trouble, self.fact = trouble, fact

    def __reduce__(self) -> tuple[type[UnusablePhoto], tuple[PhotoTrouble, str]]:
        return UnusablePhoto, (self.trouble, self.fact)


@dataclass(frozen=True, slots=True)
class ZoneAsked:
    """A photo of a zone to be read, the cards on its earlier photos, and the deck's list."""

    content: bytes
    earlier: tuple[tuple[LooseCard, ...], ...]
    copies: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PhotographedZone:
    """A photo of a zone: what an entry cites of it, and which sightings on all photos are one card."""

    pieces: tuple[bytes, ...]
    same: tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True, slots=True)
class PhotographedCell:
    """One cell with its doubt, as `conclave read` tells it; corners are pixels of the picture."""

    row: int
    column: int
    state: str
    card: str | None
    confidence: float
    accepted: bool
    corners: Quad
    candidates: tuple[tuple[str, float], ...]


def photographed_cell(reading: CardReading, corners: Quad) -> PhotographedCell:
    """A reading and its place in a picture."""
    return PhotographedCell(
        reading.row,
        reading.column,
        reading.state.value,
        reading.code,
        round(reading.confidence, 4),
        reading.accepted,
        corners,
        tuple((guess.name, round(guess.confidence, 4)) for guess in reading.candidates),
    )


@dataclass(frozen=True, slots=True)
class PhotographedTable:
    """A picture made anew, with nothing of the phone or the place in it, and its reading if there is a table.

    Corners are pixels of that picture, in the order of the reading's cells.
    """

    picture_jpeg: bytes
    width_px: int
    height_px: int
    reading: TableReading | None = None
    corners: tuple[Quad, ...] = ()
    not_found: str = ""  # a code for why there is no reading

    def __post_init__(self) -> None:
        if self.reading is not None and len(self.reading.cells) != len(self.corners):
            raise ValueError(f"expected corners for {len(self.reading.cells)} cells, got {len(self.corners)}")

    @property
    def cells(self) -> tuple[PhotographedCell, ...]:
        """Every cell that was read; none if there is no table."""
        read = self.reading.cells if self.reading is not None else ()
        return tuple(photographed_cell(cell, quad) for cell, quad in zip(read, self.corners, strict=True))
