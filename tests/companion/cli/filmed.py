"""A short game with the house deck, filmed from above in a few pictures: quick to make, easy to read."""

from __future__ import annotations

from pathlib import Path

import cv2

from companion.games.conclave.conclave import Conclave
from companion.games.conclave.notation import parse_conclave
from tests.companion.witness.photographed import photographed

FRAMES_A_SECOND = 6
BEGUN = """
    beC2  puW4  grC2  orC1
    grG5  ....  ....  reW4
    blC4  ....  ....  puG2
    grW1  grW5  beW1  puC4
"""
SENT = BEGUN.replace("grG5  ....", "grG5  grC5")
"""Ana sends the green Crow 5 to 1,1, and the green Gazelle follows."""


def conclaves(*texts: str) -> list[Conclave]:
    return [parse_conclave(text) for text in texts]


def write_film(path: Path, tables: list[Conclave], seconds_each: float = 3.0) -> Path:
    """A film in which one table stands still after the other; .avi for OpenCV, .mjpeg for a browser."""
    pictures = [photographed(table, seed=seed) for seed, table in enumerate(tables)]
    frames = [picture for picture in pictures for _ in range(int(seconds_each * FRAMES_A_SECOND))]
    if path.suffix == ".mjpeg":
        path.write_bytes(b"".join(cv2.imencode(".jpg", frame)[1].tobytes() for frame in frames))
        return path
    height, width = frames[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FRAMES_A_SECOND, (width, height))
    for frame in frames:
        writer.write(frame)
    writer.release()
    return path
