"""Measured lenses on disk, one file a camera, checked whenever they are read.

The form, version 1:

    {"format": 1, "camera": "Camera 0", "size_px": [1920, 1080], "focal_px": [1402.1, 1401.7],
     "centre_px": [962.3, 541.0], "bending": [-0.21, 0.06, 0.0, 0.0], "error_px": 0.31, "views": 14}
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from calibration.lens_fit import MeasuredLens
from calibration.whole_file import write_whole_file
from vision.lens import Lens

FORMAT = 1
FOLDER = "lenses"
LARGEST_BYTES = 10_000


class BrokenLens(Exception):
    """A stored lens that cannot be used; the message is one line for a person."""


@dataclass(frozen=True, slots=True)
class StoredLens:
    """A measured lens and the camera it belongs to."""

    camera: str
    measured: MeasuredLens


def keep_lens(data: Path, camera: str, measured: MeasuredLens) -> Path:
    """Store the lens of a camera in the place of any before."""
    lens, path = measured.lens, lens_path(data, camera)
    fields = {
        "format": FORMAT,
        "camera": camera,
        "size_px": [lens.width_px, lens.height_px],
        "focal_px": list(lens.focal_px),
        "centre_px": list(lens.centre_px),
        "bending": list(lens.bending),
        "error_px": round(measured.error_px, 3),
        "views": measured.views,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole_file(path, (json.dumps(fields, indent=1) + "\n").encode())
    return path


def lens_of(data: Path, camera: str) -> StoredLens | None:
    """The lens measured for a camera, if there is one; `BrokenLens` if it cannot be trusted."""
    path = lens_path(data, camera)
    return _read(path) if path.is_file() else None


def stored_lenses(data: Path) -> tuple[Path, ...]:
    """The files of all measured lenses."""
    return tuple(sorted((data / FOLDER).glob("*.json")))


def forget_lens(data: Path, camera: str) -> bool:
    """Take a lens away; whether there was one."""
    path = lens_path(data, camera)
    was_there = path.is_file()
    path.unlink(missing_ok=True)
    return was_there


def lens_path(data: Path, camera: str) -> Path:
    """Where the lens of a camera lies; `Camera 0` and `camera-0` are one."""
    return data / FOLDER / f"{re.sub(r'[^a-z0-9.]+', '-', camera.lower()).strip('-.') or 'camera'}.json"


def read_lens(path: Path) -> StoredLens:
    """A stored lens by its file."""
    return _read(path)


def _read(path: Path) -> StoredLens:
    try:
        if path.stat().st_size > LARGEST_BYTES:
            raise BrokenLens(f"{path}: too large for a lens")
        said = json.loads(path.read_text(encoding="utf-8"))
        if said["format"] != FORMAT:
            raise BrokenLens(f"{path}: format {said['format']!r}, this program reads {FORMAT}")
        (width, height), (fx, fy), (x, y) = said["size_px"], said["focal_px"], said["centre_px"]
        k1, k2, p1, p2 = (float(number) for number in said["bending"])
        lens = Lens(int(width), int(height), (float(fx), float(fy)), (float(x), float(y)), (k1, k2, p1, p2))
        measured = MeasuredLens(lens, float(said["error_px"]), int(said["views"]))
        return StoredLens(str(said["camera"]), measured)
    except OSError as problem:
        raise BrokenLens(f"{path}: {problem.strerror or problem}") from problem
    except (ValueError, KeyError, TypeError) as problem:
        raise BrokenLens(f"{path}: is no measured lens ({problem})") from problem
