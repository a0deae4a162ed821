"""Find the grid of cards on any table: weak outlines, one lattice, every cell tested, each card refined."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.expected_cards import TestedCells, measure_cells
from vision.lattice import FindSettings, Image, Lattice, NotFound, Points
from vision.lattice_fit import GrownLattice, find_grown_lattices
from vision.lattice_model import Floats, Ints, residuals_mm
from vision.lattice_window import choose_window, too_many
from vision.lookalikes import count_lookalikes
from vision.masks import Masks, cheap_masks, colour_masks, edge_masks, level_masks, quick_masks
from vision.overlapping import within
from vision.quads import Outlines, areas, outlines_of_masks, without_twins
from vision.refine import refine_corners
from vision.small_frame import SmallFrame, shrink
from vision.upright_lattice import upright_lattice

MIN_CARDS = 4
MANY_LOOKALIKES = 3  # cards out of line with the grid: then it is another grid than it seems
EDGE_SHARE = 0.12  # of a card's size that may lie outside the picture
MIN_CARD_PX = 420.0  # square pixels of the small image; the keys of a laptop are less
QUICK = 2 / 3  # the first look is at a smaller image still
SURE = 0.85
SECOND_SHARE = 0.5  # of the cards of the grid, beside it: a second grid
MAX_DOUBTS = 0.32  # share of cells of which it cannot be told whether a card lies there
TWO_GRIDS = NotFound("two grids of cards in view: show only one to the camera")
NOTHING_IN_VIEW = "no grid of cards in view: show the whole grid to the camera"
MAX_RESIDUAL_MM = 6.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A lattice that could be the grid, how much speaks for it, and how many of its cells are in doubt."""

    lattice: Lattice
    merit: float
    doubts: int

    @property
    def trust(self) -> float:
        """What speaks for it less what speaks against it: fewer cards without doubt beat many with."""
        return self.merit - 3.0 * self.doubts


def find_lattice(frame_bgr: Image, settings: FindSettings | None = None) -> Lattice | NotFound:
    """Return where the grid of cards lies, or why it cannot be told."""
    settings = settings or FindSettings()
    if frame_bgr.ndim != 3 or frame_bgr.shape[2] != 3:
        raise ValueError(f"expected a frame of height x width x 3, got {frame_bgr.shape}")
    if min(frame_bgr.shape[:2]) < 120:
        return NotFound("the image is too small to show a grid of cards")
    small = shrink(frame_bgr, settings.work_px)
    dark = _too_dark(small.image)
    if dark is not None:
        return dark
    best = _search(small, settings)
    if isinstance(best, NotFound):
        return best
    if best.doubts > MAX_DOUBTS * settings.rows * settings.columns:
        return NotFound("too little of the cards can be made out: more light, less glare, or a nearer camera")
    return _refined(frame_bgr, best.lattice, settings)


def _search(small: SmallFrame, settings: FindSettings) -> Candidate | NotFound:
    """Add channel after channel until one lattice leaves no doubt; the best one counts."""
    outlines = Outlines(np.zeros((0, 4, 2)), np.zeros(0))
    best: Candidate | NotFound = NotFound(NOTHING_IN_VIEW)
    for masks in (quick_masks, cheap_masks, colour_masks, level_masks, edge_masks):
        outlines = _joined(outlines, _outlines(small.image, masks, settings))
        answer = _fit(small, outlines, settings)
        if answer == TWO_GRIDS:
            return answer
        if isinstance(best, NotFound) or (isinstance(answer, Candidate) and answer.trust > best.trust):
            best = answer
        if isinstance(best, Candidate) and best.doubts == 0:
            break
    return best


def _refined(frame_bgr: Image, lattice: Lattice, settings: FindSettings) -> Lattice:
    """Return the lattice with each card's own corners measured in the full frame."""
    turned = int(lattice.cell_mm[0] > lattice.cell_mm[1])
    held = [cell for cell in lattice.cells if cell.occupied]
    quads = np.stack([np.roll(cell.corners, turned, axis=0) for cell in held])
    fine = {
        (cell.row, cell.column): np.roll(quad, -turned, axis=0)
        for cell, quad in zip(held, refine_corners(frame_bgr, quads, settings.card), strict=True)
    }
    cells = tuple(
        replace(cell, corners=fine.get((cell.row, cell.column), cell.corners)) for cell in lattice.cells
    )
    return replace(lattice, cells=cells)


def _too_dark(image: Image) -> NotFound | None:
    level = image[::8, ::8].max(-1)
    if np.percentile(level, 98) < 24:
        return NotFound("the image is black: uncover the lens or switch a light on")
    if level.max() - level.min() < 12:
        return NotFound("the image shows one plain surface: point the camera at the table")
    return None


def _outlines(image: Image, masks: Masks, settings: FindSettings) -> Outlines:
    largest = 1.6 * image.shape[0] * image.shape[1] / (settings.rows * settings.columns)
    if masks is not quick_masks:
        return outlines_of_masks(masks(image), largest)
    tiny = cv2.resize(image, None, fx=QUICK, fy=QUICK, interpolation=cv2.INTER_LINEAR)
    found = outlines_of_masks(masks(np.asarray(tiny, np.uint8)), largest * QUICK**2)
    return Outlines((found.corners + 0.5) / QUICK - 0.5, found.quality)


def _joined(first: Outlines, second: Outlines) -> Outlines:
    if len(first) == 0:
        return second
    both = Outlines(
        np.concatenate([first.corners, second.corners]), np.concatenate([first.quality, second.quality])
    )
    return without_twins(both)


