"""What a photo file says of itself before any pixel is decoded: kind, size, rotation, completeness.

Reading the header first is what keeps a small file that unfolds into gigabytes from ever being unfolded,
and walking its parts to the end is what notices a half-sent photo that decoders fill up with grey.
"""

from __future__ import annotations

import codecs
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from vision.exif_rotation import UPRIGHT, rotation_from_exif


class PhotoKind(Enum):
    """The file formats that are read; the value is the name people know."""

    JPEG = "JPEG"
    PNG = "PNG"
    WEBP = "WebP"


class BadPhotoHeader(ValueError):
    """The bytes are no photo of a kind we read; the message says what they are instead."""


@dataclass(frozen=True, slots=True)
class PhotoHeader:
    """The facts of a photo file, as stored: width and height are those before `rotation` is applied."""

    kind: PhotoKind
    width_px: int
    height_px: int
    rotation: int = UPRIGHT
    bytes_per_pixel: int = 3
    transparent: bool = False

    def __post_init__(self) -> None:
        if self.width_px <= 0 or self.height_px <= 0:
            raise BadPhotoHeader(f"has no size: {self.width_px} x {self.height_px} pixels")

    @property
    def pixels(self) -> int:
        """How many pixels decoding would make."""
        return self.width_px * self.height_px


PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TRUNCATED = "is cut short: the end of the {} file is missing"
_JPEG_ONLY = "; use JPEG, PNG or WebP"
_HEIC = "is a HEIC photo; set the phone's camera to 'most compatible' or send it as JPEG"
_HEIC_BRANDS = (b"heic", b"heix", b"hevc", b"mif1")
_OTHER_KINDS = (
    (b"GIF8", "is a GIF" + _JPEG_ONLY),
    (b"BM", "is a BMP image" + _JPEG_ONLY),
    (b"II*\0", "is a TIFF image" + _JPEG_ONLY),
    (b"MM\0*", "is a TIFF image" + _JPEG_ONLY),
    (b"%PDF", "is a PDF" + _JPEG_ONLY),
    (b"PK\x03\x04", "is a zip archive" + _JPEG_ONLY),
)


def read_photo_header(photo: bytes) -> PhotoHeader:
    """Tell the kind by content and walk the file's parts; raise `BadPhotoHeader` with a reason."""
    if not photo:
        raise BadPhotoHeader("is empty")
    if photo.startswith(b"\xff\xd8\xff"):
        return _read_jpeg(photo)
    if photo.startswith(PNG_SIGNATURE):
        return _read_png(photo)
    if photo.startswith(b"RIFF") and photo[8:12] == b"WEBP":
        return _read_webp(photo)
    raise BadPhotoHeader(_what_else_it_is(photo))


def looks_like_a_photo(start: bytes) -> bool:
    """Whether the first bytes are those of a still picture, readable or not, rather than of a film."""
    stills = (b"\xff\xd8\xff", PNG_SIGNATURE, *(signature for signature, _ in _OTHER_KINDS))
    is_webp = start.startswith(b"RIFF") and start[8:12] == b"WEBP"
    return start.startswith(stills) or is_webp or (start[4:8] == b"ftyp" and start[8:12] in _HEIC_BRANDS)


def _what_else_it_is(photo: bytes) -> str:
    for signature, reason in _OTHER_KINDS:
        if photo.startswith(signature):
            return reason
    if photo[4:8] == b"ftyp":
        brand = photo[8:12]
        return (
            _HEIC if brand in (b"heic", b"heix", b"mif1", b"hevc") else "is a video or AVIF file" + _JPEG_ONLY
        )
    for kind, start in ((PhotoKind.JPEG, b"\xff\xd8\xff"), (PhotoKind.PNG, PNG_SIGNATURE)):
        if start.startswith(photo):
            return _TRUNCATED.format(kind.value)
    if b"\0" not in photo[:512] and _decodes_as_text(photo[:512]):
        return "is text, not a photo" + _JPEG_ONLY
    return "is no photo that can be read" + _JPEG_ONLY


def _decodes_as_text(start: bytes) -> bool:
    try:
        # Step by step, for the last letter of the sample may be cut in two.
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError:
        return False
    return True


# --- JPEG ---------------------------------------------------------------------------------------------

_START_OF_FRAME = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_START_OF_SCAN, _EXIF_SEGMENT = 0xDA, 0xE1
_END_OF_JPEG = b"\xff\xd9"


