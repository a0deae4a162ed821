"""Reads stored frames again, as `conclave verify` asks it on a machine that never saw the table."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import cv2
import numpy as np

from companion.journal.errors import Damaged
from companion.journal.sightings import SeenCell, Sighting
from companion.witness.deck_file import open_deck_file
from companion.witness.testimony import (
    cells_of,
    crop_sheet,
    known_of,
    seen_cells,
    seen_loose,
    small_picture,
)
from vision.arrays import Picture, Points
from vision.card_network import CardNetwork
from vision.cell_images import CellImage
from vision.free_reading import read_free
from vision.loose_cards import LooseCard
from vision.network_reader import NetworkReader
from vision.photos import UnreadablePhoto, load_photo
from vision.references import DeckReferences
from vision.table_reading import read_with_corners

SAME_PLACE = 0.3  # of a card's width
SOFT_PX = 9
LARGEST_DIFFERENCE = 14.0  # of 255, of softened pictures: JPEG and other versions of OpenCV differ by less
DIFFERENT_PART_PX = 24


class FrameRereader:
    """Reads frames with the deck stored beside them, and the installed network where one was asked then."""

    def __init__(self, network: CardNetwork | None = None) -> None:
        self.model = "" if network is None else network.manifest.sha256
        self._network = network
        self._decks: dict[tuple[str, bool], DeckReferences] = {}
        self._last: tuple[Sighting, Picture, Points] | None = None

    def cells(self, sighting: Sighting, frame: bytes, deck: bytes) -> tuple[SeenCell, ...]:
        """What the frame shows by the corners that are stored."""
        picture = _picture(frame, "a frame")
        if (picture.shape[1], picture.shape[0]) != sighting.size_px:
            raise Damaged("a sighting", "its frame has another size than it says")
        cells = cells_of(sighting)
        references = self._references(deck, asked=bool(sighting.model))
        if sighting.layout == "free":
            self._last = sighting, picture, np.array([cell.corners for cell in cells], np.float32)
            return _loose_again(sighting, read_free(picture, references))
        laid = read_with_corners(picture, cells, references, known_of(sighting))
        self._last = sighting, picture, laid.corners
        return seen_cells(cells, laid.reading)

    def strange_picture(self, small: bytes, crops: bytes) -> str:
        """Which of these was not made from the frame read last; empty if both were."""
        if self._last is None:
            raise ValueError("a frame is read before its pictures are compared with it")
        sighting, picture, corners = self._last
        if _differ(_picture(small, "a small picture"), small_picture(picture)):
            return "the small picture shows something else than its frame"
        sheet = crop_sheet(picture, cells_of(sighting), corners)
        if _differ(_picture(crops, "a sheet of crops"), sheet):
            return "the crops show something else than its frame"
        return ""

    def _references(self, deck: bytes, *, asked: bool) -> DeckReferences:
        key = hashlib.sha256(deck).hexdigest(), asked
        if key not in self._decks:
            references = open_deck_file(deck)
            if asked and self._network is not None:
                references = references.seen_by(NetworkReader.of(self._network, references))
            self._decks[key] = references
        return self._decks[key]


def _loose_again(sighting: Sighting, cards: Sequence[LooseCard]) -> tuple[SeenCell, ...]:
    """The card that is found now where each was found then; where none is, nothing that can be read."""
    left, again = list(cards), list[SeenCell]()
    for cell in sighting.cells:
        corners = np.array(cell.corners)
        width = float(np.linalg.norm(corners[1] - corners[0]))
        near = [one for one in left if _apart(corners, one) < SAME_PLACE * width]
        if near:
            card = min(near, key=lambda one: _apart(corners, one))
            left.remove(card)
            again += seen_loose([CellImage(cell.row, cell.column, corners)], [card])
        else:
            again.append(SeenCell(cell.row, cell.column, cell.corners, "covered", 0.0, accepted=False))
    strange = next((one for one in left if one.accepted), None)
    if strange is not None:
        raise Damaged("a sighting", f"its frame shows {strange.code}, which was not recorded")
    return tuple(again)


def _apart(corners: Points, card: LooseCard) -> float:
    return float(np.linalg.norm(corners.mean(0) - np.array(card.corners).mean(0)))


def _picture(content: bytes, what: str) -> Picture:
    try:
        return load_photo(content).frame_bgr
    except UnreadablePhoto as problem:
        raise Damaged(what, problem.reason) from problem


def _differ(stored: Picture, made: Picture) -> bool:
    """Whether two pictures differ in any part by more than the storing of pictures explains."""
    if stored.shape != made.shape:
        return True
    soft = [cv2.blur(picture, (SOFT_PX, SOFT_PX)) for picture in (stored, made)]
    off = cv2.absdiff(soft[0], soft[1]).max(axis=2)
    parts = cv2.blur(np.asarray(off, np.float32), (DIFFERENT_PART_PX, DIFFERENT_PART_PX))
    return float(parts.max()) > LARGEST_DIFFERENCE
