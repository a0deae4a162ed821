"""Cards marked by a small network: for every second pixel of a small frame, whether a card's core is there.

It knows no deck and no game, only what cards on tables look like. Its marks are hypotheses like any other
outline: the lattice is fitted to them, and every cell is then measured in the frame itself.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from vision.lattice import Image, Points
from vision.network_manifest import UnusableModel
from vision.quads import Outlines, clockwise, no_outlines, without_twins

Floats = npt.NDArray[np.float32]

MODEL = Path(__file__).resolve().parents[1] / "models" / "marks.onnx"
FORMAT_VERSION = 1
STEP_PX = 16  # the network halves the frame four times
CORE_SHARE = 0.74  # of a card's breadth and length that the network marks
LEVELS = ((0.0, 1.0), (2.0, 1.04))  # logits, and how much smaller than the core a region above them is
ROUGH_MM = 6.0
MIN_CORE_PX = 8.0  # square pixels of the marks
MIN_FILLED = 0.75  # two touching cores fill less than this of a parallelogram, unless they lie in line


class Session(Protocol):
    """What this module needs of onnxruntime."""

    def run(self, outputs: list[str], inputs: dict[str, Image]) -> list[Floats]:
        """Put a frame in, take its marks out."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class CardMarks:
    """How likely each place of a small frame is in the core of a card, as logits, and on a card at all."""

    core: Floats
    card: Floats
    scale: Points  # pixels of the small frame that a mark is wide and high

    def at(self, places: Points) -> Floats:
        """Return how likely each place of the small frame is in the core of a card, from 0 to 1."""
        flat = ((places.reshape(1, -1, 2) + 0.5) / self.scale - 0.5).astype(np.float32)
        logits = cv2.remap(
            self.core, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        likely: Floats = (1.0 / (1.0 + np.exp(-logits))).reshape(places.shape[:-1]).astype(np.float32)
        return likely


class CardMarker:
    """The network, checked against its manifest."""

    def __init__(self, session: Session, longest_px: int) -> None:
        self._session = session
        self._longest_px = longest_px

    @classmethod
    def load(cls, path: Path = MODEL) -> CardMarker:
        """Load the network; a missing or altered one is an UnusableModel."""
        manifest = path.with_suffix(".json")
        try:
            said = json.loads(manifest.read_text(encoding="utf-8"))
            model = path.read_bytes()
        except (OSError, ValueError) as trouble:
            raise UnusableModel(path, f"cannot be read ({trouble})") from trouble
        if not isinstance(said, dict) or said.get("format") != FORMAT_VERSION:
            raise UnusableModel(manifest, f"is no manifest of format {FORMAT_VERSION}")
        if hashlib.sha256(model).hexdigest() != said.get("sha256"):
            raise UnusableModel(path, "is not the file its manifest describes (SHA-256 differs)")
        return cls(_opened(model), int(said["longest_px"]))

    def mark(self, small_bgr: Image, finer: float = 1.0) -> CardMarks:
        """Return the marks of a small frame; finer marks cost the square of their fineness."""
        height, width = small_bgr.shape[:2]
        share = min(1.0, finer * self._longest_px / max(height, width))
        sides = [max(STEP_PX, STEP_PX * round(side * share / STEP_PX)) for side in (width, height)]
        tiny = cv2.resize(small_bgr, (sides[0], sides[1]), interpolation=cv2.INTER_AREA)
        marks = self._session.run(["marks"], {"frames": np.asarray(tiny, np.uint8)[None]})[0][0]
        return CardMarks(marks[0], marks[1], np.array([2 * width / sides[0], 2 * height / sides[1]]))


@lru_cache(maxsize=1)
def default_marker() -> CardMarker:
    """Return the packaged network, opened once."""
    return CardMarker.load()


def _opened(model: bytes) -> Session:
    import onnxruntime  # noqa: PLC0415  so that whoever only needs the values does not pay for the library

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session: Session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    return session


def outlines_of_marks(marks: CardMarks) -> Outlines:
    """Return the outline of a card around every marked core; touching cores part at a higher level."""
    found = [_parallelograms(marks.core, level) for level in LEVELS]
    corners = np.concatenate([corners for corners, _ in found])
    if len(corners) == 0:
        return no_outlines()
    placed = (clockwise(corners) + 0.5) * marks.scale - 0.5
    return without_twins(Outlines(placed, np.concatenate([quality for _, quality in found]), ROUGH_MM))


def _parallelograms(core: Floats, level: tuple[float, float]) -> tuple[Points, Points]:
    """Return a card around each region above a logit, and how well the region fills its parallelogram.

    The spread of a region gives its parallelogram up to one turn, and how it sticks out that turn: sums over
    all of its pixels, which a bump on its rim hardly changes.
    """
    above = np.asarray(core > level[0], np.uint8)
    count, labels = cv2.connectedComponents(above, connectivity=4)
    y, x = np.nonzero(above)
    label = np.asarray(labels, np.int64)[y, x]
    weight = 1.0 / (1.0 + np.exp(-core[y, x].astype(np.float64)))
    mass = _sums(label, weight, count)
    middle = np.stack([_sums(label, weight * at, count) for at in (x, y)], axis=1) / mass[:, None]
    off = np.stack([x, y], axis=1) - middle[label]
    spread = np.empty((count, 2, 2))
    for i, j in ((0, 0), (0, 1), (1, 1)):
        spread[:, i, j] = spread[:, j, i] = _sums(label, weight * off[:, i] * off[:, j], count) / mass
    filled = mass / (12.0 * np.sqrt(np.maximum(np.linalg.det(spread), 1e-9)))
    spread[:, [0, 1], [0, 1]] += 1e-6
    stretch = np.linalg.cholesky(spread)
    round_off = np.einsum("nij,nj->ni", np.linalg.inv(stretch)[label], off)
    fourth = (round_off[:, 0] + 1j * round_off[:, 1]) ** 4 * weight
    turn = np.angle(_sums(label, fourth.real, count) + 1j * _sums(label, fourth.imag, count)) / 4
    angles = turn[:, None] + np.arange(4) * np.pi / 2
    square = np.sqrt(6.0) * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    corners: Points = middle[:, None] + level[1] / CORE_SHARE * (square @ np.swapaxes(stretch, 1, 2))
    keep = (mass > MIN_CORE_PX) & (filled > MIN_FILLED) & (np.arange(count) > 0)
    return corners[keep], np.clip(filled[keep], 0.0, 1.0)


def _sums(label: npt.NDArray[np.int64], weight: Points, count: int) -> Points:
    """Return the sum of the weights of each label; what is no region sums to something above nothing."""
    sums = np.bincount(label, weight, count).astype(np.float64)
    sums[0] = 1.0
    return sums
