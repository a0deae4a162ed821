"""Judge a measured lattice: which of its cells are the grid, what speaks for it, and what is in doubt."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.card_ends import NO_ENDS, open_ends
from vision.expected_cards import TestedCells
from vision.gaps import gaps_are_cards
from vision.lattice import FindSettings, Image, Lattice, NotFound, Points, unproject
from vision.lattice_model import Floats, fit_model, residuals_mm
from vision.lattice_window import choose_window
from vision.lookalikes import count_lookalikes, outlined_share
from vision.outer_lines import rests_on_nothing
from vision.quads import Outlines, areas
from vision.small_frame import SmallFrame
from vision.table_colours import TableColours
from vision.upright_lattice import upright_lattice
from vision.window_rivals import LaidCards

MIN_CARDS = 4
MANY_LOOKALIKES = 3  # cards out of line with the grid: then it is another grid than it seems
MANY_OPEN_ENDS = 3  # cards of a line that go on beyond their edges: a pile or two may lie that near
EDGE_SHARE = 0.12  # of a card's size that may lie outside the picture
MIN_CARD_PX = 420.0  # square pixels of the small image; the keys of a laptop are less
USUALLY_OUTLINED = 0.7  # of the cards: fewer, and the lattice rests on itself
SURE = 0.92
LIKELY = 0.8  # a card by which a row or column is told
CLEAR = 0.85
DOUBT_COST = 0.95  # what each doubt leaves of the confidence
MAX_RESIDUAL_MM = 6.0
GAP_SPARE_MM = 2.0
OVERLAP_SHARE = 0.05  # of a card that may seem to lie under its neighbour
ELSEWHERE = NotFound(
    "the grid could lie in more than one place, since an outer row or column shows no card that is surely "
    "one of the grid: lay one there straight, and other cards farther away"
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A lattice that could be the grid, how much speaks for it, and how many of its cells are in doubt."""

    lattice: Lattice
    merit: float
    doubts: int
    colours: TableColours | None = None  # by which it was told

    @property
    def clear(self) -> bool:
        """Whether a closer look would tell nothing more: no doubt, or a slight one about a single cell."""
        return self.doubts == 0 or (self.doubts == 1 and self.lattice.confidence >= CLEAR)

    @property
    def trust(self) -> float:
        """What speaks for it less what speaks against it: fewer cards without doubt beat many with."""
        return self.merit - 3.0 * self.doubts


def judge_lattice(
    small: SmallFrame, tested: TestedCells, outlines: Outlines, settings: FindSettings
) -> Candidate | NotFound:
    """Return the grid among the measured cells, or why there is none."""
    cards = int(tested.occupied.sum())
    if cards < MIN_CARDS:
        return NotFound(f"only {cards} cards lie in a grid: at least {MIN_CARDS} are needed")
    laid = LaidCards(tested.cells[tested.occupied], tested.corners[tested.occupied], tested.model)
    window = choose_window(tested.cells, tested.occupied, settings, laid)
    if isinstance(window, NotFound):
        return window
    inside = window.holds(tested.cells)
    held = inside & tested.occupied
    if held.sum() < cards:  # what lies beside the grid must not bend it
        model = fit_model(tested.model, tested.corners[held], tested.cells[held], settings)
        tested = replace(tested, model=model)
    residual = residuals_mm(tested.model, tested.corners[held], tested.cells[held], settings)
    refusal = _refusal(small.image, tested.corners[inside], residual)
    own = LaidCards(tested.cells[held], tested.corners[held], tested.model)
    beside = NO_ENDS if small.marks is None else open_ends(own.model, own.cells, own.corners, small.marks)
    ends = beside.most()
    marked_gaps = small.marks is not None and gaps_are_cards(tested, small.marks, window, settings)
    if refusal is None and (marked_gaps or ends >= MANY_OPEN_ENDS or _gaps_impossible(tested, settings)):
        refusal = NotFound("the cards' edges cannot be told from their print: use another cloth or light")
    doubted = (tested.presence[held] < LIKELY) | beside.of_cards(int(held.sum()))
    if refusal is None and rests_on_nothing(own, doubted, window, settings):
        refusal = ELSEWHERE
    if count_lookalikes(outlines.corners, tested.model, window, settings) >= MANY_LOOKALIKES:
        refusal = NotFound("cards lie out of line with the grid: straighten it, or move other cards away")
    if refusal is not None:
        return refusal
    unclear = inside & (np.abs(tested.presence - 0.5) < SURE - 0.5)
    doubts = int(unclear.sum() + (residual > MAX_RESIDUAL_MM).sum())
    doubts += _overlaps(own)
    doubts += ends if ends > 1 else 0
    merit = float(tested.presence[held].sum() - 0.05 * residual.sum())
    lattice = upright_lattice(tested, window, small.scale, settings)
    outlined = min(1.0, outlined_share(outlines.corners, tested.corners[held]) / USUALLY_OUTLINED)
    doubts += outlined < 1.0
    confidence = round(lattice.confidence * outlined * DOUBT_COST**doubts, 3)
    return Candidate(replace(lattice, confidence=confidence), merit, doubts, small.colours)


def _refusal(image: Image, corners: Points, residual: Floats) -> NotFound | None:
    """Return what is wrong with the place, the size or the straightness of a grid, if anything is."""
    if _beyond(image, corners):
        return NotFound("the grid reaches beyond the picture: show all of it to the camera")
    if np.median(np.abs(areas(corners))) < MIN_CARD_PX:
        return NotFound("the cards are too small in the picture: bring the camera nearer")
    if np.median(residual) > MAX_RESIDUAL_MM:
        return NotFound("the cards do not lie in straight rows and columns: straighten them")
    return None


def _gaps_impossible(tested: TestedCells, settings: FindSettings) -> bool:
    """Return whether the gaps are wider or narrower than any: then something else than cards was measured."""
    gap = tested.model.pitch_mm - (settings.card.width_mm, settings.card.height_mm)
    low, high = settings.gap_mm
    return bool((gap > high + GAP_SPARE_MM).any() or (gap < low - GAP_SPARE_MM).any())


def _beyond(image: Image, corners: Points) -> bool:
    """Return whether a cell of the grid lies outside the image by more than a rounded corner."""
    margin = EDGE_SHARE * float(np.sqrt(np.median(np.abs(areas(corners)))))
    height, width = image.shape[:2]
    return bool((corners < -margin).any() or (corners > np.array([width, height]) + margin).any())


def _overlaps(laid: LaidCards) -> int:
    """Return how many neighbours seem to lie on each other: cards of a grid do not, so they are misplaced."""
    area = np.abs(areas(laid.corners))
    flat = unproject(laid.model.table_to_image, laid.corners)  # seen from above hardly any are near
    low, high = flat.min(1), flat.max(1)
    near = (np.abs(laid.cells[:, None] - laid.cells) <= 1).all(-1) & (low[:, None] < high).all(-1)
    quads = laid.corners.astype(np.float32)
    count = 0
    for first, second in np.argwhere(np.triu(near & near.T, 1)).tolist():
        shared = cv2.intersectConvexConvex(quads[first], quads[second])[0]
        count += shared > OVERLAP_SHARE * min(area[first], area[second])
    return int(count)
