"""Cards marked by a small network: for every second pixel of a small frame, whether a card's core is there.

It knows no deck and no game, only what cards on tables look like. Its marks are hypotheses like any other
outline: the lattice is fitted to them, and every cell is then measured in the frame itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from vision.lattice import Image, Points
from vision.marks_manifest import CORE_SHARE, LABELS, model_bytes, read_marks_manifest
from vision.network_manifest import UnusableModel
from vision.network_session import session_options
from vision.quads import Outlines, clockwise, no_outlines, without_twins
from vision.shrinking import shrunk_to

Floats = npt.NDArray[np.float32]
Labels = npt.NDArray[np.int32]
Places = npt.NDArray[np.intp]

MODEL = Path(__file__).resolve().parents[1] / "models" / "marks.onnx"
INPUT_NAME, OUTPUT_NAME = "frames", "marks"
STEP_PX = 16  # the network halves the frame four times
LEVELS = ((0.0, 1.0), (2.0, 1.04))  # logits, and how much smaller than the core a region above them is
SPOT_LEVELS = (-1.5, 0.0, 2.0, 4.0)  # logits: faint spots, clear ones, and such as run together below
ALIKE = 2.5  # times the area of the smallest of a grid's cards in view that the largest may have
ROUGH_MM = 9.0  # by which outlines around marks may be too large; cards lie as close as 2 mm
MIN_CORE_PX = 8.0  # square pixels of the marks
MIN_FILLED = 0.75  # two touching cores fill less than this of a parallelogram, unless they lie in line


class Session(Protocol):
    """What this module needs of onnxruntime."""

    def run(self, outputs: list[str], inputs: dict[str, Image]) -> list[Floats]:
        """Put a frame in, take its marks out."""
        ...


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an image, in pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def origin(self) -> Points:
        """Its top left corner."""
        return np.array([self.left, self.top], np.float64)

    def of(self, image: Image) -> Image:
        """The pixels of that part."""
        return image[self.top : self.bottom, self.left : self.right]


@dataclass(frozen=True, slots=True, eq=False)
class CardMarks:
    """How likely each place of a small frame is in the core of a card, as logits, and on a card at all."""

    core: Floats
    card: Floats
    scale: Points  # pixels of the small frame that a mark is wide and high
    origin: Points = field(default_factory=lambda: np.zeros(2))  # of the part of the frame that was looked at

    def at(self, places: Points) -> Floats:
        """Return how likely each place of the small frame is in the core of a card, from 0 to 1."""
        return self._likely(self.core, places)

    def card_at(self, places: Points) -> Floats:
        """Return how likely each place of the small frame is on a card at all, from 0 to 1."""
        return self._likely(self.card, places)

    def _likely(self, marks: Floats, places: Points) -> Floats:
        flat = ((places.reshape(1, -1, 2) - self.origin + 0.5) / self.scale - 0.5).astype(np.float32)
        logits = cv2.remap(
            marks, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
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
        """Load the network; a missing, altered or unfitting one is an UnusableModel."""
        manifest = read_marks_manifest(path.with_suffix(".json"))
        return cls(_opened(model_bytes(path, manifest), path), manifest.longest_px)

    def mark(self, small_bgr: Image, finer: float = 1.0, part: Part | None = None) -> CardMarks:
        """Return the marks of a small frame or a part of it; they cost the square of their fineness."""
        part = part or Part(0, 0, small_bgr.shape[1], small_bgr.shape[0])
        seen = part.of(small_bgr)
        longest = finer * self._longest_px * max(seen.shape[:2]) / max(small_bgr.shape[:2])
        tiny = shrunk_to(seen, max(STEP_PX, round(longest)))
        height, width = tiny.shape[:2]
        # Whole steps: the border is repeated, which is quicker than to resize once more.
        more = (-height % STEP_PX, -width % STEP_PX)
        whole = cv2.copyMakeBorder(tiny, 0, more[0], 0, more[1], cv2.BORDER_REPLICATE)
        marks = self._session.run([OUTPUT_NAME], {INPUT_NAME: np.asarray(whole, np.uint8)[None]})[0][0]
        core, card = marks[:, : -(-height // 2), : -(-width // 2)]
        scale = 2.0 * np.array(seen.shape[1::-1]) / (width, height)
        return CardMarks(np.ascontiguousarray(core), np.ascontiguousarray(card), scale, part.origin)


@lru_cache(maxsize=1)
def default_marker() -> CardMarker:
    """Return the packaged network, opened once."""
    return CardMarker.load()


def _opened(model: bytes, path: Path) -> Session:
    import onnxruntime  # noqa: PLC0415  so that whoever only needs the values does not pay for the library

    options = session_options(threads=1)
    try:
        session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as trouble:  # the library raises a dozen unrelated types for a bad file
        raise UnusableModel(
            path, f"is no network that can be run ({str(trouble).splitlines()[0]})"
        ) from trouble
    ports = [
        (put.name, put.shape[axis])
        for put, axis in ((session.get_inputs()[0], 3), (session.get_outputs()[0], 1))
    ]
    if ports != [(INPUT_NAME, 3), (OUTPUT_NAME, len(LABELS))]:
        raise UnusableModel(path, f"looks at and answers with {ports}, which its labels do not fit")
    marker: Session = session
    return marker


def outlines_of_marks(marks: CardMarks) -> Outlines:
    """Return the outline of a card around every marked core; touching cores part at a higher level."""
    corners, quality = _parallelograms(marks.core)
    if len(corners) == 0:
        return no_outlines()
    placed = (clockwise(corners) + 0.5) * marks.scale - 0.5 + marks.origin
    return without_twins(Outlines(placed, quality, ROUGH_MM))


def count_alike_spots(marks: CardMarks) -> int:
    """Return how many spots of about one size are marked, faint ones too: the cards of a grid would be."""
    return max(_most_alike(marks.core > level) for level in SPOT_LEVELS)


def _most_alike(marked: npt.NDArray[np.bool_]) -> int:
    """Return the size of the largest group of regions of which none is much larger than another."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(marked.astype(np.uint8), connectivity=4)
    sizes = np.sort(np.asarray(stats)[1:, cv2.CC_STAT_AREA])
    sizes = sizes[sizes > MIN_CORE_PX]
    if len(sizes) == 0:
        return 0
    return int((np.searchsorted(sizes, ALIKE * sizes, side="right") - np.arange(len(sizes))).max())