def _read_jpeg(photo: bytes) -> PhotoHeader:
    rotation, size = UPRIGHT, None
    for marker, body, end in _jpeg_segments(photo):
        if marker == _EXIF_SEGMENT and body.startswith(b"Exif\0\0") and rotation == UPRIGHT:
            rotation = rotation_from_exif(body[6:])
        elif marker in _START_OF_FRAME and size is None and len(body) >= 6:
            height_px, width_px = struct.unpack(">HH", body[1:5])
            size = PhotoHeader(PhotoKind.JPEG, width_px, height_px)
        elif marker == _START_OF_SCAN:
            # Inside coded pixels ff d9 means the end and nothing else, so finding it proves completeness.
            if size is None or photo.find(_END_OF_JPEG, end) < 0:
                break
            return PhotoHeader(PhotoKind.JPEG, size.width_px, size.height_px, rotation)
    raise BadPhotoHeader(_TRUNCATED.format("JPEG"))


def _jpeg_segments(photo: bytes) -> Iterator[tuple[int, bytes, int]]:
    """Each segment before the pixels: marker, body and where it ends."""
    at = 2
    while at + 4 <= len(photo):
        if photo[at] != 0xFF:
            raise BadPhotoHeader("is a damaged JPEG: its parts do not follow each other")
        marker = photo[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
            continue
        (length,) = struct.unpack(">H", photo[at + 2 : at + 4])
        end = at + 2 + length
        if length < 2:
            raise BadPhotoHeader("is a damaged JPEG: a part without length")
        if end > len(photo):
            return
        yield marker, photo[at + 4 : end], end
        at = end


# --- PNG ----------------------------------------------------------------------------------------------

_PNG_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def _read_png(photo: bytes) -> PhotoHeader:
    rotation, transparent, start = UPRIGHT, False, b""
    for name, body in _png_chunks(photo):
        if name == b"IHDR" and not start:
            start = body
        elif name == b"tRNS":
            transparent = True
        elif name == b"eXIf":
            rotation = rotation_from_exif(body)
    if len(start) != 13:
        raise BadPhotoHeader("is a damaged PNG: its header is missing")
    width_px, height_px, depth, colour_type = struct.unpack(">IIBB", start[:10])
    if colour_type not in _PNG_CHANNELS:
        raise BadPhotoHeader(f"is a damaged PNG: colour type {colour_type} does not exist")
    transparent = transparent or colour_type in (4, 6)
    channels = 4 if transparent else 3
    depth_bytes = 2 if depth == 16 and transparent else 1
    return PhotoHeader(PhotoKind.PNG, width_px, height_px, rotation, channels * depth_bytes, transparent)


def _png_chunks(photo: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(PNG_SIGNATURE)
    while at + 12 <= len(photo):
        length, name = struct.unpack(">I4s", photo[at : at + 8])
        end = at + 12 + length
        if end > len(photo):
            break
        body = photo[at + 8 : end - 4]
        if zlib.crc32(body, zlib.crc32(name)) != int.from_bytes(photo[end - 4 : end]):
            raise BadPhotoHeader("is a damaged PNG: a checksum is wrong")
        yield name, body
        if name == b"IEND":
            return
        at = end
    raise BadPhotoHeader(_TRUNCATED.format("PNG"))


# --- WebP ---------------------------------------------------------------------------------------------

_WEBP_HAS_ALPHA = 0x10


def _read_webp(photo: bytes) -> PhotoHeader:
    rotation, transparent, sizes = UPRIGHT, False, []
    for name, body in _webp_chunks(photo):
        if name == b"VP8X" and len(body) >= 10:
            transparent = bool(body[0] & _WEBP_HAS_ALPHA)
            sizes.append((1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little")))
        elif name == b"VP8 " and len(body) >= 10:
            width, height = struct.unpack("<HH", body[6:10])
            sizes.append((width & 0x3FFF, height & 0x3FFF))
        elif name == b"VP8L" and len(body) >= 5:
            bits = int.from_bytes(body[1:5], "little")
            transparent = transparent or bool(bits >> 28 & 1)
            sizes.append(((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1))
        elif name == b"EXIF":
            rotation = rotation_from_exif(body.removeprefix(b"Exif\0\0"))
    if not sizes:
        raise BadPhotoHeader("is a damaged WebP: its header is missing")
    # The canvas and the picture in it must agree; where they do not, the larger one is what may be unfolded.
    width_px, height_px = max(sizes, key=lambda size: size[0] * size[1])
    channels = 4 if transparent else 3
    return PhotoHeader(PhotoKind.WEBP, width_px, height_px, rotation, channels, transparent)


def _webp_chunks(photo: bytes) -> Iterator[tuple[bytes, bytes]]:
    (length,) = struct.unpack("<I", photo[4:8])
    if 8 + length > len(photo):
        raise BadPhotoHeader(_TRUNCATED.format("WebP"))
    at = 12
    while at + 8 <= 8 + length:
        name, size = struct.unpack("<4sI", photo[at : at + 8])
        end = at + 8 + size
        if end > len(photo):
            raise BadPhotoHeader(_TRUNCATED.format("WebP"))
        yield name, photo[at + 8 : end]
        at = end + size % 2
