"""What the manifest of the network that marks cards says, checked before the network is opened."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from vision.network_manifest import LARGEST_MANIFEST_BYTES, SHA256, UnusableModel

FORMAT_VERSION = 1
LABELS = ("core", "card")
"""What each of its marks stands for, in order: the core of a card, and any of it."""
CORE_SHARE = 0.74  # of a card's breadth and length that the network marks
LONGEST_PX = (64, 4096)
LARGEST_MODEL_BYTES = 5_000_000


@dataclass(frozen=True, slots=True)
class MarksManifest:
    """A manifest that has been checked: which file it is of, and how long a frame it looks at."""

    sha256: str
    longest_px: int
    core_share: float
    labels: tuple[str, ...]

    def __post_init__(self) -> None:
        if SHA256.fullmatch(self.sha256) is None:
            raise ValueError(f"expected a SHA-256 of 64 hex digits, got {self.sha256!r}")
        if not LONGEST_PX[0] <= self.longest_px <= LONGEST_PX[1]:
            raise ValueError(
                f"expected frames {LONGEST_PX[0]} to {LONGEST_PX[1]} long, got {self.longest_px}"
            )
        if self.core_share != CORE_SHARE:
            raise ValueError(f"expected cores of {CORE_SHARE} of a card, got {self.core_share}")
        if self.labels != LABELS:
            raise ValueError(
                f"expected the labels {', '.join(LABELS)}, got {', '.join(self.labels) or 'none'}"
            )


def read_marks_manifest(path: Path) -> MarksManifest:
    """Read and check a manifest; anything wrong with it is an UnusableModel."""
    try:
        if path.stat().st_size > LARGEST_MANIFEST_BYTES:
            raise UnusableModel(path, f"larger than {LARGEST_MANIFEST_BYTES} bytes")
        said = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as trouble:
        raise UnusableModel(path, f"cannot be read ({trouble})") from trouble
    if not isinstance(said, dict) or said.get("format") != FORMAT_VERSION:
        raise UnusableModel(path, f"is no manifest of format {FORMAT_VERSION}")
    try:
        labels = tuple(str(label) for label in said["labels"])
        return MarksManifest(str(said["sha256"]), int(said["longest_px"]), float(said["core_share"]), labels)
    except KeyError as missing:
        raise UnusableModel(path, f"does not say {missing}") from missing
    except (TypeError, ValueError) as trouble:
        raise UnusableModel(path, str(trouble)) from trouble


def model_bytes(path: Path, manifest: MarksManifest) -> bytes:
    """The network as it was written; a missing or altered file is an UnusableModel."""
    try:
        if path.stat().st_size > LARGEST_MODEL_BYTES:
            raise UnusableModel(path, f"larger than {LARGEST_MODEL_BYTES} bytes")
        model = path.read_bytes()
    except OSError as trouble:
        raise UnusableModel(path, f"cannot be read ({trouble})") from trouble
    if hashlib.sha256(model).hexdigest() != manifest.sha256:
        raise UnusableModel(path, "is not the file its manifest describes (SHA-256 differs)")
    return model