def _fit(small: SmallFrame, outlines: Outlines, settings: FindSettings) -> Candidate | NotFound:
    """Return the one lattice that these outlines allow."""
    height, width = small.image.shape[:2]
    refusal = NotFound(NOTHING_IN_VIEW)
    found: list[Candidate] = []
    everything: list[GrownLattice] = []
    for grown in find_grown_lattices(outlines, settings, (width, height)):
        everything.append(grown)
        if (_extent(grown.cells) > max(settings.rows, settings.columns) + 2).any():
            refusal = too_many(settings)
            continue
        answer = _judge(small, _test_all(small.image, grown, settings), outlines, settings)
        if isinstance(answer, NotFound):
            refusal = answer
        else:
            found.append(answer)
    best = _only(found) if found else refusal
    if isinstance(best, Candidate) and any(_second_grid(grown, best, small.scale) for grown in everything):
        return TWO_GRIDS
    return best


def _second_grid(grown: GrownLattice, best: Candidate, scale: Points) -> bool:
    """Return whether this many cards of the same size lie in rows and columns beside the grid."""
    corners = grown.corners * scale
    cards = np.stack([cell.corners for cell in best.lattice.cells if cell.occupied])
    alike = 0.5 < np.median(np.abs(areas(corners))) / np.median(np.abs(areas(cards))) < 2.0
    beside = ~within(corners.mean(1), best.lattice.quad[None], 0.0)
    many = beside.sum() >= max(6, SECOND_SHARE * len(cards))
    return bool(alike and many and (_extent(grown.cells[beside]) >= 2).all())


def _only(found: list[Candidate]) -> Candidate | NotFound:
    """Refuse two grids that are both there; a chance pattern beside a grid has far less to speak for it."""
    ranked = sorted(found, key=lambda candidate: -candidate.merit)
    for rival in ranked[1:]:
        if rival.merit > 0.6 * ranked[0].merit and _apart(rival.lattice, ranked[0].lattice):
            return TWO_GRIDS
    return ranked[0]


def _apart(first: Lattice, second: Lattice) -> bool:
    """Return whether two lattices lie on different cards."""
    one, other = first.quad.astype(np.float32), second.quad.astype(np.float32)
    shared = cv2.intersectConvexConvex(one, other)[0]
    return bool(shared < 0.25 * min(cv2.contourArea(one), cv2.contourArea(other)))


def _test_all(image: Image, grown: GrownLattice, settings: FindSettings) -> TestedCells:
    """Test the cells around the cards until the grid is complete or has no more neighbours."""
    tested = measure_cells(image, grown, _cells_around(grown.cells, settings), settings)
    for _ in range(max(settings.rows, settings.columns)):
        cards = tested.cells[tested.occupied]
        if len(cards) < 3:
            break
        cells = _cells_around(cards, settings)
        if {(x, y) for x, y in cells.tolist()} <= {(x, y) for x, y in tested.cells.tolist()}:
            break
        tested = measure_cells(image, tested.as_grown(settings), cells, settings, resize=False)
    return tested


def _extent(cells: Ints) -> Ints:
    extent: Ints = cells.max(0) - cells.min(0) + 1
    return extent


def _cells_around(cards: Ints, settings: FindSettings) -> Ints:
    """Return the cells spanned by the cards, and the cells around them while a row or column is missing."""
    low, high, extent = cards.min(0), cards.max(0), _extent(cards)
    missing = np.ones(2, bool)
    for count in ((settings.columns, settings.rows), (settings.rows, settings.columns)):
        if (extent >= count).all():
            missing &= False
        elif (extent <= count).all():
            missing &= extent < count
    low, high = low - missing, high + missing
    across, down = np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1))
    return np.stack([across.ravel(), down.ravel()], axis=1)


def _judge(
    small: SmallFrame, tested: TestedCells, outlines: Outlines, settings: FindSettings
) -> Candidate | NotFound:
    cards = int(tested.occupied.sum())
    if cards < MIN_CARDS:
        return NotFound(f"only {cards} cards lie in a grid: at least {MIN_CARDS} are needed")
    window = choose_window(tested.cells, tested.occupied, settings)
    if isinstance(window, NotFound):
        return window
    inside = ((tested.cells >= window.first) & (tested.cells < window.first + window.count)).all(1)
    held = inside & tested.occupied
    residual = residuals_mm(tested.model, tested.corners[held], tested.cells[held], settings)
    refusal = _refusal(small.image, tested.corners[inside], residual)
    if count_lookalikes(outlines.corners, tested.model, window, settings) >= MANY_LOOKALIKES:
        refusal = NotFound("cards lie out of line with the grid: straighten it, or move other cards away")
    if refusal is not None:
        return refusal
    unclear = inside & (np.abs(tested.presence - 0.5) < SURE - 0.5)
    doubts = int(unclear.sum() + (residual > MAX_RESIDUAL_MM).sum())
    merit = float(tested.presence[held].sum() - 0.05 * residual.sum())
    return Candidate(upright_lattice(tested, window, small.scale, settings), merit, doubts)


def _refusal(image: Image, corners: Points, residual: Floats) -> NotFound | None:
    """Return what is wrong with the place, the size or the straightness of a grid, if anything is."""
    if _beyond(image, corners):
        return NotFound("the grid reaches beyond the picture: show all of it to the camera")
    if np.median(np.abs(areas(corners))) < MIN_CARD_PX:
        return NotFound("the cards are too small in the picture: bring the camera nearer")
    if np.median(residual) > MAX_RESIDUAL_MM:
        return NotFound("the cards do not lie in straight rows and columns: straighten them")
    return None


def _beyond(image: Image, corners: Points) -> bool:
    """Return whether a cell of the grid lies outside the image by more than a rounded corner."""
    margin = EDGE_SHARE * float(np.sqrt(np.median(np.abs(areas(corners)))))
    height, width = image.shape[:2]
    return bool((corners < -margin).any() or (corners > np.array([width, height]) + margin).any())