def _parallelograms(core: Floats) -> tuple[Points, Points]:
    """Return a card around each region above each level, and how well the region fills its parallelogram.

    The spread of a region gives its parallelogram up to one turn, and how it sticks out that turn: sums over
    all of its pixels, which a bump on its rim hardly changes.
    """
    label, place, smaller = _regions(core)
    y, x = (along.astype(np.float64) for along in np.divmod(place, core.shape[1]))
    weight = 1.0 / (1.0 + np.exp(-core.ravel().take(place).astype(np.float64)))
    count = len(smaller)
    mass = _sums(label, weight, count)
    middle_x, middle_y = _sums(label, weight * x, count) / mass, _sums(label, weight * y, count) / mass
    u, v = x - middle_x[label], y - middle_y[label]
    weight_u = weight * u
    spread_x = _sums(label, weight_u * u, count) / mass + 1e-6
    spread_xy = _sums(label, weight_u * v, count) / mass
    spread_y = _sums(label, weight * v * v, count) / mass + 1e-6
    # The lower triangle that stretches something round into the region, and how far it turns its corners.
    along = np.sqrt(spread_x)
    lean = spread_xy / along
    across = np.sqrt(np.maximum(spread_y - lean * lean, 1e-6))
    filled = mass / (12.0 * along * across)
    u /= along[label]
    v = (v - lean[label] * u) / across[label]
    even, odd = u * u - v * v, 2.0 * u * v
    turn = _turn(label, (weight * (even * even - odd * odd), weight * (2.0 * even * odd)), count)
    cos, sin = np.cos(turn), np.sin(turn)
    u, v = np.stack([cos, -sin, -cos, sin], axis=1), np.stack([sin, cos, -sin, -cos], axis=1)
    corners = np.stack([along[:, None] * u, lean[:, None] * u + across[:, None] * v], axis=-1)
    corners *= np.sqrt(6.0) / CORE_SHARE * smaller[:, None, None]
    corners += np.stack([middle_x, middle_y], axis=1)[:, None]
    keep = (mass > MIN_CORE_PX) & (filled > MIN_FILLED)
    return corners[keep], np.clip(filled[keep], 0.0, 1.0)


def _regions(core: Floats) -> tuple[Labels, Places, Points]:
    """Return the regions above all levels: label and number of each place, and each region's level.

    Labels count through all levels; a level is told by how much smaller than the core its regions are.
    """
    labels, places = [], []
    smaller: list[float] = []
    first = 0
    for level, share in LEVELS:
        above = core > level
        count, labelled = cv2.connectedComponents(above.view(np.uint8), connectivity=4, ltype=cv2.CV_32S)
        place = np.flatnonzero(above)
        places.append(place)
        labels.append(np.asarray(labelled, np.int32).ravel().take(place) + (first - 1))
        smaller += [share] * (count - 1)
        first += count - 1
    return np.concatenate(labels), np.concatenate(places), np.array(smaller)


def _turn(label: Labels, fourth: tuple[Points, Points], count: int) -> Points:
    """Return the turn of each region's corners from the fourth powers of its places, as complex numbers."""
    turn: Points = np.arctan2(_sums(label, fourth[1], count), _sums(label, fourth[0], count)) / 4
    return turn


def _sums(label: Labels, weight: Points, count: int) -> Points:
    """Return the sum of the weights of each label."""
    return np.bincount(label, weight, count).astype(np.float64)
