"""What a network's manifest says: which file it is, what goes in, and what the numbers that come out mean.

The form, version 1:

    {"format": 1, "sha256": "…", "input": {"height_px": 124, "width_px": 80, "margin": 0.04},
     "labels": {"state": ["card", …], "colour": […], "animal": […], "digit": ["1", …]},
     "embedding": 96, "shape": 64, "sharpness": 30.1, "refusal": 0.41, "training": {…},
     "balance": {"inward": [[…], …], "offset": […], "outward": [[…], …], "scale": 0.008, "zero": 61}}

A network with a `balance` takes crops that were balanced by it; one without takes them as they were cut.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np

from vision.crop_balance import CropBalance

FORMAT_VERSION = 1
LARGEST_MANIFEST_BYTES = 1_000_000
STATES = ("card", "back", "empty", "covered", "other")
HEADS = ("state", "colour", "animal", "digit")
Kind = TypeVar("Kind", int, float)
SHA256 = re.compile(r"[0-9a-f]{64}")


class UnusableModel(Exception):
    """A model file or its manifest cannot be trusted; the message is one line for a person."""

    def __init__(self, path: Path, trouble: str) -> None:
        super().__init__(f"{path}: {trouble}")
        self.path = path
        self.trouble = trouble


@dataclass(frozen=True, slots=True)
class CropSize:
    """The cut-outs a network looks at: BGR bytes, the card inset by a margin on every side."""

    height_px: int
    width_px: int
    margin: float

    def __post_init__(self) -> None:
        if not (16 <= self.height_px <= 1024 and 16 <= self.width_px <= 1024):
            raise ValueError(f"expected a crop of 16 to 1024 pixels, got {self.width_px} x {self.height_px}")
        if not 0 <= self.margin < 0.3:
            raise ValueError(f"expected a margin from 0 to 0.3, got {self.margin}")


@dataclass(frozen=True, slots=True)
class NetworkLabels:
    """What each number of a head stands for, in order."""

    state: tuple[str, ...]
    colour: tuple[str, ...]
    animal: tuple[str, ...]
    digit: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.state != STATES:
            raise ValueError(f"expected the states {', '.join(STATES)}, got {', '.join(self.state)}")
        for name in HEADS:
            labels: tuple[str, ...] = getattr(self, name)
            if not labels or len(set(labels)) != len(labels):
                raise ValueError(f"expected {name} labels that differ, got {', '.join(labels) or 'none'}")


@dataclass(frozen=True, slots=True)
class NetworkManifest:
    """A manifest that has been checked."""

    sha256: str
    crop: CropSize
    labels: NetworkLabels
    embedding: int
    shape: int
    sharpness: float
    refusal: float
    balance: CropBalance | None = None

    def __post_init__(self) -> None:
        if SHA256.fullmatch(self.sha256) is None:
            raise ValueError(f"expected a SHA-256 of 64 hex digits, got {self.sha256!r}")
        if self.sharpness <= 0 or not -1 < self.refusal < 1:
            raise ValueError(
                f"expected sharpness above 0, refusal in -1 to 1; got {self.sharpness}, {self.refusal}"
            )

    def output_sizes(self) -> dict[str, int]:
        """How many numbers each output of the network has for one crop."""
        heads = {name: len(getattr(self.labels, name)) for name in HEADS}
        return {**heads, "turned": 1, "embedding": self.embedding, "shape": self.shape}


def read_network_manifest(path: Path) -> NetworkManifest:
    """Read and check a manifest; anything wrong with it is an UnusableModel."""
    try:
        if path.stat().st_size > LARGEST_MANIFEST_BYTES:
            raise UnusableModel(path, f"larger than {LARGEST_MANIFEST_BYTES} bytes")
        said = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UnusableModel(path, "there is no such file") from None
    except (OSError, ValueError) as trouble:
        raise UnusableModel(path, f"is no readable manifest ({trouble})") from trouble
    if not isinstance(said, dict) or said.get("format") != FORMAT_VERSION:
        raise UnusableModel(path, f"is no manifest of format {FORMAT_VERSION}")
    try:
        return _checked(said)
    except KeyError as missing:
        raise UnusableModel(path, f"does not say {missing}") from missing
    except (TypeError, ValueError) as trouble:
        raise UnusableModel(path, str(trouble)) from trouble


def _checked(said: dict[str, object]) -> NetworkManifest:
    crop, labels = said["input"], said["labels"]
    if not isinstance(crop, dict) or not isinstance(labels, dict):
        raise TypeError("expected input and labels to be objects")
    return NetworkManifest(
        sha256=str(said["sha256"]),
        crop=CropSize(int(crop["height_px"]), int(crop["width_px"]), float(crop["margin"])),
        labels=NetworkLabels(**{head: tuple(str(label) for label in labels[head]) for head in HEADS}),
        embedding=_number(said, "embedding", int),
        shape=_number(said, "shape", int),
        sharpness=_number(said, "sharpness", float),
        refusal=_number(said, "refusal", float),
        balance=_balance(said["balance"]) if "balance" in said else None,
    )


def _balance(said: object) -> CropBalance:
    if not isinstance(said, dict):
        raise TypeError("expected a balance to be an object")
    inward, offset, outward = (np.asarray(said[name], np.float32) for name in ("inward", "offset", "outward"))
    return CropBalance(inward, offset, outward, _number(said, "scale", float), _number(said, "zero", int))


def _number(said: Mapping[str, object], name: str, kind: type[Kind]) -> Kind:
    value = said[name]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"expected {name} to be a number, got {value!r}")
    return kind(value)
