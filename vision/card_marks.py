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
from vision.quads import Outlines, areas, clockwise, no_outlines, without_twins

Floats = npt.NDArray[np.float32]

MODEL = Path(__file__).resolve().parents[1] / "models" / "marks.onnx"
FORMAT_VERSION = 1
STEP_PX = 16  # the network halves the frame four times
CORE_SHARE = 0.74  # of a card's breadth and length that the network marks
SURE_LOGIT = 0.0
FINER = 2  # the marks are made this much finer before their outlines are drawn
MIN_CORE_PX = 18.0  # square pixels of the finer marks
MIN_SOLIDITY = 0.80
MIN_FOUR_SIDED = 0.78  # small cores are round


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
    """Return the outline of a card around every core that is marked."""
    finer = cv2.resize(marks.core, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_LINEAR)
    mask = np.asarray(finer > SURE_LOGIT, np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    quads, quality = [], []
    for contour in contours:
        quad = _four_sided(contour)
        if quad is not None:
            quads.append(quad)
            quality.append(min(1.0, cv2.contourArea(contour) / cv2.contourArea(quad)))
    if not quads:
        return no_outlines()
    corners = clockwise(np.stack(quads).astype(np.float64))
    middles = corners.mean(1, keepdims=True)
    size = np.sqrt(areas(corners))[:, None, None]
    grown = (1.0 + 1.0 / size) / CORE_SHARE  # a contour runs through the middles of the outermost pixels
    corners = (middles + (corners - middles) * grown + 0.5) * (marks.scale / FINER) - 0.5
    return without_twins(Outlines(corners, np.array(quality)))


def _four_sided(contour: cv2.typing.MatLike) -> cv2.typing.MatLike | None:
    """Return four sides around a core, if it nearly fills them."""
    area = cv2.contourArea(contour) if len(contour) > 3 else 0.0
    if area < MIN_CORE_PX:
        return None
    hull = cv2.convexHull(contour)
    hull_area = cv2.contourArea(hull)
    if area < MIN_SOLIDITY * hull_area or len(hull) < 4:
        return None
    quad = cv2.approxPolyN(hull, 4, ensure_convex=True).reshape(-1, 2)
    if len(quad) != 4 or hull_area < MIN_FOUR_SIDED * cv2.contourArea(quad):
        quad = np.asarray(cv2.boxPoints(cv2.minAreaRect(hull)), np.float32)
    if hull_area < MIN_FOUR_SIDED * cv2.contourArea(quad):
        return None
    return quad
