"""Photos from files and uploads: told by content, measured before decoding, turned upright.

Everything that is wrong with a photo is said in one `UnreadablePhoto`, so a caller can report it and go on
with the next one.
"""

from __future__ import annotations

import stat
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.exif_rotation import turn_upright
from vision.frame import BgrPixels, Frame
from vision.photo_header import BadPhotoHeader, PhotoHeader, read_photo_header


class UnreadablePhoto(ValueError):
    """A photo that cannot be used: `name` is which one, `reason` what is wrong with it, both on one line."""

    def __init__(self, name: str, reason: str) -> None:
        self.name = "".join(letter if letter.isprintable() else "?" for letter in name)
        self.reason = reason
        super().__init__(f"{self.name} {reason}")


@dataclass(frozen=True, slots=True)
class PhotoLimits:
    """How much a photo may ask of this machine. The memory limit follows: 4 bytes for each allowed pixel."""

    max_pixels: int = 60_000_000
    max_file_bytes: int = 120_000_000

    def __post_init__(self) -> None:
        if self.max_pixels <= 0 or self.max_file_bytes <= 0:
            raise ValueError(f"limits must be above 0, got {self.max_pixels} and {self.max_file_bytes}")

    @property
    def max_decoded_bytes(self) -> int:
        """How much memory decoding may take."""
        return 4 * self.max_pixels


DEFAULT_LIMITS = PhotoLimits()
UPLOAD_NAME = "the upload"


def load_photo(photo: Path | str | bytes, limits: PhotoLimits = DEFAULT_LIMITS, name: str = "") -> Frame:
    """Load one photo from a path or from the bytes of an upload, upright, 8 bit colour.

    Transparent parts become white, as on paper. `name` replaces the file name in frame and error.
    """
    if isinstance(photo, bytes):
        name = name or UPLOAD_NAME
        content = photo
    else:
        path = Path(photo)
        name = name or path.name or str(path)
        content = _read_file(path, name, limits.max_file_bytes)
    if len(content) > limits.max_file_bytes:
        raise UnreadablePhoto(name, _too_many_bytes(limits.max_file_bytes))
    header = _measure(content, name, limits)
    return Frame(turn_upright(_decode(content, header, name), header.rotation), source=name)


def _too_many_bytes(max_file_bytes: int) -> str:
    return f"is too large: more than {max_file_bytes / 1e6:.0f} MB"


def _read_file(path: Path, name: str, max_file_bytes: int) -> bytes:
    try:
        kind = path.stat()
        if stat.S_ISDIR(kind.st_mode):
            raise UnreadablePhoto(name, "is a directory, not a photo")
        if not stat.S_ISREG(kind.st_mode):
            raise UnreadablePhoto(name, "is no ordinary file")
        if kind.st_size > max_file_bytes:
            raise UnreadablePhoto(name, _too_many_bytes(max_file_bytes))
        with path.open("rb") as file:
            return file.read(max_file_bytes + 1)
    except FileNotFoundError:
        raise UnreadablePhoto(name, "does not exist") from None
    except OSError as error:
        raise UnreadablePhoto(name, f"cannot be opened: {error.strerror}") from error


def _measure(content: bytes, name: str, limits: PhotoLimits) -> PhotoHeader:
    try:
        header = read_photo_header(content)
    except BadPhotoHeader as error:
        raise UnreadablePhoto(name, str(error)) from error
    too_large = header.pixels > limits.max_pixels
    if too_large or header.pixels * header.bytes_per_pixel > limits.max_decoded_bytes:
        size = f"{header.width_px} x {header.height_px} pixels ({header.pixels / 1e6:.0f} megapixels)"
        raise UnreadablePhoto(name, f"is too large: {size}, at most {limits.max_pixels / 1e6:.3g} megapixels")
    return header


def _decode(content: bytes, header: PhotoHeader, name: str) -> BgrPixels:
    # Rotation is ours, for cv2 applies it for some formats and versions only and never beside transparency.
    flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    if header.transparent:
        flags = cv2.IMREAD_UNCHANGED
    try:
        pixels = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except cv2.error as error:
        raise UnreadablePhoto(name, f"is a damaged {header.kind.value}") from error
    if pixels is None:
        raise UnreadablePhoto(name, f"is a damaged {header.kind.value}")
    if pixels.shape[:2] != (header.height_px, header.width_px):
        raise UnreadablePhoto(name, f"is a damaged {header.kind.value}: its size is not what it says")
    return _as_colour(pixels)


def _as_colour(pixels: cv2.typing.MatLike) -> BgrPixels:
    if pixels.dtype == np.uint16:
        pixels = cv2.convertScaleAbs(pixels, alpha=1 / 257)
    if pixels.ndim == 2:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)
    if pixels.shape[2] == 4:
        return _on_white(np.asarray(pixels, np.uint8))
    return np.asarray(pixels, np.uint8)


def _on_white(pixels_bgra: BgrPixels) -> BgrPixels:
    opacity = cv2.cvtColor(pixels_bgra[:, :, 3], cv2.COLOR_GRAY2BGR)
    ink = cv2.multiply(cv2.cvtColor(pixels_bgra, cv2.COLOR_BGRA2BGR), opacity, scale=1 / 255)
    return np.asarray(cv2.add(ink, cv2.bitwise_not(opacity)), np.uint8)
