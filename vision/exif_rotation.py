"""How the camera was held, out of a photo's EXIF block, and turning the picture upright.

Rotations carry their EXIF numbers, 1 to 8. Anything unreadable in EXIF means upright: a photo is never
refused for the notes beside it.
"""

from __future__ import annotations

import struct

import numpy as np

from vision.frame import BgrPixels

UPRIGHT = 1
_ROTATION_TAG, _SHORT = 0x0112, 3
_ENTRY_BYTES = 12


def rotation_from_exif(tiff: bytes) -> int:
    """Read the orientation, 1 to 8, from the TIFF block of EXIF."""
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(tiff[:4])
    if order is None or len(tiff) < 8:
        return UPRIGHT
    (directory,) = struct.unpack(order + "I", tiff[4:8])
    if directory + 2 > len(tiff):
        return UPRIGHT
    (entries,) = struct.unpack(order + "H", tiff[directory : directory + 2])
    for index in range(entries):
        at = directory + 2 + index * _ENTRY_BYTES
        if at + _ENTRY_BYTES > len(tiff):
            break
        tag, kind, count, value = struct.unpack(order + "HHIH", tiff[at : at + 10])
        if tag == _ROTATION_TAG:
            return value if kind == _SHORT and count == 1 and 1 <= value <= 8 else UPRIGHT
    return UPRIGHT


def turn_upright(pixels: BgrPixels, rotation: int) -> BgrPixels:
    """Undo the way the camera was held, so that the top of the scene is the first row."""
    if rotation in (5, 6, 7, 8):
        pixels = pixels.swapaxes(0, 1)
    if rotation in (3, 4, 7, 8):
        pixels = pixels[::-1]
    if rotation in (2, 3, 6, 7):
        pixels = pixels[:, ::-1]
    return np.ascontiguousarray(pixels)
