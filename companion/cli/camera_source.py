"""What a served table is watched with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

AUTHOR = "camera"
ADDRESSES = ("http", "https", "rtsp", "rtsps")
HIGHEST_CAMERA = 99


@dataclass(frozen=True, slots=True)
class Eyes:
    """A source of frames (None: what a phone brings), the deck by name, the data folder, the author.

    `speed` says how many times faster than it was filmed a video is shown; every frame of it is still seen.
    """

    source: str | None
    deck_name: str
    data: Path
    author: str = AUTHOR
    speed: float = 1.0


def require_source(source: str) -> None:
    """Refuse what can be no source of frames in one clear line, before the table opens.

    A camera that does not answer yet is none of that: it is tried again while the table is open.
    """
    from companion.cli.main import UsageError
    from vision.frame_source import UnreadableSource
    from vision.frames import open_frames  # loads what sees, which the server itself otherwise never does

    is_address = source.partition("://")[0].lower() in ADDRESSES and "://" in source
    if is_address or (source.isascii() and source.isdecimal() and int(source) <= HIGHEST_CAMERA):
        return
    try:
        open_frames(source).close()
    except UnreadableSource as problem:
        raise UsageError(f"--camera: {problem}") from problem
