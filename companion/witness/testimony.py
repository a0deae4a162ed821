"""Testimony: a frame is stored, read as it was stored, and what it shows is written down.

The reading is taken from the stored picture, not from the frame that came from the camera: whoever decodes
the picture again has the same pixels and must read the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.journal.sightings import DeckName, KnownBefore, SeenCell, Sighting, print_sighting
from vision.arrays import Picture, Points
from vision.cell_images import HEIGHT_PX, WIDTH_PX, CellImage, lay_straight, reduce_frame
from vision.free_reading import read_free
from vision.loose_cards import LooseCard
from vision.network_reader import NetworkReader
from vision.photos import load_photo
from vision.readings import TableReading
from vision.references import DeckReferences
from vision.table_reading import NOTHING_KNOWN, KnownCards, read_with_corners

FRAME_QUALITY, CROPS_QUALITY, SMALL_QUALITY = 92, 82, 75
SMALL_SIDE_PX = 800
LOOSE_IN_A_ROW = 6  # of the sheet of crops
DIGITS = 4  # of a confidence; the last ones differ from machine to machine


@dataclass(frozen=True, slots=True)
class Testimony:
    """What an entry cites for one frame, in order; the sighting comes last."""

    pieces: tuple[bytes, ...]
    sighting: Sighting
    reading: TableReading


@dataclass(frozen=True, slots=True)
class LooseTestimony:
    """What an entry cites for one picture of loose cards; no sighting if no card shows."""

    pieces: tuple[bytes, ...]
    sighting: Sighting | None


@dataclass(frozen=True, slots=True)
class Witness:
    """Reads frames for the record with one deck, and with the network that knows it where there is one."""

    deck_name: str
    deck_file: bytes
    references: DeckReferences
    program: str

    @property
    def model(self) -> str:
        """The digest of the network that is asked; empty where none is."""
        second = self.references.second
        return second.network.manifest.sha256 if isinstance(second, NetworkReader) else ""

    def testify(
        self,
        frame_bgr: Picture,
        cells: Sequence[CellImage],
        known: KnownCards = NOTHING_KNOWN,
        seconds: float | None = None,
    ) -> Testimony:
        """Store a frame as a picture, read it by these corners, and say what it shows."""
        return self.testify_to(jpeg(frame_bgr, FRAME_QUALITY), cells, known, seconds)

    def testify_to(
        self,
        frame: bytes,
        cells: Sequence[CellImage],
        known: KnownCards = NOTHING_KNOWN,
        seconds: float | None = None,
    ) -> Testimony:
        """The same of a picture that is stored already, as JPEG or PNG."""
        stored = load_photo(frame).frame_bgr
        exact = [_as_written(cell) for cell in cells]
        laid = read_with_corners(stored, exact, self.references, known)
        known_before = KnownBefore(
            dict(known.elsewhere),
            tuple(sorted((row, column, code) for (row, column), code in known.unmoved.items())),
        )
        pieces, sighting = self._told(
            (frame, stored), crop_sheet(stored, exact, laid.corners), seen_cells(exact, laid.reading)
        )
        sighting = replace(
            sighting, known=known_before, seconds=None if seconds is None else round(seconds, 3)
        )
        return Testimony((*pieces, print_sighting(sighting)), sighting, laid.reading)

    def testify_to_loose(self, frame_bgr: Picture) -> LooseTestimony:
        """Store a picture of cards that lie anywhere, read it as it was stored, and say what it shows.

        A picture that shows no card of the deck testifies to nothing.
        """
        frame = jpeg(frame_bgr, FRAME_QUALITY)
        stored = load_photo(frame).frame_bgr
        cards = read_free(stored, self.references)
        if not cards:
            return LooseTestimony((), None)
        cells = loose_cells(cards)
        sheet = crop_sheet(stored, cells, np.array([cell.corners for cell in cells], np.float32))
        pieces, sighting = self._told((frame, stored), sheet, seen_loose(cells, cards))
        sighting = replace(sighting, layout="free", model="")  # no network is asked about loose cards
        return LooseTestimony((*pieces, print_sighting(sighting)), sighting)

    def _told(
        self, frame: tuple[bytes, Picture], crops_sheet: Picture, cells: tuple[SeenCell, ...]
    ) -> tuple[tuple[bytes, ...], Sighting]:
        """What is stored for a picture, and the sighting that names it."""
        content, stored = frame
        crops = jpeg(crops_sheet, CROPS_QUALITY)
        small = jpeg(small_picture(stored), SMALL_QUALITY)
        sighting = Sighting(
            frame=_digest(content),
            size_px=(stored.shape[1], stored.shape[0]),
            small=_digest(small),
            crops=_digest(crops),
            deck=DeckName(self.deck_name, _digest(self.deck_file)),
            model=self.model,
            program=self.program,
            cells=cells,
        )
        return (content, small, crops, self.deck_file), sighting


def loose_cells(cards: Sequence[LooseCard]) -> list[CellImage]:
    """Cards that lie anywhere, each given a place on the sheet of crops."""
    return [
        CellImage(index // LOOSE_IN_A_ROW, index % LOOSE_IN_A_ROW, np.round(np.array(card.corners), 2))
        for index, card in enumerate(cards)
    ]


def seen_loose(cells: Sequence[CellImage], cards: Sequence[LooseCard]) -> tuple[SeenCell, ...]:
    """Loose cards in the words of the journal."""
    return tuple(
        SeenCell(
            row=cell.row,
            column=cell.column,
            corners=tuple((float(x), float(y)) for x, y in cell.corners),
            state=card.state.value,
            confidence=round(card.confidence, DIGITS),
            accepted=card.accepted,
            candidates=tuple((guess.name, round(guess.confidence, DIGITS)) for guess in card.candidates),
        )
        for cell, card in zip(cells, cards, strict=True)
    )


def seen_cells(cells: Sequence[CellImage], reading: TableReading) -> tuple[SeenCell, ...]:
    """A reading in the words of the journal."""
    return tuple(
        SeenCell(
            row=one.row,
            column=one.column,
            corners=tuple((float(x), float(y)) for x, y in cell.corners),
            state=one.state.value,
            confidence=round(one.confidence, DIGITS),
            accepted=one.accepted,
            candidates=tuple((guess.name, round(guess.confidence, DIGITS)) for guess in one.candidates),
            turned=one.turned,
            presence=cell.presence,
        )
        for cell, one in zip(cells, reading, strict=True)
    )


def cells_of(sighting: Sighting) -> list[CellImage]:
    """The cells as the reader was given them."""
    return [
        CellImage(cell.row, cell.column, np.array(cell.corners), cell.presence) for cell in sighting.cells
    ]


def _as_written(cell: CellImage) -> CellImage:
    """A cell as precisely as a sighting tells it."""
    presence = None if cell.presence is None else round(float(cell.presence), DIGITS)
    return replace(cell, corners=np.round(cell.corners, 2), presence=presence)


def known_of(sighting: Sighting) -> KnownCards:
    """What the reader was told before looking."""
    unmoved = {(row, column): code for row, column, code in sighting.known.unmoved}
    return KnownCards(dict(sighting.known.elsewhere), unmoved)


def small_picture(frame_bgr: Picture) -> Picture:
    """The frame at a size that a page can carry."""
    scale = min(1.0, SMALL_SIDE_PX / max(frame_bgr.shape[:2]))
    size = (max(1, round(frame_bgr.shape[1] * scale)), max(1, round(frame_bgr.shape[0] * scale)))
    return np.asarray(cv2.resize(frame_bgr, size, interpolation=cv2.INTER_AREA), np.uint8)


def crop_sheet(frame_bgr: Picture, cells: Sequence[CellImage], quads: Points) -> Picture:
    """All cells laid straight on one sheet, each in its row and column: the table seen from above."""
    cut = lay_straight(reduce_frame(frame_bgr, quads, WIDTH_PX), quads, (WIDTH_PX, HEIGHT_PX))
    rows = 1 + max(cell.row for cell in cells)
    columns = 1 + max(cell.column for cell in cells)
    sheet = np.zeros((rows * HEIGHT_PX, columns * WIDTH_PX, 3), np.uint8)
    for cell, picture in zip(cells, cut, strict=True):
        top, left = cell.row * HEIGHT_PX, cell.column * WIDTH_PX
        sheet[top : top + HEIGHT_PX, left : left + WIDTH_PX] = picture
    return sheet


def jpeg(picture_bgr: Picture, quality: int) -> bytes:
    """A picture as a JPEG file."""
    done, encoded = cv2.imencode(".jpg", picture_bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError("the picture cannot be stored as JPEG")
    return encoded.tobytes()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
