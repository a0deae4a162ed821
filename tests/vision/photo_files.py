"""Photo files made byte by byte, good ones and bad ones."""

from __future__ import annotations

import struct
import zlib

import cv2
import numpy as np

from vision.frame import BgrPixels

PNG_START = b"\x89PNG\r\n\x1a\n"


def four_corners(width: int = 96, height: int = 64) -> BgrPixels:
    """A picture whose quarters are red, green, blue and white: no turn or mirror image looks like another."""
    picture = np.empty((height, width, 3), np.uint8)
    top, left = height // 2, width // 2
    picture[:top, :left] = (0, 0, 255)
    picture[:top, left:] = (0, 255, 0)
    picture[top:, :left] = (255, 0, 0)
    picture[top:, left:] = (255, 255, 255)
    return picture


def noise(width: int = 320, height: int = 240, seed: int = 1) -> BgrPixels:
    """A busy picture that no coder makes small."""
    rough = np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)
    return np.asarray(cv2.GaussianBlur(rough, (0, 0), 1.5), np.uint8)


def encode(kind: str, picture: cv2.typing.MatLike, *options: int) -> bytes:
    """The picture as a whole file, kind being `.jpg`, `.png` or `.webp`."""
    done, content = cv2.imencode(kind, picture, options)
    assert done
    return content.tobytes()


def exif_block(rotation: int, order: str = "<") -> bytes:
    """The TIFF block that EXIF is, with another note before the one that matters."""
    start = b"II*\0" if order == "<" else b"MM\0*"
    make = struct.pack(order + "HHI4s", 0x010F, 2, 4, b"cam\0")
    turn = struct.pack(order + "HHIHH", 0x0112, 3, 1, rotation, 0)
    return start + struct.pack(order + "IH", 8, 2) + make + turn + bytes(4)


def jpeg_with_exif(jpeg: bytes, exif: bytes) -> bytes:
    """The same JPEG with an EXIF segment right after its start."""
    body = b"Exif\0\0" + exif
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def png_chunk(name: bytes, body: bytes) -> bytes:
    """One part of a PNG with a correct checksum."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png_with_exif(png: bytes, exif: bytes) -> bytes:
    """The same PNG with an EXIF part after its header."""
    after_header = len(PNG_START) + 25
    return png[:after_header] + png_chunk(b"eXIf", exif) + png[after_header:]


def png_file(
    header: tuple[int, int, int, int], rows: bytes, *extra: bytes, is_squeezed: bool = False
) -> bytes:
    """A PNG from width, height, depth and colour type, its filtered rows and parts between them."""
    start = png_chunk(b"IHDR", struct.pack(">IIBB", *header) + bytes(3))
    pixels = png_chunk(b"IDAT", rows if is_squeezed else zlib.compress(rows, 9))
    return PNG_START + start + b"".join(extra) + pixels + png_chunk(b"IEND", b"")


def webp_with_exif(webp: bytes, size: tuple[int, int], exif: bytes) -> bytes:
    """The same simple WebP in the extended form, which can carry EXIF."""
    width, height = size
    canvas = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    extended = b"VP8X" + struct.pack("<I", 10) + b"\x08\0\0\0" + canvas
    note = b"EXIF" + struct.pack("<I", len(exif)) + exif + bytes(len(exif) % 2)
    body = b"WEBP" + extended + webp[12:] + note
    return b"RIFF" + struct.pack("<I", len(body)) + body
