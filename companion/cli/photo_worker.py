"""Reads strangers' photos in a process of its own: what goes wrong there ends there."""

from __future__ import annotations

import signal
import time
from multiprocessing.connection import Connection
from pathlib import Path

import cv2
import numpy as np

from companion.cli.read import load_references, read_frame
from companion.table.photographed import (
    LARGEST_PHOTO_BYTES,
    PhotographedTable,
    PhotoTrouble,
    Quad,
    UnusablePhoto,
)
from vision.arrays import Picture, Points
from vision.photo_header import BadPhotoHeader, read_photo_header
from vision.photos import DEFAULT_LIMITS, UnreadablePhoto, load_photo
from vision.references import DeckReferences

LONGEST_PX = 1600  # of the picture that is kept and shown
JPEG_QUALITY = 88
NAME = "the photo"


def work(connection: Connection, deck_name: str, data: Path | None) -> None:
    """Answer each photo that comes through the connection until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table; it then closes the connection
    deck = load_references(deck_name, data)
    while True:
        try:
            content = connection.recv_bytes(LARGEST_PHOTO_BYTES)
        except (EOFError, OSError):
            return
        connection.send(answer(content, deck))


def answer(content: bytes, deck: DeckReferences) -> PhotographedTable | UnusablePhoto:
    """What one photo shows, or why it cannot be used."""
    try:
        return photographed(load(content), deck)
    except UnusablePhoto as problem:
        return problem
    except (cv2.error, MemoryError) as problem:
        return UnusablePhoto(PhotoTrouble.DAMAGED, str(problem)[:200])


def load(content: bytes) -> Picture:
    """The pixels, upright; its kind is told by content and its size is known before it is decoded."""
    try:
        header = read_photo_header(content)
    except BadPhotoHeader as problem:
        raise UnusablePhoto(PhotoTrouble.NO_PHOTO, f"{NAME} {problem}") from problem
    limits = DEFAULT_LIMITS
    if header.pixels > limits.max_pixels or header.pixels * header.bytes_per_pixel > limits.max_decoded_bytes:
        size = f"{header.width_px} x {header.height_px} pixels"
        raise UnusablePhoto(PhotoTrouble.TOO_LARGE, f"{NAME} is too large: {size}")
    try:
        return load_photo(content, name=NAME).frame_bgr
    except UnreadablePhoto as problem:
        raise UnusablePhoto(PhotoTrouble.DAMAGED, str(problem)) from problem


def photographed(frame_bgr: Picture, deck: DeckReferences) -> PhotographedTable:
    """The table in a picture, and the picture made anew from its pixels alone."""
    found = read_frame(NAME, frame_bgr, deck, time.perf_counter())
    scale = min(1.0, LONGEST_PX / max(frame_bgr.shape[:2]))
    picture = cv2.resize(frame_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height_px, width_px = picture.shape[:2]
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
    if found.laid is None:
        return PhotographedTable(jpeg, width_px, height_px, not_found=str(found.fields["error"]))
    return PhotographedTable(jpeg, width_px, height_px, found.laid.reading, quads(found.laid.corners, scale))


def quads(corners: Points, scale: float) -> tuple[Quad, ...]:
    """Corners as plain numbers of a picture of another size."""
    return tuple(
        tuple((round(float(x), 1), round(float(y), 1)) for x, y in quad)
        for quad in np.asarray(corners) * scale
    )
