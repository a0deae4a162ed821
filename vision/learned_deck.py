"""What is learned from the pictures of a deck before any table is seen, and how it is kept as a file.

It takes seconds to learn and a moment to read again. A file is believed only if every byte is as it was
written, for the very pictures it was learned from and by the very code that would learn them now.
"""

from __future__ import annotations

import hashlib
import inspect
import io
import json
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from types import ModuleType

import numpy as np

from vision import (
    alignment,
    cell_images,
    digit_learning,
    digit_places,
    digit_planes,
    digit_shapes,
    light_curve,
    numbered_drawings,
    patches,
    registration,
    shapes,
    shared_drawings,
)
from vision.arrays import Indices, Picture
from vision.cell_images import HEIGHT_PX, WIDTH_PX
from vision.digit_learning import learn_digits
from vision.digit_places import DigitPlace, DigitPlaces, DigitShapes
from vision.registration import laid_over_each_other
from vision.shared_drawings import learned_together

FORM = b"learned deck 1\n"
LARGEST_BYTES = 256 * 2**20
TEACHERS: tuple[ModuleType, ...] = (
    *(alignment, cell_images, digit_learning, digit_places, digit_planes, digit_shapes, light_curve),
    *(numbered_drawings, patches, registration, shapes, shared_drawings),
)
"""All code that has a part in learning: whatever changes in it, what was learned before is learned anew."""
Arrays = list[np.ndarray[tuple[int, ...], np.dtype[np.generic]]]


class NotAsLearned(ValueError):
    """A file that does not hold what would be learned now, and why."""


@dataclass(frozen=True, slots=True, eq=False)
class LearnedDeck:
    """Pictures of a deck laid over each other at the full size, the code of each, and where numbers stand."""

    pictures: Picture
    kinds: Indices
    digits: DigitPlaces

    def __post_init__(self) -> None:
        codes, size = len(self.digits.of_code), (HEIGHT_PX, WIDTH_PX, 3)
        if self.pictures.shape[1:] != size or self.pictures.dtype != np.uint8:
            raise ValueError(f"expected pictures of {size} bytes, got {self.pictures.shape}")
        if len(self.kinds) != len(self.pictures) or set(self.kinds.tolist()) != set(range(codes)):
            raise ValueError(f"expected pictures of each of {codes} codes, got {len(self.kinds)} in all")


def learn_deck(codes: Sequence[str], pictures: Sequence[Sequence[Picture]]) -> LearnedDeck:
    """Learn a deck from the pictures of each of its codes."""
    kinds = np.repeat(np.arange(len(codes)), [len(held) for held in pictures])
    shown = [picture for held in pictures for picture in held]
    digits = learn_digits(codes, shown, kinds)
    if len(shown) > len(codes):
        shown = laid_over_each_other(shown)
    shown, kinds = learned_together(shown, kinds, digits.drawings if digits.places else None)
    return LearnedDeck(np.stack(shown), kinds, digits)


def learned_file(learned: LearnedDeck, learned_from: str) -> bytes:
    """What was learned as a file, with a digest of what it was learned from."""
    arrays: Arrays = []
    tree = json.dumps({"from": learned_from, "by": _teachers(), "learned": _written(learned, arrays)})
    content = io.BytesIO()
    np.savez_compressed(content, np.array(tree), *arrays)
    body = content.getvalue()
    return FORM + hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def read_learned(file: bytes, learned_from: str) -> LearnedDeck:
    """What such a file holds; one that is damaged, of other pictures or of other code is `NotAsLearned`."""
    form, digest, body = file[: len(FORM)], file[len(FORM) :][:64], file[len(FORM) + 65 :]
    if form != FORM or hashlib.sha256(body).hexdigest().encode() != digest:
        raise NotAsLearned("it is not as it was written")
    try:
        tree, *arrays = _arrays(body)
        said = json.loads(str(tree))
        if (said["from"], said["by"]) != (learned_from, _teachers()):
            raise NotAsLearned("it was learned from other pictures, or by other code")
        learned = _read(said["learned"], arrays)
    except (KeyError, IndexError, TypeError, ValueError, OSError, zipfile.BadZipFile) as trouble:
        raise NotAsLearned(str(trouble)) from trouble
    if not isinstance(learned, LearnedDeck):
        raise NotAsLearned("it holds something else")
    return learned


@lru_cache(maxsize=1)
def _teachers() -> str:
    """A digest of all code that learns."""
    digest = hashlib.sha256()
    for module in TEACHERS:
        digest.update(inspect.getsource(module).encode())
    return digest.hexdigest()


def _arrays(body: bytes) -> Arrays:
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        unpacked = sum(member.file_size for member in packed.infolist())
    if unpacked > LARGEST_BYTES:
        raise ValueError(f"it would unfold into {unpacked} bytes")
    with np.load(io.BytesIO(body), allow_pickle=False) as stored:
        return [stored[f"arr_{number}"] for number in range(len(stored.files))]


def _written(value: object, arrays: Arrays) -> object:
    """A value as JSON can hold it, its arrays put aside."""
    if isinstance(value, np.ndarray):
        arrays.append(value)
        return {"array": len(arrays) - 1}
    if is_dataclass(value):
        parts = {part.name: _written(getattr(value, part.name), arrays) for part in fields(value)}
        return {"kind": type(value).__name__, "parts": parts}
    if isinstance(value, tuple):
        return [_written(part, arrays) for part in value]
    return value


def _read(said: object, arrays: Arrays) -> object:
    """The value of which that was written."""
    if isinstance(said, list):
        return tuple(_read(part, arrays) for part in said)
    if not isinstance(said, dict):
        return said
    if "array" in said:
        return arrays[said["array"]]
    return KINDS[said["kind"]](**{name: _read(part, arrays) for name, part in said["parts"].items()})


KINDS: dict[str, Callable[..., object]] = {
    kind.__name__: kind for kind in (LearnedDeck, DigitPlaces, DigitPlace, DigitShapes)
}
