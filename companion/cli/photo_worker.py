"""Reads strangers' photos in a process of its own: what goes wrong there ends there."""

from __future__ import annotations

import signal
import time
from multiprocessing.connection import Connection
from pathlib import Path

import cv2
import numpy as np

from companion.cli.finder_reasons import reason_code
from companion.cli.main import UsageError, complain
from companion.cli.read import load_references, read_frame
from companion.cli.testifying import witness_with
from companion.table.photographed import (
    PhotographedTable,
    PhotographedZone,
    PhotoTrouble,
    Quad,
    UnusablePhoto,
    ZoneAsked,
)
from companion.table.zone_records import loose_cards
from companion.witness.testimony import Witness
from vision.arrays import Picture, Points
from vision.held_memory import keep_memory_steady
from vision.photo_header import BadPhotoHeader, read_photo_header
from vision.photo_overlap import overlap_photos
from vision.photos import DEFAULT_LIMITS, UnreadablePhoto, load_photo
from vision.references import DeckReferences

LONGEST_PX = 1600  # of the picture that is kept and shown
LONGEST_ZONE_PX = 2560  # of a picture of many small cards, from which they are read again
JPEG_QUALITY = 88
NAME = "the photo"
UNKNOWN_REASON = "none"  # the words for it fit wherever no Conclave was found
TROUBLES = {  # how the reasons begin for which there are words of their own
    "is empty": PhotoTrouble.EMPTY,
    "is a HEIC photo": PhotoTrouble.HEIC,
    "is cut short": PhotoTrouble.CUT_SHORT,
    "is a damaged": PhotoTrouble.DAMAGED,
    "has no size": PhotoTrouble.DAMAGED,
}


def work(connection: Connection, deck_name: str, data: Path | None) -> None:
    """Answer each photo that comes through the connection until it is closed."""
    keep_memory_steady()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table; it then closes the connection
    try:
        witness = witness_with(deck_name, load_references(deck_name, data), data)
    except UsageError as problem:  # a deck or a network that cannot be used
        complain(f"conclave: {problem}")
        return
    while True:
        try:
            asked: bytes | ZoneAsked = connection.recv()  # only the companion itself holds the other end
        except (EOFError, OSError):
            return
        connection.send(answer(asked, witness))


def answer(
    asked: bytes | ZoneAsked, witness: Witness
) -> PhotographedTable | PhotographedZone | UnusablePhoto:
    """What one photo shows, or why it cannot be used."""
    try:
        if isinstance(asked, ZoneAsked):
            return photographed_zone(asked, witness)
        return photographed(load(asked), witness.references)
    except UnusablePhoto as problem:
        return problem
    except (cv2.error, MemoryError) as problem:
        return UnusablePhoto(PhotoTrouble.DAMAGED, str(problem)[:200])


def load(content: bytes) -> Picture:
    """The pixels, upright."""
    require_photo(content)
    try:
        return load_photo(content, name=NAME).frame_bgr
    except UnreadablePhoto as problem:
        raise UnusablePhoto(PhotoTrouble.DAMAGED, str(problem)) from problem


def require_photo(content: bytes) -> None:
    """Refuse what is no photo or too large a one: its content tells that before it is decoded."""
    try:
        header = read_photo_header(content)
    except BadPhotoHeader as problem:
        raise UnusablePhoto(_trouble(str(problem)), f"{NAME} {problem}") from problem
    limits = DEFAULT_LIMITS
    if header.pixels > limits.max_pixels or header.pixels * header.bytes_per_pixel > limits.max_decoded_bytes:
        size = f"{header.width_px} x {header.height_px} pixels"
        raise UnusablePhoto(PhotoTrouble.TOO_LARGE, f"{NAME} is too large: {size}")


def _trouble(reason: str) -> PhotoTrouble:
    known = (trouble for start, trouble in TROUBLES.items() if reason.startswith(start))
    return next(known, PhotoTrouble.NO_PHOTO)


def photographed(frame_bgr: Picture, deck: DeckReferences) -> PhotographedTable:
    """The table in a picture, and the picture made anew from its pixels alone."""
    found = read_frame(NAME, frame_bgr, deck, time.perf_counter())
    picture = _at_most(frame_bgr, LONGEST_PX)
    height_px, width_px = picture.shape[:2]
    scale = width_px / frame_bgr.shape[1]
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
    if found.laid is None:
        reason = reason_code(str(found.fields["error"])) or UNKNOWN_REASON
        return PhotographedTable(jpeg, width_px, height_px, not_found=reason)
    return PhotographedTable(jpeg, width_px, height_px, found.laid.reading, quads(found.laid.corners, scale))


def photographed_zone(asked: ZoneAsked, witness: Witness) -> PhotographedZone:
    """The cards of a zone, read from the picture as it is kept, and which of them earlier photos show."""
    told = witness.testify_to_loose(_at_most(load(asked.content), LONGEST_ZONE_PX))
    if told.sighting is None:
        raise UnusablePhoto(PhotoTrouble.NO_CARDS, f"{NAME} shows no card of this deck")
    overlap = overlap_photos([*asked.earlier, loose_cards(told.sighting)], asked.copies)
    same = [tuple(sorted((one.photo, one.card) for one in seen)) for seen in overlap.cards if len(seen) > 1]
    return PhotographedZone(told.pieces, tuple(sorted(same)))


def _at_most(frame_bgr: Picture, longest_px: int) -> Picture:
    """A picture no longer than this."""
    scale = min(1.0, longest_px / max(frame_bgr.shape[:2]))
    small = cv2.resize(frame_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def quads(corners: Points, scale: float) -> tuple[Quad, ...]:
    """Corners as plain numbers of a picture of another size."""
    return tuple(
        tuple((round(float(x), 1), round(float(y), 1)) for x, y in quad)
        for quad in np.asarray(corners) * scale
    )
